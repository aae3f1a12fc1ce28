/// The content of an access token: rights, their holder, and their time.
///
/// A token is a map in CBOR, in Base64 with the alphabet for URLs. The names of its members are byte strings.
package struct AccessTokenContent: Sendable, Hashable {
    /// Rights by name, each a sum of bits.
    ///
    /// Older clients call channels `spaces`, and users `users` where today's write `uuids`. A token keeps both names, and
    /// the rights under them add up.
    package struct Permissions: Sendable, Hashable {
        /// Those on channels under today's name.
        package private(set) var plainChannels: [String: Int]
        /// Those on channels under the older name.
        package private(set) var spaces: [String: Int]
        /// Those on channel groups.
        package var groups: [String: Int]
        /// Those on users under today's name.
        package private(set) var plainUsers: [String: Int]
        /// Those on users under the older name.
        package private(set) var olderUsers: [String: Int]

        /// All rights on channels. Setting them gives all of them today's name.
        package var channels: [String: Int] {
            get { Self.united(plainChannels, spaces) }
            set {
                plainChannels = newValue
                spaces = [:]
            }
        }

        /// All rights on users. Setting them gives all of them today's name.
        package var users: [String: Int] {
            get { Self.united(plainUsers, olderUsers) }
            set {
                plainUsers = newValue
                olderUsers = [:]
            }
        }

        package init(
            channels: [String: Int] = [:],
            groups: [String: Int] = [:],
            users: [String: Int] = [:],
            spaces: [String: Int] = [:],
            olderUsers: [String: Int] = [:]
        ) {
            plainChannels = channels
            self.spaces = spaces
            self.groups = groups
            plainUsers = users
            self.olderUsers = olderUsers
        }

        package var isEmpty: Bool {
            plainChannels.isEmpty && spaces.isEmpty && groups.isEmpty && plainUsers.isEmpty && olderUsers.isEmpty
        }

        private static func united(_ rights: [String: Int], _ older: [String: Int]) -> [String: Int] {
            rights.merging(older) { $0 | $1 }
        }
    }

    package var version = 2
    /// When it was issued, in seconds since 1970.
    package var timestamp: Int64
    /// For how many minutes it is valid.
    package var minutes: Int64
    package var resources = Permissions()
    /// Rights on all names that match a regular expression.
    package var patterns = Permissions()
    package var meta: [String: JSON] = [:]
    /// The only client that may use it; `nil` for any.
    package var user: String?
    package var signature: [UInt8] = []

    package init(timestamp: Int64, minutes: Int64) {
        self.timestamp = timestamp
        self.minutes = minutes
    }

    /// Reads a token.
    package init(reading bytes: some Collection<UInt8>) throws(WireError) {
        let value: CBORValue
        do throws(CBORError) {
            value = try CBORValue(reading: bytes)
        } catch {
            throw .unexpectedShape
        }
        guard case .integer(let timestamp)? = value["t"], case .integer(let minutes)? = value["ttl"] else {
            throw .unexpectedShape
        }
        self.init(timestamp: timestamp, minutes: minutes)
        if case .integer(let version)? = value["v"] { self.version = Int(clamping: version) }
        resources = Self.permissions(value["res"])
        patterns = Self.permissions(value["pat"])
        if case .map(let members)? = value["meta"] {
            for member in members { if let name = member.key.name { meta[name] = member.value.json } }
        }
        user = value["uuid"]?.name
        if case .bytes(let bytes)? = value["sig"] { signature = bytes }
    }

    /// The token in CBOR.
    package func serialized() -> [UInt8] {
        var members = unsigned
        members.append(Self.member("sig", .bytes(signature)))
        return CBORValue.map(members).serialized()
    }

    /// The bytes that the signature covers.
    package var signedBytes: [UInt8] { CBORValue.map(unsigned).serialized() }

    private var unsigned: [CBORMember] {
        var members = [
            Self.member("v", .integer(Int64(version))), Self.member("t", .integer(timestamp)),
            Self.member("ttl", .integer(minutes)), Self.member("res", Self.map(resources)),
            Self.member("pat", Self.map(patterns)),
            Self.member(
                "meta",
                .map(meta.sorted { $0.key < $1.key }.map { CBORMember(.text($0.key), CBORValue($0.value)) })
            ),
        ]
        if let user { members.append(Self.member("uuid", .text(user))) }
        return members
    }

    private static func member(_ name: String, _ value: CBORValue) -> CBORMember {
        CBORMember(.bytes(Array(name.utf8)), value)
    }

    private static func map(_ permissions: Permissions) -> CBORValue {
        func map(_ rights: [String: Int]) -> CBORValue {
            .map(rights.sorted { $0.key < $1.key }.map { CBORMember(.text($0.key), .integer(Int64($0.value))) })
        }
        return .map([
            member("chan", map(permissions.plainChannels)), member("grp", map(permissions.groups)),
            member("usr", map(permissions.olderUsers)), member("spc", map(permissions.spaces)),
            member("uuid", map(permissions.plainUsers)),
        ])
    }

    private static func permissions(_ value: CBORValue?) -> Permissions {
        func rights(_ name: String) -> [String: Int] {
            guard case .map(let members)? = value?[name] else { return [:] }
            return members.reduce(into: [:]) { found, member in
                if let name = member.key.name, case .integer(let bits) = member.value {
                    found[name] = Int(clamping: bits)
                }
            }
        }
        return Permissions(
            channels: rights("chan"),
            groups: rights("grp"),
            users: rights("uuid"),
            spaces: rights("spc"),
            olderUsers: rights("usr")
        )
    }
}

extension CBORValue {
    /// The value of a field of `meta`.
    fileprivate init(_ value: JSON) {
        switch value {
        case .null: self = .null
        case .bool(let bool): self = .bool(bool)
        case .integer(let integer): self = .integer(integer)
        case .unsigned, .double, .decimal: self = .double(value.double ?? 0)
        case .string(let text): self = .text(text)
        case .array(let elements): self = .array(elements.map { CBORValue($0) })
        case .object(let members):
            self = .map(members.sorted { $0.key < $1.key }.map { CBORMember(.text($0.key), CBORValue($0.value)) })
        }
    }

    fileprivate var json: JSON {
        switch self {
        case .integer(let integer): .integer(integer)
        case .bytes, .text: .string(name ?? "")
        case .array(let elements): .array(elements.map(\.json))
        case .map(let members):
            .object(Dictionary(members.map { ($0.key.name ?? "", $0.value.json) }) { _, last in last })
        case .bool(let bool): .bool(bool)
        case .null: .null
        case .double(let double): .double(double)
        }
    }
}
