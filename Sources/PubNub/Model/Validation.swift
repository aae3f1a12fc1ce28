import PubNubWire

/// What is wrong with a caller's input, found before anything is sent.
enum Validation {
    static func channel(_ channel: PNChannel?) throws(PNError) -> PNChannel {
        guard let channel, !channel.name.isEmpty else { throw PNError(code: kPNMessageHasNoChannelError) }
        guard isAllowed(channel.name) else { throw PNError(code: kPNRestrictedCharacterInChannelNameError) }
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
            } else if !isAllowed(entry.feed.name) {
                throw PNError(code: kPNRestrictedCharacterInChannelNameError)
            }
            entries.append(entry)
        }
        return entries
    }

    /// The feeds of a list of objects, each once.
    static func feeds(_ objects: [any PNChannelProtocol]) throws(PNError) -> [Feed] {
        var known: Set<Feed> = []
        return try entries(objects).map(\.feed).filter { known.insert($0).inserted }
    }

    /// The feed of one object.
    static func feed(_ object: any PNChannelProtocol) throws(PNError) -> Feed {
        let feeds = try entries([object]).map(\.feed)
        guard let feed = feeds.first else { throw PNError(code: kPNRestrictedCharacterInChannelNameError) }
        return feed
    }

    static func check(_ group: PNChannelGroup) throws(PNError) {
        try check(name: group.groupName, namespace: group.nspace)
    }

    private static func check(name: String, namespace nspace: String?) throws(PNError) {
        guard isAllowed(name) else { throw PNError(code: kPNRestrictedCharacterInChannelGroupNameError) }
        guard let nspace else { return }
        guard isAllowed(nspace) else { throw PNError(code: kPNRestrictedCharacterInChannelGroupNamespaceNameError) }
    }

    /// The service knows no client whose identifier is longer.
    static func identifier(_ name: String) throws(PNError) {
        guard name.utf8.count <= ServiceLimits.maxNameLength else {
            let limit = ServiceLimits.maxNameLength
            throw PNError(message: "The identifier has more than \(limit) characters.", code: kPNUnknownError)
        }
    }

    /// The service takes no longer message.
    static func size(of call: Call<Timetoken>) throws(PNError) {
        let size = call.body?.count ?? call.arguments["message"]?.utf8.count ?? 0
        guard size <= ServiceLimits.maxMessageBytes else { throw PNError(code: kPNTooLongMessageError) }
    }

    static func isAllowed(_ name: String) -> Bool {
        !name.isEmpty && isShort(name) && !name.utf8.contains(where: isReserved)
    }

    /// Characters are counted only where the bytes, of which there are never fewer, do not settle it.
    private static func isShort(_ name: String) -> Bool {
        name.utf8.count <= ServiceLimits.maxNameLength || name.count <= ServiceLimits.maxNameLength
    }

    /// What a channel name must not have (README "Channels representation").
    private static func isReserved(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ":")
    }

    /// State by channel or group name: each a dictionary of texts, numbers and nulls (wire reference 3.11).
    static func presenceState(_ state: [String: Any]) throws(PNError) -> [String: JSONValue] {
        guard let value = try? JSONBridge.value(state), case .object(let states) = value else {
            throw PNError(code: kPNInvalidStatePayloadError)
        }
        for case let entry in states.values where !isState(entry) {
            throw PNError(code: kPNInvalidStatePayloadError)
        }
        return states
    }

    /// State on one object: texts, numbers and nulls by field name.
    static func stateFields(_ state: [String: Any]) throws(PNError) -> [String: JSONValue] {
        guard let value = try? JSONBridge.value(state), isState(value), case .object(let fields) = value else {
            throw PNError(code: kPNInvalidStatePayloadError)
        }
        return fields
    }

    private static func isState(_ value: JSONValue) -> Bool {
        guard case .object(let fields) = value else { return false }
        return fields.values.allSatisfy { field in
            switch field {
            case .string, .integer, .unsigned, .double, .decimal, .null, .bool: true
            case .array, .object: false
            }
        }
    }
}
