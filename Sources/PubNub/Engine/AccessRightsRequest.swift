import PubNubWire

/// What an application asks of the access manager.
struct AccessRightsRequest: Sendable {
    var objects: [any PNChannelProtocol] = []
    /// The authorization keys; none for everybody.
    var keys: [String] = []
    /// The rights to give; nil for an audit.
    var change: Change?

    /// Rights, and how long they last.
    struct Change: Sendable {
        let rights: PNAccessRights
        let minutes: UInt

        /// Rights for a number of minutes as applications give it: 0 for ever, below 0 the usual time.
        init(_ rights: PNAccessRights, minutes asked: Int) {
            let isRevocation = rights.contains(.noAccessRights) || rights.isEmpty
            self.rights = isRevocation ? .noAccessRights : rights
            let given = asked < 0 ? ServiceLimits.defaultAccessMinutes : min(asked, ServiceLimits.maxAccessMinutes)
            minutes = isRevocation ? 0 : UInt(given)
        }
    }

    /// The request as errors name it.
    func options(subscribeKey: String) -> PNAccessRightOptions {
        PNAccessRightOptions(
            applicationKey: subscribeKey,
            rights: change?.rights ?? .unknownAccessRights,
            channels: objects,
            clientsAuthorizationKeys: keys,
            accessPeriodDuration: change?.minutes ?? 0
        )
    }

    /// Equal for requests that ask for the same.
    var key: Completion.Key {
        let scope = objects.map { ($0.isChannelGroup ? "g " : "c ") + $0.name }
        guard let change else { return .init("access rights audit", scope + keys.map { "k " + $0 }) }
        return .init(
            "access rights change",
            scope + keys.map { "k " + $0 } + ["\(change.rights.rawValue)", "\(change.minutes)"]
        )
    }

    /// The calls it takes: channels and groups go apart.
    func calls(timestamp: Int64) -> [Call<AccessRightsReply>] {
        subjects.map { subjects in
            guard let change else { return AccessManagerEndpoints.audit(subjects, of: keys, timestamp: timestamp) }
            return AccessManagerEndpoints.grant(
                change.rights,
                on: subjects,
                to: keys,
                minutes: change.minutes,
                timestamp: timestamp
            )
        }
    }

    private var subjects: [AccessManagerEndpoints.Subjects] {
        guard !objects.isEmpty else { return [.application] }
        let channels = objects.filter { !$0.isChannelGroup }.map(\.name)
        let groups = objects.filter(\.isChannelGroup).map(\.name)
        return (channels.isEmpty ? [] : [.channels(channels)]) + (groups.isEmpty ? [] : [.groups(groups)])
    }
}
