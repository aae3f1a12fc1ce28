import PubNubMachines
import PubNubWire

extension Validation {
    /// Separates the objects that may have access rights from those with an invalid name.
    static func checkedForAccess(_ objects: [any PNChannelProtocol]) -> CheckedList<any PNChannelProtocol> {
        CheckedList(objects) { object throws(PNError) in try access(to: object) }
    }

    private static func access(to object: any PNChannelProtocol) throws(PNError) {
        let observed = (object as? PNChannelPresence)?.observed ?? object
        if let namespace = object as? PNChannelGroupNamespace {
            if namespace.name != ":" { try check(namespace: namespace.nspace ?? "") }
        } else if let group = observed as? PNChannelGroup {
            try check(group)
        } else {
            try check(SubscriptionChange.Entry(object).target.name, kPNRestrictedCharacterInChannelNameError)
        }
    }

    /// What access rights are given on: a channel, a group, or a namespace of groups.
    static func access(_ objects: [any PNChannelProtocol], _ keys: [String]) throws(PNError) {
        for object in objects { try access(to: object) }
        // Keys are sent as one list: an empty key would be lost in it, and a comma would split a key.
        guard keys.allSatisfy({ !$0.isEmpty && !$0.holds(",") }) else {
            throw PNError(message: "An authorization key is empty or contains a comma.", code: kPNUnknownError)
        }
    }
}
