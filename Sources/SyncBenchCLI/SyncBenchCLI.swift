// SyncBenchCLI
