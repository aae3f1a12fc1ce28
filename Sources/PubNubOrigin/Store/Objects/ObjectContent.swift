import PubNubCodec
package import PubNubWire

/// The fields that clients have set on a user, a channel or a membership.
package struct ObjectContent: Sendable, Equatable {
    package var name: String?
    package var externalId: String?
    package var profileUrl: String?
    package var email: String?
    package var description: String?
    package var type: String?
    package var status: String?
    /// Strings, numbers and booleans by name.
    package var custom: [String: JSON]?

    package init() {}

    package subscript(field: MetadataField) -> String? {
        get {
            switch field {
            case .name: name
            case .externalId: externalId
            case .profileUrl: profileUrl
            case .email: email
            case .description: description
            case .type: type
            case .status: status
            }
        }
        set {
            switch field {
            case .name: name = newValue
            case .externalId: externalId = newValue
            case .profileUrl: profileUrl = newValue
            case .email: email = newValue
            case .description: description = newValue
            case .type: type = newValue
            case .status: status = newValue
            }
        }
    }

    /// The fields that are set, by name.
    var members: [String: JSON] {
        var members: [String: JSON] = [:]
        for field in MetadataField.allCases { members[field.rawValue] = self[field].map { .string($0) } }
        members["custom"] = custom.map { .object($0) }
        return members
    }

    /// How large it is as JSON.
    var bytes: Int { JSON.object(members).bytes.count }

    /// The fields in which two contents differ, by name, with what this one has there.
    func members(otherThanIn old: ObjectContent) -> [String: JSON] {
        var members: [String: JSON] = [:]
        for field in MetadataField.allCases where self[field] != old[field] {
            members[field.rawValue] = self[field].map { .string($0) } ?? .null
        }
        if custom != old.custom { members["custom"] = custom.map { .object($0) } ?? .null }
        return members
    }
}

/// A change of some fields. Other fields keep their values.
struct ObjectPatch: Sendable, Equatable {
    /// What becomes of a field.
    enum Change<Value: Sendable & Equatable>: Sendable, Equatable {
        case set(Value)
        case clear
    }

    var texts: [MetadataField: Change<String>] = [:]
    /// nil leaves `custom` alone; it is replaced as a whole.
    var custom: Change<[String: JSON]>?

    func applied(to old: ObjectContent) -> ObjectContent {
        var content = old
        for (field, change) in texts {
            switch change {
            case .set(let text): content[field] = text
            case .clear: content[field] = nil
            }
        }
        switch custom {
        case .set(let members): content.custom = members
        case .clear: content.custom = nil
        case nil: break
        }
        return content
    }
}

/// Makes the versions of objects.
enum ObjectTag {
    /// The version of a user or a channel: 32 hexadecimal digits. The first half is the time of the change, so that every
    /// change has another version.
    static func ofRecord(_ id: String, _ kind: ObjectKind, keyset: String, changed timetoken: UInt64) -> String {
        let names: [JSON] = [.string(keyset), .string(kind.wireName), .string(id)]
        let halves = [timetoken.bigEndian, hash(JSON.array(names).bytes).bigEndian]
        return Digest.hex(halves.withUnsafeBytes { Array($0) })
    }

    /// The version of a membership, which its content alone decides. As the service's it is base64 of a byte 1 and of
    /// 64 bits, seven to a byte; those of an empty membership are the service's own.
    static func ofMembership(_ content: ObjectContent) -> String {
        var bits = empty
        if content != ObjectContent() {
            bits = hash(JSON.object(content.members).bytes)
        }
        var bytes: [UInt8] = [1]
        while bits > 127 {
            bytes.append(UInt8(truncatingIfNeeded: bits) | 128)
            bits >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: bits))
        return Base64.encode(bytes, padded: false)
    }

    /// FNV-1a with 64 bits. Unlike MD5 it is on every system, and it is the same in every process.
    private static func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// What `Afah2qS199e74QE` holds.
    private static let empty: UInt64 = 0xE177_5FBB_5496_90F6
}
