import Testing

/// All tests that run primitives, one at a time, because all threads of the process share the
/// tallies of parallel loops and Dispatch's pools.
@Suite(.serialized) enum PrimitiveTests {}
