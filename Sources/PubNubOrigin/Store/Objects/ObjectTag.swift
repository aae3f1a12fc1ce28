import PubNubCodec
import PubNubWire

/// Makes the versions of objects.
enum ObjectTag {
    /// The version of a user or a channel: 32 hexadecimal digits, different for every change.
    static func ofRecord(_ id: String, _ kind: ObjectKind, keyset: String, changed timetoken: UInt64) -> String {
        let names: [JSONValue] = [
            .string(keyset), .string(kind.wireName), .string(id), .integer(Int64(clamping: timetoken)),
        ]
        return Digest.hex(Digest.md5(JSONValue.array(names).serialized()))
    }

    /// The version of a membership, which its content alone decides. As the service's it is base64 of a byte 1 and of
    /// 64 bits, seven to a byte; those of an empty membership are the service's own.
    static func ofMembership(_ content: ObjectContent) -> String {
        var bits = empty
        if content != ObjectContent() {
            let digest = Digest.md5(JSONValue.object(content.members).serialized())
            bits = digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        }
        var bytes: [UInt8] = [1]
        while bits > 127 {
            bytes.append(UInt8(truncatingIfNeeded: bits) | 128)
            bits >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: bits))
        return Base64.encode(bytes, padded: false)
    }

    /// What `Afah2qS199e74QE` holds.
    private static let empty: UInt64 = 0xE177_5FBB_5496_90F6
}
