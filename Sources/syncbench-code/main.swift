import SyncBenchCLI

// The commands alone: the cases are those of the executable that `--benchmarks` names.
SyncBench.main()
