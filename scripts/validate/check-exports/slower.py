#!/usr/bin/env python3
"""Google Benchmark's JSON from standard input, with every time multiplied by a factor."""
import json
import sys

factor = float(sys.argv[1])
document = json.load(sys.stdin)
for benchmark in document["benchmarks"]:
    benchmark["real_time"] *= factor
    benchmark["cpu_time"] *= factor
json.dump(document, sys.stdout)
