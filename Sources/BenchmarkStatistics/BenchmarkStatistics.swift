// BenchmarkStatistics
