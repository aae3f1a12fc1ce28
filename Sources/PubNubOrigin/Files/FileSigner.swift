import PubNubCodec
import PubNubWire

/// The right to upload one file, which a form carries.
struct FileForm: Sendable, Equatable {
    let channel: Topic
    let id: String
    let name: String
    /// When the upload has to have started, in seconds since 1970 UTC.
    let expires: UInt64
}

/// Signs forms and addresses, so that they need no other right.
struct FileSigner: Sendable {
    private let key: [UInt8]

    /// - Parameter key: 32 bytes that only the server knows.
    init(key: [UInt8]) {
        self.key = key
    }

    /// The field `token` of a form; nil if the crypto library fails.
    func token(of form: FileForm) -> String? {
        let json: JSON = .object([
            "k": .string(form.channel.keyset), "c": .string(form.channel.name), "i": .string(form.id),
            "n": .string(form.name), "e": .integer(Int64(clamping: form.expires)),
        ])
        let content = Base64.encode(json.bytes, urlSafe: true, padded: false)
        return signature(of: "form", [content]).map { "\(content).\($0)" }
    }

    /// The form that a token is for; nil if the token is not one of this server.
    func form(_ token: String) -> FileForm? {
        let (content, given) = token.cut(at: ".")
        guard let given, let expected = signature(of: "form", [String(content)]),
            ConstantTime.equal(Array(given.utf8), Array(expected.utf8)),
            let bytes = Base64.decode(String(content)), let json = try? JSON(parsing: bytes),
            let keyset = json["k"]?.string, let channel = json["c"]?.string, let id = json["i"]?.string,
            let name = json["n"]?.string, let expires = json["e"]?.uint64Value
        else { return nil }
        return FileForm(channel: Topic(keyset: keyset, name: channel), id: id, name: name, expires: expires)
    }

    /// The signature of the address of a file that ends at a time; nil if the crypto library fails.
    func signature(of key: FileKey, name: String, expires: String) -> String? {
        signature(of: "content", [key.channel.keyset, key.channel.name, key.id, name, expires])
    }

    private func signature(of purpose: String, _ texts: [String]) -> String? {
        // Lengths keep apart what is put together.
        let message = texts.reduce(into: Array(purpose.utf8)) { $0 += Array(" \($1.utf8.count):\($1)".utf8) }
        guard let digest = try? HMAC.sha256(key: key, message: message) else { return nil }
        return Base64.encode(digest, urlSafe: true, padded: false)
    }
}
