import Testing

/// All tests that run primitives, one at a time: the tallies of parallel loops and the pools of Dispatch
/// are the process's.
@Suite(.serialized) enum PrimitiveTests {}
