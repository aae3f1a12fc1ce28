/// Takes what is secret out of what is logged.
enum Redaction {
    static let mask = "***"

    private static let secretParameters: Set<Substring> = ["auth", "signature", "state", "token", "secret", "cipher"]

    /// The address of a request without authorization keys, signatures, client states and push tokens.
    ///
    /// Publish and subscribe keys stay: they are in every app, and tell key sets apart. Messages stay out as well: a
    /// log is no place for what people write to each other.
    static func url(_ url: String) -> String {
        let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = redactPath(parts[0])
        return parts.count == 1 ? path : path + "?" + redactQuery(parts[1])
    }

    private static func redactQuery(_ query: Substring) -> String {
        query.split(separator: "&", omittingEmptySubsequences: false).map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 && secretParameters.contains(parts[0]) ? "\(parts[0])=\(mask)" : String(item)
        }.joined(separator: "&")
    }

    private static func redactPath(_ path: Substring) -> String {
        var segments = path.split(separator: "/", omittingEmptySubsequences: false)
        // /publish/{pub}/{sub}/{signature}/{channel}/{callback}/{message}
        if let start = segments.firstIndex(of: "publish") {
            hide(&segments, at: start + 3, keeping: "0")
            hide(&segments, from: start + 6)
        }
        // /v1/push/sub-key/{sub}/devices/{token} and the same with devices-apns2
        if segments.contains("push"), let devices = segments.firstIndex(where: { $0.hasPrefix("devices") }) {
            hide(&segments, at: devices + 1)
        }
        // /v3/pam/{sub}/grant/{token}
        if segments.contains("pam"), let grant = segments.firstIndex(of: "grant") {
            hide(&segments, at: grant + 1)
        }
        return segments.joined(separator: "/")
    }

    private static func hide(_ segments: inout [Substring], at index: Int, keeping plain: Substring? = nil) {
        guard segments.indices.contains(index), segments[index] != plain else { return }
        segments[index] = mask[...]
    }

    private static func hide(_ segments: inout [Substring], from index: Int) {
        guard segments.indices.contains(index) else { return }
        segments.replaceSubrange(index..., with: [mask[...]])
    }
}
