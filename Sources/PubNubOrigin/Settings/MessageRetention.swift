/// The limits of stored messages by age and size. A server with a data file deletes older messages, and those beyond the size, within about two minutes of
/// traffic, the oldest first.
public struct MessageRetention: Sendable, Equatable {
    /// The age from which messages are deleted. nil, the default, sets no limit.
    public var age: Duration?
    /// The bytes of the payloads and metadata of a keyset, beyond which its oldest messages are deleted. nil, the default, sets
    /// no limit.
    public var bytes: Int?

    /// Makes a retention. Without arguments it has no limits.
    public init(age: Duration? = nil, bytes: Int? = nil) {
        self.age = age
        self.bytes = bytes
    }

    /// Whether nothing is ever deleted.
    package var isUnlimited: Bool { age == nil && bytes == nil }

    /// The timetoken up to which messages are too old at a moment; 0 without a limit.
    package func horizon(at latest: UInt64) -> UInt64 {
        guard let age else { return 0 }
        let (seconds, attoseconds) = age.components
        let units = UInt64(clamping: seconds).multipliedReportingOverflow(by: 10_000_000)
        guard !units.overflow else { return 0 }
        let (life, overflow) = units.partialValue.addingReportingOverflow(
            UInt64(clamping: attoseconds / 100_000_000_000)
        )
        return overflow || life >= latest ? 0 : latest - life
    }
}
