import SyncBenchCLI
import SyncSuites

SyncBench.main(suites: BuiltInSuites.all())
