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
        guard !objects.isEmpty else {
            let message = "The list of channels and groups is empty."
            throw PNError(message: message, code: kPNRestrictedCharacterInChannelNameError)
        }
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

    /// Checks state by channel or group name: each a dictionary of strings, numbers and nulls
    /// (Documentation/WireProtocol.md, "Here-now, where-now and state"). A null removes a field.
    static func presenceState(_ state: [String: Any]) throws(PNError) -> [String: JSONValue] {
        guard case .object(let states) = try stateValue(state) else { return [:] }
        for (name, state) in states.sorted(by: { $0.key < $1.key }) { try check(state: state, of: name) }
        return states
    }

    /// Checks the state on one object: strings, numbers and nulls by field name.
    static func stateFields(_ state: [String: Any]) throws(PNError) -> [String: JSONValue] {
        let value = try stateValue(state)
        try check(state: value)
        return value.objectValue ?? [:]
    }

    /// Checks one state.
    ///
    /// - Parameters:
    ///   - value: The state.
    ///   - name: The channel or group of the state, for the error; `nil` if the call has only one.
    /// - Throws: Error 135 with the field and the type of its value.
    static func check(state value: JSONValue, of name: String? = nil) throws(PNError) {
        guard case .object(let fields) = value else {
            let state = name.map { "The state of \(quoted($0))" } ?? "The state"
            throw invalidState("\(state) is \(typeName(of: value)), not a dictionary.")
        }
        let nested = fields.filter { field in
            switch field.value {
            case .string, .integer, .unsigned, .double, .decimal, .null, .bool: false
            case .array, .object: true
            }
        }
        guard let field = nested.min(by: { $0.key < $1.key }) else { return }
        let path = [name, field.key].compactMap(\.self).joined(separator: ".")
        throw invalidState("The field \(quoted(path)) is \(typeName(of: field.value)).")
    }

    private static func stateValue(_ state: [String: Any]) throws(PNError) -> JSONValue {
        do throws(PNError) {
            return try JSONBridge.value(state)
        } catch {
            throw invalidState(error.localizedFailureReason ?? "")
        }
    }

    private static func invalidState(_ reason: String) -> PNError {
        PNError(
            message: "\(reason) A state is a dictionary of strings, numbers, booleans and nulls.",
            code: kPNInvalidStatePayloadError
        )
    }

    private static func typeName(of value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool: "a boolean"
        case .integer, .unsigned, .double, .decimal: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "a dictionary"
        }
    }
}
