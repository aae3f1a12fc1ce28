import PubNubOrigin
import PubNubWire

/// A server of a cluster, as it describes itself. The description has no secret.
struct ClusterNode: Sendable, Equatable {
    var name: String
    var version: String
    /// Where clients reach it; nil until it accepts connections.
    var url: String?
    /// Its admin listener; nil without one.
    var admin: String?
    /// The position of the last record that it has applied.
    var position: UInt64
    /// How many records it has received and not applied, as the stream counts them.
    var lag: UInt64
    /// Why it takes no traffic; empty if it does.
    var reasons: [String]
    /// Seconds since it was started.
    var uptime: Double

    /// The most bytes of a string of another server.
    private static let maxTextBytes = 256
    private static let maxReasons = 16

    /// The description as servers exchange it, and as the admin listener reports it.
    var json: JSON {
        [
            "name": .string(name), "version": .string(version), "url": url.map { .string($0) } ?? .null,
            "admin": admin.map { .string($0) } ?? .null,
            "position": JSON(position), "lag": JSON(lag), "ready": .bool(reasons.isEmpty),
            "reasons": .array(reasons.map { .string($0) }), "uptime": .double((uptime * 10).rounded() / 10),
        ]
    }
}

extension ClusterNode {
    /// The server that another program describes. Members of later versions are ignored.
    ///
    /// - Returns: nil if the description has not the form that servers send.
    init?(_ json: JSON) {
        guard let name = Self.text(json["name"]), !name.isEmpty, let version = Self.text(json["version"]),
            let position = json["position"]?.uint64Value, let lag = json["lag"]?.uint64Value,
            let uptime = json["uptime"]?.double, uptime.isFinite, uptime >= 0,
            let reasons = json["reasons"]?.array, reasons.count <= Self.maxReasons,
            let url = Self.address(json["url"]), let admin = Self.address(json["admin"])
        else { return nil }
        let texts = reasons.compactMap(Self.text)
        guard texts.count == reasons.count else { return nil }
        self.init(
            name: name,
            version: version,
            url: url,
            admin: admin,
            position: position,
            lag: lag,
            reasons: texts,
            uptime: uptime
        )
    }

    /// A string without control characters.
    private static func text(_ json: JSON?) -> String? {
        guard let text = json?.string, text.utf8.count <= maxTextBytes,
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        return text
    }

    /// An HTTP address, which a page may link to, or none; nil for anything else.
    private static func address(_ json: JSON?) -> String?? {
        guard let json, !json.isNull else { return .some(nil) }
        guard let text = text(json), text.hasPrefix("http://") || text.hasPrefix("https://") else { return nil }
        return text
    }
}
