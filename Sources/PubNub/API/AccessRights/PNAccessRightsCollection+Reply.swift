import PubNubWire

extension PNAccessRightsCollection {
    /// The rights in a response, completed by those of the request and by inherited ones
    /// (Documentation/WireProtocol.md, "Access manager").
    ///
    /// A right of the application applies to every channel and group, and one on a channel to every key there. A
    /// subject of the request that the reply does not name has no rights of its own.
    convenience init(_ reply: AccessRightsReply, respondingTo options: PNAccessRightOptions) {
        let reading = Reading(reply: reply, options: options)
        self.init(level: options.level, information: reading.information)
    }

    private struct Reading {
        typealias Scope = AccessRightsReply.Scope

        let reply: AccessRightsReply
        let options: PNAccessRightOptions

        var information: [PNAccessRightsInformation] {
            application + objects.flatMap { object in item(for: object) + keys(on: object) }
        }

        private var isAboutKeys: Bool { options.level == .userAccessRightsLevel }

        private var application: [PNAccessRightsInformation] {
            let subject = AccessRightsReply.Subject(scope: .application)
            guard options.channels.isEmpty || reply.grants[subject] != nil else { return [] }
            return [item(subject, level: .applicationAccessRightsLevel, object: nil)]
        }

        /// The objects of the request in their order, then the others by name.
        private var objects: [any PNChannelProtocol] {
            let asked = options.channels
            let known = Set(asked.map(Self.scope))
            let others = Set(reply.grants.keys.map(\.scope)).subtracting(known).compactMap(Self.object)
            return asked + others.sorted { ($0.isChannelGroup ? 1 : 0, $0.name) < ($1.isChannelGroup ? 1 : 0, $1.name) }
        }

        private func item(for object: any PNChannelProtocol) -> [PNAccessRightsInformation] {
            let subject = AccessRightsReply.Subject(scope: Self.scope(object))
            let isAsked = !isAboutKeys && options.channels.contains { Self.scope($0) == subject.scope }
            guard isAsked || reply.grants[subject] != nil else { return [] }
            let level: PNAccessRightsLevel =
                object.isChannelGroup ? .channelGroupAccessRightsLevel : .channelAccessRightsLevel
            return [item(subject, level: level, object: object)]
        }

        private func keys(on object: any PNChannelProtocol) -> [PNAccessRightsInformation] {
            let scope = Self.scope(object)
            let isAsked = options.channels.contains { Self.scope($0) == scope }
            let asked = isAsked ? options.clientsAuthorizationKeys : []
            let reported = reply.grants.keys.filter { $0.scope == scope }.compactMap(\.key)
            let others = Set(reported).subtracting(asked).sorted()
            return (asked + others).map { key in
                item(.init(scope: scope, key: key), level: .userAccessRightsLevel, object: object)
            }
        }

        private func item(
            _ subject: AccessRightsReply.Subject,
            level: PNAccessRightsLevel,
            object: (any PNChannelProtocol)?
        ) -> PNAccessRightsInformation {
            let rights = rights(of: subject)
            let period = reply.grants[subject].map { $0.minutes ?? UInt(ServiceLimits.defaultAccessMinutes) }
            return PNAccessRightsInformation(
                level: level,
                rights: rights.isEmpty ? .noAccessRights : rights,
                subscriptionKey: reply.subscribeKey ?? options.applicationKey,
                object: object,
                authorizationKey: subject.key,
                accessPeriodDuration: period ?? options.accessPeriodDuration
            )
        }

        private func rights(of subject: AccessRightsReply.Subject) -> PNAccessRights {
            let above: Set<AccessRightsReply.Subject> = [
                .init(scope: .application), .init(scope: subject.scope), subject,
            ]
            return above.reduce(into: PNAccessRights()) { $0.formUnion(reply.grants[$1]?.rights ?? []) }
        }

        private static func scope(_ object: any PNChannelProtocol) -> Scope {
            object.isChannelGroup ? .group(object.name) : .channel(object.name)
        }

        private static func object(_ scope: Scope) -> (any PNChannelProtocol)? {
            switch scope {
            case .application: nil
            case .channel(let name): PNChannel.exactly(named: name)
            case .group(let name): PNChannelGroup.object(wireName: name)
            }
        }
    }
}
