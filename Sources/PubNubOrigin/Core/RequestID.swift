/// One request, from arrival to its answer.
struct RequestID: Hashable, Comparable, Sendable {
    let rawValue: UInt64

    static func < (left: RequestID, right: RequestID) -> Bool { left.rawValue < right.rawValue }
}
