// SyncWorkloads
