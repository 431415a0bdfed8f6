// SyncPrimitives
