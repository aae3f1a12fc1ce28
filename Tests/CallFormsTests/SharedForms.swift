import Testing

/// Every class-level call form of 3.7.8 compiles and reaches the shared client, which ends each call, for it is not
/// connected.
///
/// The client belongs to the whole process, so these run one after another, and no other test of the process uses it.
@Suite(.serialized) struct SharedForms {}
