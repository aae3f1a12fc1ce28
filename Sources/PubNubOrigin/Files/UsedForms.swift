import PubNubWire

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

    /// The most forms of one keyset: about 300 uploads a second for the six minutes in which a form counts.
    static let capacity = 100_000

    private var keysets: [NameKey: ExpiringIDs<String>] = [:]

    /// How many times expired forms were removed.
    var sweeps: Int { keysets.values.reduce(0) { $0 + $1.sweeps } }

    /// How many forms of a keyset are known, some of which may have expired.
    func count(keyset: String) -> Int { keysets[keyset]?.count ?? 0 }

    /// Notes that a form is used.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - keyset: The subscribe key.
    ///   - expiry: From when on no upload can use it any more, in seconds since 1970 UTC.
    ///   - date: The present time.
    /// - Returns: Whether the form may be used.
    mutating func use(_ id: String, of keyset: String, until expiry: UInt64, at date: UInt64) -> Use {
        var forms = keysets.removeValue(forKey: NameKey(keyset)) ?? ExpiringIDs(firstSweep: 1000)
        defer { keysets[keyset] = forms }
        guard !forms.contains(id) else { return .again }
        guard forms.makeRoom(in: Self.capacity, at: date) else { return .full }
        forms.add(id, until: expiry)
        return .first
    }
}
