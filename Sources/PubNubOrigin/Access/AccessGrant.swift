/// Rights, and until when they hold.
struct AccessGrant: Hashable, Sendable {
    let rights: AccessRights
    /// In units of 10⁻⁷ s since 1970 UTC; nil for ever.
    let expiry: UInt64?

    func isValid(at date: UInt64) -> Bool { expiry.map { $0 > date } ?? true }

    /// How long they still hold, in minutes that have begun; 0 for ever.
    func minutes(from date: UInt64) -> UInt64 {
        guard let expiry, expiry > date else { return 0 }
        return (expiry - date - 1) / 600_000_000 + 1
    }
}
