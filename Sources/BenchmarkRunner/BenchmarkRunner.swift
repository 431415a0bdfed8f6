// BenchmarkRunner
