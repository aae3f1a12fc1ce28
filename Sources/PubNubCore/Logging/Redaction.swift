import PubNubWire

/// Takes secrets and message content out of what is logged and reported, by the route of the request.
package enum Redaction {
    static let mask = MaskedURL.mask

    /// The first and the last two characters of a key around asterisks; nothing but asterisks for a key of fewer than sixteen
    /// characters.
    package static func shortened(_ key: String) -> String {
        guard key.count >= 16 else { return key.isEmpty ? "" : "****" }
        return "\(key.prefix(2))****\(key.suffix(2))"
    }

    /// How many characters of a reply the packet dump shows.
    private static let shownCharacters = 64 * 1024

    /// Headers whose values a log may show; all others are masked.
    private static let shownHeaders: Set<String> = [
        "accept", "accept-encoding", "accept-ranges", "access-control-allow-methods", "access-control-allow-origin",
        "age",
        "allow", "cache-control", "connection", "content-encoding", "content-length", "content-type", "date", "etag",
        "expires", "host", "if-match", "keep-alive", "last-modified", "proxy-connection", "retry-after", "server",
        "transfer-encoding", "vary", "via",
    ]

    /// The URL of a request of `route`, without what the route hides; of a request without a route only the origin.
    static func url(_ url: String, of route: Route?) -> String {
        MaskedURL(url, of: route?.row).text
    }

    /// Masks hidden values of a request in a response of the service, which may repeat them.
    ///
    /// - Parameters:
    ///   - text: the response.
    ///   - url: the URL of the request.
    ///   - route: its route; `nil` hides everything behind the origin.
    ///   - content: the body of the request before compression; `nil` for none.
    /// - Returns: the response with masks.
    static func reply(_ text: String, to url: String, of route: Route?, content: [UInt8]? = nil) -> String {
        var secrets = MaskedURL(url, of: route?.row).hidden.map { EchoedSecret(escaped: $0) }
        if let content { secrets.append(EchoedSecret(plain: String(decoding: content, as: UTF8.self))) }
        return secrets.reduce(text) { $1.hidden(in: $0) }
    }

    /// The body of a reply as the packet dump shows it: without the hidden values of the request, without the authorization
    /// keys of other clients, and not more than its first 64 KiB.
    static func response(_ body: [UInt8], to url: String, of route: Route?) -> String {
        guard let route else { return mask }
        var text = String(decoding: body, as: UTF8.self)
        let secretMembers = route.row.logged.secretMembers
        if !secretMembers.isEmpty {
            // A body that cannot be parsed cannot be searched.
            guard let value = try? JSON(parsing: JSONP.unwrap(body)) else { return mask }
            text = value.hiding(secretMembers).text
        }
        text = reply(text, to: url, of: route)
        guard text.count > shownCharacters else { return text }
        return text.prefix(shownCharacters) + "… (\(body.count) bytes in all)"
    }

    /// A line of an HTTP head, with a mask in place of a value that may be a secret.
    static func header(_ line: some StringProtocol) -> String {
        let (name, value) = String(line).cut(at: ":")
        // The first line of a reply.
        guard value != nil else { return String(line) }
        return shownHeaders.contains(name.lowercased()) ? String(line) : "\(name): \(mask)"
    }

    /// The structure of a JSON text without any of its content: kinds of values, numbers of members, lengths of strings.
    static func shape(of body: [UInt8]) -> String {
        guard let value = try? JSON(parsing: JSONP.unwrap(body)) else { return "not JSON" }
        return value.shape(depth: 3)
    }
}

extension JSON {
    /// How many elements of an array its shape describes one by one.
    private static let describedElements = 3

    fileprivate func hiding(_ names: Set<String>) -> JSON {
        switch self {
        case .array(let elements):
            .array(elements.map { $0.hiding(names) })
        case .object(let members):
            .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { name, member in
                        (name, names.contains(name) ? .string(Redaction.mask) : member.hiding(names))
                    }
                )
            )
        case .null, .bool, .integer, .unsigned, .double, .decimal, .string:
            self
        }
    }

    /// Names of members are content as much as their values.
    fileprivate func shape(depth: Int) -> String {
        switch self {
        case .null: return "null"
        case .bool: return "bool"
        case .integer, .unsigned, .double, .decimal: return "number"
        case .string(let text): return "string(\(text.utf8.count))"
        case .object(let members): return "object(\(members.count))"
        case .array(let elements):
            guard depth > 1, !elements.isEmpty else { return "array(\(elements.count))" }
            let shown = elements.prefix(Self.describedElements).map { $0.shape(depth: depth - 1) }
            return "array(\(elements.count)) of " + shown.joined(separator: ", ")
                + (elements.count > shown.count ? ", …" : "")
        }
    }
}

/// A hidden value of a request as a service may repeat it: escaped or not, one of a list, the content of a JSON string, in
/// upper or lower case.
struct EchoedSecret {
    /// Shorter values are hidden only as whole words, so that the key `a` does not mask every `a`.
    private static let distinctiveLength = 8

    private let forms: [String]

    /// A value as it stands in a URL.
    init(escaped: Substring) {
        self.init(plain: PercentEncoding.unescape(escaped) ?? String(escaped), escaped: String(escaped))
    }

    /// A value as it is.
    init(plain: String, escaped: String = "") {
        var forms: Set = [plain, escaped]
        if let value = try? JSON(parsing: plain) {
            // Parts of an object are words of any text.
            if let content = value.string { forms.insert(content) }
        } else {
            forms.formUnion(plain.split(at: ",").map(String.init))
        }
        // The longest first: what it covers must not be left in halves by a part of it.
        self.forms = forms.subtracting([""]).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    }

    /// The text with a mask in the place of the secret.
    func hidden(in text: String) -> String {
        forms.reduce(text) { Self.hide($1.utf8.map(Self.lowered), in: $0) }
    }

    private static func hide(_ secret: [UInt8], in text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if matches(secret, bytes, at: index) {
                result += Redaction.mask.utf8
                index += secret.count
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func matches(_ secret: [UInt8], _ text: [UInt8], at start: Int) -> Bool {
        let end = start + secret.count
        guard end <= text.count, lowered(text[start]) == secret[0] else { return false }
        guard text[start..<end].elementsEqual(secret, by: { lowered($0) == $1 }) else { return false }
        guard secret.count < distinctiveLength else { return true }
        let joinsBefore = start > 0 && isWord(text[start - 1])
        let joinsAfter = end < text.count && isWord(text[end])
        return !joinsBefore && !joinsAfter
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
        default: false
        }
    }
}
