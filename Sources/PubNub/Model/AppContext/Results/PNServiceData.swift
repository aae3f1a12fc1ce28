// Unchecked because others derive from it: it has nothing itself.

/// What the service said in an answer.
public class PNServiceData: @unchecked Sendable {
    init() {}
}
