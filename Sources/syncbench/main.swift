print("syncbench")
