/// Rights, and until when they hold.
struct AccessGrant: Hashable, Sendable {
    let rights: AccessRights
    /// In units of 10⁻⁷ s since 1970 UTC; nil for ever.
    let expiry: UInt64?

    func isValid(at date: UInt64) -> Bool { expiry.map { $0 > date } ?? true }

    /// How long they still hold, in minutes that have begun; nil for ever.
    func minutes(from date: UInt64) -> UInt64? {
        expiry.map { $0 > date ? ($0 - date - 1) / 600_000_000 + 1 : 0 }
    }
}
