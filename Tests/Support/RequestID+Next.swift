import PubNubLocks
package import PubNubMachines

extension RequestID {
    private static let last = Locked<UInt64>(0)

    /// An identifier that no other request of these tests has.
    package static func next() -> RequestID {
        last.withLock { last in
            last += 1
            return RequestID(rawValue: last)
        }
    }
}
