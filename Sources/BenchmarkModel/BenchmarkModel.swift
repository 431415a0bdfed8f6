// BenchmarkModel
