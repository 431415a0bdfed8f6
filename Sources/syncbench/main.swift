import SyncBenchCLI
import SyncClaims
import SyncSuites

SyncBench.main(suites: BuiltInSuites.all(), claims: BuiltInClaims.all)
