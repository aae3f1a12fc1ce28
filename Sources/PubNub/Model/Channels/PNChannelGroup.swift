import PubNubWire

// Unchecked because the superclass is: nothing is added to it but `let`s of Sendable types.

/// A channel group: a named set of channels that the service stores, global or inside a namespace.
///
/// Group objects of the same name are equal and share the data about the group. Only the list of ``channels`` in a response to
/// a request belongs to one object. An initializer always makes a new object; `PNChannel.channel(withName: "family:friends")`
/// returns the one that exists, if any.
public class PNChannelGroup: PNChannel, @unchecked Sendable {
    /// The name of the group without its namespace.
    public let groupName: String

    /// The name of the namespace; `nil` for a group of the global scope.
    public let nspace: String?

    /// The channels of one response; `nil` for an object that shows the list that all objects of the name share.
    private let listed: [PNChannel]?

    init(
        kind: ChannelIdentity.Kind,
        name: String,
        namespace: String?,
        observesPresence: Bool?,
        listed: [PNChannel]? = nil
    ) {
        self.listed = listed
        groupName = name
        nspace = namespace.flatMap { $0.isEmpty ? nil : $0 }
        let wireName = nspace.map { $0 == ":" ? ":" : "\($0):\(name)" } ?? name
        super.init(identity: ChannelIdentity(kind: kind, name: wireName), observesPresence: observesPresence)
    }

    /// Makes a channel group.
    ///
    /// - Parameters:
    ///   - name: The name: 1 to 92 characters, without `,`, `/` and `:`, neither `.` nor `..`. As in 3.7.8, it may have the
    ///     namespace in front, `namespace:group`; `nspace` is then ignored.
    ///   - nspace: The namespace; `nil`, the default, is the global scope.
    ///   - observePresence: Whether subscribing to this object also turns presence observation on (`true`) or off
    ///     (`false`); `nil`, the default, leaves it as it is.
    public convenience init(
        name: String,
        inNamespace nspace: String? = nil,
        shouldObservePresence observePresence: Bool? = nil
    ) {
        let (first, second) = name.cut(at: ":")
        self.init(
            kind: .group,
            name: second.map { String($0) } ?? name,
            namespace: second == nil ? nspace : String(first),
            observesPresence: observePresence
        )
        ChannelStates.introduce(self)
    }

    /// The channels of the group.
    ///
    /// The result of ``PubNub/requestChannels(for:withCompletionHandling:)`` has the channels of that response, and they
    /// do not change. For any other object they are the channels that registry calls of this process last returned,
    /// empty before the first of them. As in 3.7.8 all clients of this process contribute to that list, regardless of their
    /// keys.
    public var channels: [PNChannel] { listed ?? state.current.groupChannels }
}

extension PNChannelGroup {
    /// Makes a group from its name on the wire, `group` or `namespace:group`.
    convenience init(wireName: String) {
        self.init(name: wireName)
    }

    /// The object of a name on the wire: a group, or a namespace for a name that ends in `:`.
    package static func object(wireName: String) -> PNChannelGroup {
        guard wireName.hasSuffix(":") else { return PNChannelGroup(wireName: wireName) }
        if wireName == ":" { return PNChannelGroupNamespace.allNamespaces() }
        return PNChannelGroupNamespace(name: String(wireName.dropLast()))
    }

    /// An equal group with the channels of one response.
    func listing(_ channels: [PNChannel]) -> PNChannelGroup {
        PNChannelGroup(
            kind: identity.kind,
            name: groupName,
            namespace: nspace,
            observesPresence: observesPresence,
            listed: channels
        )
    }

    /// Stores the list of channels that the registry returned.
    func update(channels: [PNChannel]) {
        state.update { $0.groupChannels = channels }
    }

    /// Stores that the registry added channels.
    func add(_ channels: [PNChannel]) {
        state.update { values in
            let known = Set(values.groupChannels)
            values.groupChannels += channels.filter { !known.contains($0) }
        }
    }

    /// Stores that the registry removed channels.
    func remove(_ channels: [PNChannel]) {
        let removed = Set(channels)
        state.update { $0.groupChannels.removeAll(where: removed.contains) }
    }
}

// Unchecked because the superclass is: nothing is added to it.

/// A namespace of channel groups, as a subject of access rights.
public final class PNChannelGroupNamespace: PNChannelGroup, @unchecked Sendable {
    /// Makes a namespace.
    ///
    /// - Parameter name: The name: 1 to 92 characters, without `,`, `/` and `:`, neither `.` nor `..`.
    public convenience init(name: String) {
        self.init(kind: .namespace, name: "", namespace: name, observesPresence: nil)
    }

    /// Returns the object for every namespace of the subscribe key.
    ///
    /// - Returns: A namespace equal to every other result of this function.
    public class func allNamespaces() -> PNChannelGroupNamespace {
        PNChannelGroupNamespace(name: ":")
    }
}

/// A change of the list of channels in a group.
public final class PNChannelGroupChange: Sendable {
    /// The group.
    public let group: PNChannelGroup

    /// The channels that the change adds or removes.
    public let channels: [PNChannel]

    /// `true` if the change adds the channels, `false` if it removes them.
    public let addingChannels: Bool

    init(group: PNChannelGroup, channels: [PNChannel], addingChannels: Bool) {
        self.group = group
        self.channels = channels
        self.addingChannels = addingChannels
    }
}

extension PNChannelGroupChange: CustomStringConvertible {
    /// The group, the direction and the channels.
    public var description: String {
        let names = channels.map(\.name).joined(separator: ", ")
        return "PNChannelGroupChange(\(addingChannels ? "add" : "remove") \(names), group \(group.name))"
    }
}
