// PerfEvents
