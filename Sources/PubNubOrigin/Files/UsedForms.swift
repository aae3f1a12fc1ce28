/// The identifiers of upload forms that were used, until no upload can use them any more.
struct UsedForms: Sendable {
    /// The result of an attempt to use a form.
    enum Use: Equatable {
        case first
        /// The form was used before.
        case again
        /// Too many forms of the keyset are known to note another one.
        case full
    }

    private struct Keyset: Sendable {
        /// When each form may be forgotten, in seconds since 1970 UTC.
        var expiries: [String: UInt64] = [:]
        /// With so many forms those that have expired are removed. It follows their number, so that a removal, which reads all of
        /// them, costs each upload little.
        var nextSweep = Self.firstSweep
        /// When that was done, in seconds since 1970 UTC.
        var lastSweep: UInt64?
        static let firstSweep = 1000
    }

    /// The most forms of one keyset: about 300 uploads a second for the six minutes in which a form counts.
    static let capacity = 100_000

    private var keysets: [String: Keyset] = [:]
    /// How many times expired forms were removed.
    private(set) var sweeps = 0

    /// How many forms of a keyset are known, some of which may have expired.
    func count(keyset: String) -> Int { keysets[keyset]?.expiries.count ?? 0 }

    /// Notes that a form is used.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - keyset: The subscribe key.
    ///   - expiry: When no upload can use it any more, in seconds since 1970 UTC.
    ///   - date: The present time.
    /// - Returns: Whether the form may be used.
    mutating func use(_ id: String, of keyset: String, until expiry: UInt64, at date: UInt64) -> Use {
        var forms = keysets.removeValue(forKey: keyset) ?? Keyset()
        defer { keysets[keyset] = forms }
        guard forms.expiries[id] == nil else { return .again }
        if forms.expiries.count >= min(forms.nextSweep, Self.capacity) {
            // Forms of one moment expire together, so a full table is read again at most once in a second.
            guard forms.expiries.count < Self.capacity || forms.lastSweep != date else { return .full }
            forms.expiries = forms.expiries.filter { $0.value >= date }
            forms.nextSweep = max(Keyset.firstSweep, 2 * forms.expiries.count)
            forms.lastSweep = date
            sweeps += 1
            guard forms.expiries.count < Self.capacity else { return .full }
        }
        forms.expiries[id] = expiry
        return .first
    }
}
