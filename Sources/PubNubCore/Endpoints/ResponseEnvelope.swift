import PubNubWire

/// The JSON object around a result or an error.
struct ResponseEnvelope {
    private let fields: [String: JSON]

    /// The envelope with these members.
    init(_ fields: [String: JSON]) {
        self.fields = fields
    }

    /// The result: `payload`, or the members that do not belong to the envelope.
    var content: JSON {
        if let payload = fields["payload"], !payload.isNull { return payload }
        return .object(fields.filter { name, _ in !Self.ownNames.contains(name) && !Self.isPrivate(name) })
    }

    /// The refusal in the envelope; `nil` if it contains a result.
    ///
    /// A transport status of 400 and above is a failure regardless of the envelope; below that, the envelope's own
    /// status and its `error` decide.
    func refusal(httpStatus: Int) -> ServiceRefusal? {
        // The change was made; only its event was not published, which `error` explains.
        guard httpStatus != 207 else { return nil }
        let ownStatus = fields["status"]?.wholeNumber.map { Int($0) }
        let ownFailure = ownStatus.map { !(200..<300).contains($0) }
        let text = errorText
        let claimed = claimsError || ownFailure == true && (text != nil || (ownStatus ?? 0) >= 400)
        guard httpStatus >= 400 || claimed else { return nil }
        let explains = claimed || ownFailure == nil
        let names = Self.names(in: fields["payload"])
        return ServiceRefusal(
            status: ownFailure == true ? ownStatus ?? httpStatus : httpStatus,
            text: explains ? text : nil,
            details: explains ? details : [],
            channels: names.channels,
            channelGroups: names.groups
        )
    }

    private static let ownNames: Set<String> = ["service", "status", "error", "message", "warning", "payload"]

    /// Whether `error` is set, in any of its forms.
    private var claimsError: Bool {
        switch fields["error"] {
        case .bool(let flag): flag
        case .integer(let number): number != 0
        case .string(let text): !text.isEmpty
        case .object: true
        default: false
        }
    }

    private var errorText: String? {
        switch fields["error"] {
        case .string(let text) where !text.isEmpty: return text
        case .object(let details):
            if let text = details["message"]?.string, !text.isEmpty { return text }
        default: break
        }
        let texts = [fields["message"]?.string, fields["error_message"]?.string]
        return texts.lazy.compactMap(\.self).first { !$0.isEmpty }
    }

    private var details: [String] {
        fields["error"]?["details"]?.array?.compactMap(Self.detail) ?? []
    }

    /// One error, and its location.
    private static func detail(_ value: JSON) -> String? {
        guard let message = value["message"]?.string else { return nil }
        return message + (value["location"]?.string.map { " Location: \($0)" } ?? "")
    }

    /// Whether the service reserves the name, such as `_x_y`.
    private static func isPrivate(_ name: String) -> Bool {
        guard name.first == "_", let end = name.dropFirst().firstIndex(of: "_") else { return false }
        return name[name.index(after: end)...].first.map { !$0.isWhitespace } ?? false
    }

    private static func names(in payload: JSON?) -> (channels: [String], groups: [String]) {
        let channels = payload?["channels"]?.array?.compactMap(\.string) ?? []
        guard channels.isEmpty else { return (channels, []) }
        return ([], payload?["channel-groups"]?.array?.compactMap(\.string) ?? [])
    }
}
