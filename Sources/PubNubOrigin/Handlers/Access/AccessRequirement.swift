import PubNubWire

/// The right that the calls of an endpoint need, and on what.
///
/// A call that the secret key of the keyset signed needs no right.
///
/// A granted right on a pattern, a namespace or the application covers what is below it; a presence channel is another channel. An
/// access token gives rights by names and regular expressions, and on the application with the expression `.*`.
enum EndpointAccess: Sendable {
    /// Any client may make the call: it is signed, or it tells nothing that needs a right.
    case anyone
    /// A right on each of the names.
    case right(AccessRights, on: Names)
    /// Update on the user, and join on every channel named in the body.
    case membershipsChange

    /// The names of a call on which it needs its right.
    enum Names: Sendable {
        case channel
        /// Every channel and group that it names.
        case subscriptions
        /// Everything: with a token, `.*` for this kind of names.
        case application(TokenPattern.Kind)
        /// Every channel group that it names; all channels, as with ``application(_:)``, if it names none.
        case groupsOrChannels
        /// The user, or the channel, of App Context.
        case object(ObjectKind)
        /// Its channel group, as it stands in a subscription: `namespace:group` where it has a namespace.
        case group
        /// The channels whose notifications a device is to get, or not to get any more; none when it only asks.
        case pushed
    }

    /// The kind of the names that a call about everything concerns.
    var applicationKind: TokenPattern.Kind {
        if case .right(_, on: .application(let kind)) = self { kind } else { .channels }
    }
}

/// A right that one call needs, and on what.
struct AccessRequirement: Sendable, Equatable {
    let right: AccessRights
    /// None for a call that names nothing, which anybody may make.
    let scopes: [AccessTarget.Scope]

    /// All that a call needs on a server with these limits; nothing when anybody may make it.
    static func all(of call: OriginCall, limits: OriginLimits) -> [AccessRequirement] {
        switch call.route.endpoint.access {
        case .anyone:
            return []
        case .right(let right, let names):
            return [AccessRequirement(right: right, scopes: scopes(names, of: call))]
        case .membershipsChange:
            let channels = ObjectsBody.ids(in: call.request, .channel, limits: limits)
            return [
                AccessRequirement(right: .update, scopes: [.user(call[.id] ?? "")]),
                AccessRequirement(right: .join, scopes: channels.map { .channel($0) }),
            ]
        }
    }

    private static func scopes(_ names: EndpointAccess.Names, of call: OriginCall) -> [AccessTarget.Scope] {
        switch names {
        case .channel: [.channel(call[.channel] ?? "")]
        case .subscriptions: call.channels.map { .channel($0) } + call.groups.map { .group($0) }
        case .application: [.application]
        case .groupsOrChannels: call.groups.isEmpty ? [.application] : call.groups.map { .group($0) }
        case .object(.user): [.user(call[.id] ?? "")]
        case .object(.channel): [.channel(call[.id] ?? "")]
        case .group: [.group([call[.namespace], call[.group]].compactMap(\.self).joined(separator: ":"))]
        case .pushed: (call.query.list("add") + call.query.list("remove")).map { .channel($0) }
        }
    }
}
