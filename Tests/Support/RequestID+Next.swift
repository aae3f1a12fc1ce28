import PubNubSupport
package import PubNubMachines

extension RequestID {
    private static let last = Locked<UInt64>(0)

    /// A new identifier, unique among these tests.
    package static func next() -> RequestID {
        last.withLock { last in
            last += 1
            return RequestID(rawValue: last)
        }
    }
}
