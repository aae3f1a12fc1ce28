// Unchecked because others derive from it: it has nothing itself.

/// What an operation ended with.
public class PNResult: @unchecked Sendable {
    init() {}
}
