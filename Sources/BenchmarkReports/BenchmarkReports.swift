// BenchmarkReports
