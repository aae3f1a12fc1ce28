import GRDB

/// A change of rights as a row of the data file, in which the key `""` stands for everybody.
extension AccessRecord: FetchableRecord {
    init(row: Row) {
        let name: String = row["name"]
        let scope: AccessTarget.Scope =
            switch row["kind"] as Int {
            case 1: .channel(name)
            case 2: .group(name)
            case 3: .user(name)
            default: .application
            }
        let key: String = row["key"]
        self.init(
            target: AccessTarget(keyset: row["keyset"], scope: scope),
            key: key.isEmpty ? nil : key,
            grant: AccessGrant(
                rights: AccessRights(rawValue: row["rights"]),
                expiry: (row["expiry"] as Int64?).map { UInt64(clamping: $0) }
            )
        )
    }

    /// Puts the rights in the place of earlier ones, or removes those.
    func save(_ db: Database) throws {
        let (kind, name) = place
        guard !grant.rights.isEmpty else {
            let statement = try db.cachedStatement(
                sql: "DELETE FROM accessGrant WHERE keyset = ? AND kind = ? AND name = ? AND key = ?"
            )
            return try statement.execute(arguments: [target.keyset, kind, name, key ?? ""])
        }
        let statement = try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO accessGrant (keyset, kind, name, key, rights, expiry) VALUES (?, ?, ?, ?, ?, ?)
                """
        )
        try statement.execute(arguments: [
            target.keyset, kind, name, key ?? "", grant.rights.rawValue, grant.expiry.map { Int64(clamping: $0) },
        ])
    }

    private var place: (kind: Int, name: String) {
        switch target.scope {
        case .application: (0, "")
        case .channel(let name): (1, name)
        case .group(let name): (2, name)
        case .user(let name): (3, name)
        }
    }
}
