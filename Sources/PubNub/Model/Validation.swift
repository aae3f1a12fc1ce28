import PubNubMachines
import PubNubWire

/// Checks a caller's input before anything is sent.
enum Validation {
    static func channel(_ channel: PNChannel?) throws(PNError) -> PNChannel {
        guard let channel, !channel.name.isEmpty else { throw PNError(code: kPNMessageHasNoChannelError) }
        try check(channel.name, kPNRestrictedCharacterInChannelNameError)
        return channel
    }

    /// The entries of a change of the subscription, one for each object.
    static func entries(_ objects: [any PNChannelProtocol]) throws(PNError) -> [SubscriptionChange.Entry] {
        guard !objects.isEmpty else { throw PNError(code: kPNRestrictedCharacterInChannelNameError) }
        var entries: [SubscriptionChange.Entry] = []
        for object in objects {
            let entry = SubscriptionChange.Entry(object)
            let observed = (object as? PNChannelPresence)?.observed ?? object
            if let group = observed as? PNChannelGroup {
                try check(name: PresenceName.stripAll(group.groupName).name, namespace: group.nspace)
            } else {
                try check(entry.target.name, kPNRestrictedCharacterInChannelNameError)
            }
            entries.append(entry)
        }
        return entries
    }

    /// The targets of a list of objects, each once.
    static func targets(_ objects: [any PNChannelProtocol]) throws(PNError) -> [SubscriptionTarget] {
        var known: Set<SubscriptionTarget> = []
        return try entries(objects).map(\.target).filter { known.insert($0).inserted }
    }

    /// The target of one object.
    static func target(_ object: any PNChannelProtocol) throws(PNError) -> SubscriptionTarget {
        let targets = try entries([object]).map(\.target)
        guard let target = targets.first else { throw PNError(code: kPNRestrictedCharacterInChannelNameError) }
        return target
    }

    static func check(_ group: PNChannelGroup) throws(PNError) {
        try check(name: group.groupName, namespace: group.nspace)
    }

    private static func check(name: String, namespace nspace: String?) throws(PNError) {
        try check(name, kPNRestrictedCharacterInChannelGroupNameError)
        guard let nspace else { return }
        try check(nspace, kPNRestrictedCharacterInChannelGroupNamespaceNameError)
    }

    /// Checks the identifier of a client: the service accepts 1 to 92 bytes in UTF-8.
    static func identifier(_ name: String) throws(PNError) {
        if let fault = identifierFault(name) { throw PNError(input: fault) }
    }

    /// Returns why the identifier of a client is invalid; `nil` if it is valid.
    static func identifierFault(_ name: String) -> String? {
        let limit = ServiceLimits.maxIdentifierLength
        if name.isEmpty { return "The client identifier is empty." }
        if name.utf8.count > limit { return "The client identifier has more than \(limit) bytes in UTF-8." }
        return isDotSegment(name) ? "The client identifier is \(dotSegments)." : nil
    }

    /// Checks the name of a channel, group or namespace, with or without the suffix of presence.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - code: The code of the error.
    /// - Throws: An error with that code if the service does not accept the name.
    static func check(_ name: String, _ code: Int) throws(PNError) {
        guard !name.isEmpty, isShort(name), !name.utf8.contains(where: isReserved) else { throw PNError(code: code) }
        guard !isDotSegment(PresenceName.strip(name).name) else {
            throw PNError(message: "The name is \(dotSegments).", code: code)
        }
    }

    /// Whether proxies and URL libraries remove the name from a path, so that the request would go to another resource
    /// (RFC 3986, section 5.2.4). Escaping does not protect it: `%2E` is the same character to them.
    static func isDotSegment(_ name: String) -> Bool {
        name == "." || name == ".."
    }

    /// The description of such a name in errors.
    static let dotSegments = "'.' or '..', which proxies remove from the path of a URL"

    /// Counts characters only if the number of bytes, which is never smaller, does not suffice.
    private static func isShort(_ name: String) -> Bool {
        name.utf8.count <= ServiceLimits.maxNameLength || name.count <= ServiceLimits.maxNameLength
    }

    /// Whether a channel name must not contain the character (3.7.8 README, "Channels representation").
    private static func isReserved(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ":")
    }

    /// Checks state by channel or group name: each a dictionary of strings, numbers and nulls
    /// (Documentation/WireProtocol.md, "Here-now, where-now and state"). A null removes a field.
    static func presenceState(_ state: [String: Any]) throws(PNError) -> [String: JSONValue] {
        guard let value = try? JSONBridge.value(state), case .object(let states) = value else {
            throw PNError(code: kPNInvalidStatePayloadError)
        }
        for case let entry in states.values where !isState(entry) {
            throw PNError(code: kPNInvalidStatePayloadError)
        }
        return states.mapValues { state in .object((state.objectValue ?? [:]).filter { !$0.value.isNull }) }
    }

    /// Checks the state on one object: strings, numbers and nulls by field name.
    static func stateFields(_ state: [String: Any]) throws(PNError) -> [String: JSONValue] {
        guard let value = try? JSONBridge.value(state), isState(value), case .object(let fields) = value else {
            throw PNError(code: kPNInvalidStatePayloadError)
        }
        return fields
    }

    static func isState(_ value: JSONValue) -> Bool {
        guard case .object(let fields) = value else { return false }
        return fields.values.allSatisfy { field in
            switch field {
            case .string, .integer, .unsigned, .double, .decimal, .null, .bool: true
            case .array, .object: false
            }
        }
    }
}
