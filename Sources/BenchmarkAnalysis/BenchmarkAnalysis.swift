// BenchmarkAnalysis
