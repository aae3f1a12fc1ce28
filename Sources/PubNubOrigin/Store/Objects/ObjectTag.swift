import PubNubCodec
import PubNubWire

/// Makes the versions of objects.
enum ObjectTag {
    /// The version of a user or a channel: 32 hexadecimal digits. The first half is the time of the change, so that every
    /// change has another version.
    static func ofRecord(_ id: String, _ kind: ObjectKind, keyset: String, changed timetoken: UInt64) -> String {
        let names: [JSONValue] = [.string(keyset), .string(kind.wireName), .string(id)]
        let halves = [timetoken.bigEndian, hash(JSONValue.array(names).serialized()).bigEndian]
        return Digest.hex(halves.withUnsafeBytes { Array($0) })
    }

    /// The version of a membership, which its content alone decides. As the service's it is base64 of a byte 1 and of
    /// 64 bits, seven to a byte; those of an empty membership are the service's own.
    static func ofMembership(_ content: ObjectContent) -> String {
        var bits = empty
        if content != ObjectContent() {
            bits = hash(JSONValue.object(content.members).serialized())
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
