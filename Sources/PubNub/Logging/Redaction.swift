import PubNubWire

/// Takes what is secret out of what is logged and reported.
enum Redaction {
    static let mask = "***"

    private static let secretParameters: Set<Substring> = ["auth", "signature", "state", "token", "secret", "cipher"]

    /// The address of a request without authorization keys, signatures, client states and push tokens.
    ///
    /// Publish and subscribe keys stay: they are in every app, and tell key sets apart. Messages stay out as well: a
    /// log is no place for what people write to each other.
    static func url(_ url: String) -> String {
        var address = Address(url)
        address.hideSecrets()
        return address.text
    }

    /// What a service said, without the secrets of the request to `url` that it may have written back.
    static func reply(_ text: String, to url: String) -> String {
        var address = Address(url)
        address.hideSecrets()
        return address.hidden.reduce(text) { EchoedSecret($1).hidden(in: $0) }
    }

    /// The body of an answer, as it may be kept: without the secrets of the request, and without the authorization keys
    /// of others that the access manager lists.
    static func answer(_ body: [UInt8], to url: String) -> String {
        let path = url.prefix { $0 != "?" }
        guard path.split(separator: "/").contains("auth") else {
            return reply(String(decoding: body, as: UTF8.self), to: url)
        }
        // What cannot be read cannot be searched either.
        guard let value = try? JSONValue(parsing: JSONP.unwrap(body)) else { return mask }
        return reply(withoutKeys(value).text, to: url)
    }

    private static func withoutKeys(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements):
            .array(elements.map(withoutKeys))
        case .object(let members):
            .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { name, member in
                        (name, name == "auths" ? .string(mask) : withoutKeys(member))
                    }
                )
            )
        case .null, .bool, .integer, .unsigned, .double, .decimal, .string:
            value
        }
    }

    /// The parts of an address, and what has been taken out of it.
    private struct Address {
        private var segments: [Substring]
        private var query: [Substring]?
        /// What was hidden, as it was written in the address.
        private(set) var hidden: [Substring] = []

        init(_ url: String) {
            let (path, items) = url.cut(at: "?")
            segments = path.split(at: "/", keepsEmpty: true)
            query = items?.split(at: "&", keepsEmpty: true)
        }

        var text: String {
            let path = segments.joined(separator: "/")
            return query.map { path + "?" + $0.joined(separator: "&") } ?? path
        }

        mutating func hideSecrets() {
            hideInPath()
            query = query?.map { item in
                let (name, value) = item.cut(at: "=")
                guard let value, secretParameters.contains(name) else { return item }
                hidden.append(value)
                return "\(name)=\(mask)"
            }
        }

        private mutating func hideInPath() {
            // /publish/{pub}/{sub}/{signature}/{channel}/{callback}/{message}
            if let start = segments.firstIndex(of: "publish") {
                hide(at: start + 3, keeping: "0")
                if segments.indices.contains(start + 6) { segments.replaceSubrange((start + 6)..., with: [mask[...]]) }
            }
            // /v1/push/sub-key/{sub}/devices/{token} and the same with devices-apns2
            if segments.contains("push"), let devices = segments.firstIndex(where: { $0.hasPrefix("devices") }) {
                hide(at: devices + 1)
            }
            // /v3/pam/{sub}/grant/{token}
            if segments.contains("pam"), let grant = segments.firstIndex(of: "grant") { hide(at: grant + 1) }
        }

        private mutating func hide(at index: Int, keeping plain: Substring? = nil) {
            guard segments.indices.contains(index), segments[index] != plain else { return }
            hidden.append(segments[index])
            segments[index] = mask[...]
        }
    }
}
