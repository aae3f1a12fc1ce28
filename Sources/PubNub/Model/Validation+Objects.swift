import PubNubCore
import PubNubMachines
import PubNubWire

/// Channels, groups and namespaces as the 3.x interface passes them.
extension Validation {
    static func channel(_ channel: PNChannel?) throws(Failure) -> PNChannel {
        guard let channel else { throw Failure(unsent: ErrorCode.channelMissing) }
        _ = try self.channel(channel.name)
        return channel
    }

    /// The entries of a change of the subscription, one for each object.
    ///
    /// - Parameters:
    ///   - objects: The channels and groups.
    ///   - mayBeEmpty: Whether a list without objects is valid; false by default.
    /// - Returns: The entries, in the order of the objects.
    /// - Throws: 117 for an empty list; 115, 116 or 117 for an invalid name.
    static func entries(
        _ objects: [any PNChannelProtocol],
        mayBeEmpty: Bool = false
    ) throws(Failure) -> [SubscriptionChange.Entry] {
        guard mayBeEmpty || !objects.isEmpty else { throw .noTargets }
        var entries: [SubscriptionChange.Entry] = []
        for object in objects {
            let entry = SubscriptionChange.Entry(object)
            let observed = (object as? PNChannelPresence)?.observed ?? object
            if let group = observed as? PNChannelGroup {
                try check(GroupAddress(name: PresenceName.stripAll(group.groupName).name, namespace: group.nspace))
            } else {
                try check(entry.target.name, ErrorCode.invalidChannelName)
            }
            entries.append(entry)
        }
        return entries
    }

    /// The targets of a list of objects, each once.
    static func targets(_ objects: [any PNChannelProtocol]) throws(Failure) -> [SubscriptionTarget] {
        var known: Set<SubscriptionTarget> = []
        return try entries(objects).map(\.target).filter { known.insert($0).inserted }
    }

    /// The target of one object.
    static func target(_ object: any PNChannelProtocol) throws(Failure) -> SubscriptionTarget {
        let targets = try entries([object]).map(\.target)
        guard let target = targets.first else { throw Failure(unsent: ErrorCode.invalidChannelName) }
        return target
    }

    static func check(_ group: PNChannelGroup) throws(Failure) {
        try check(GroupAddress(name: group.groupName, namespace: group.nspace))
    }

    /// The address of a group in the registry.
    static func address(of group: PNChannelGroup) throws(Failure) -> GroupAddress {
        let address = GroupAddress(name: group.groupName, namespace: group.nspace)
        try check(address)
        return address
    }

    /// The names of channels; at least one is required.
    static func names(of channels: [PNChannel]) throws(Failure) -> NameList {
        guard !channels.isEmpty else { throw Failure(unsent: ErrorCode.channelsMissing) }
        for channel in channels {
            guard !channel.isChannelGroup else { throw Failure(unsent: ErrorCode.invalidChannelName) }
            try check(channel.name, ErrorCode.invalidChannelName)
        }
        return NameList(channels.map(\.name))
    }

    /// The names of channels to add to a group, whose size is limited.
    static func names(toAdd channels: [PNChannel]) throws(Failure) -> NameList {
        let names = try names(of: channels)
        try checkFit(names)
        return names
    }

    /// Separates the objects that a subscription may have from those with an invalid name.
    static func checked(_ objects: [any PNChannelProtocol]) -> CheckedList<any PNChannelProtocol> {
        CheckedList(objects) { object throws(Failure) in _ = try entries([object]) }
    }

    /// Separates the channels that groups and devices may have from those with an invalid name.
    static func checked(_ channels: [PNChannel]) -> CheckedList<PNChannel> {
        CheckedList(channels) { channel throws(Failure) in _ = try names(of: [channel]) }
    }
}

extension Validation.CheckedList {
    /// The error about the invalid objects, which are its associated object; `nil` if all objects are valid.
    var error: PNError? { fault?.associated(with: invalid) }
}

/// What access rights are given on.
extension Validation {
    /// Separates the objects that may have access rights from those with an invalid name.
    static func checkedForAccess(_ objects: [any PNChannelProtocol]) -> CheckedList<any PNChannelProtocol> {
        CheckedList(objects) { object throws(Failure) in try access(to: object) }
    }

    private static func access(to object: any PNChannelProtocol) throws(Failure) {
        let observed = (object as? PNChannelPresence)?.observed ?? object
        if let namespace = object as? PNChannelGroupNamespace {
            if namespace.name != ":" { try check(namespace: namespace.nspace ?? "") }
        } else if let group = observed as? PNChannelGroup {
            try check(group)
        } else {
            try check(SubscriptionChange.Entry(object).target.name, ErrorCode.invalidChannelName)
        }
    }

    /// What access rights are given on: a channel, a group, or a namespace of groups.
    static func access(_ objects: [any PNChannelProtocol], _ keys: [String]) throws(Failure) {
        for object in objects { try access(to: object) }
        // Keys are sent as one list: an empty key would be lost in it, and a comma would split a key.
        guard keys.allSatisfy({ !$0.isEmpty && !$0.holds(",") }) else {
            throw Failure(unsent: ErrorCode.unknown, "An authorization key is empty or contains a comma.")
        }
    }
}
