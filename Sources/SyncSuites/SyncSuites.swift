// SyncSuites
