import PubNubWire

/// The faults an origin injects: nothing is left to chance, so that a test with a plan runs the same every time.
public struct FaultPlan: Sendable, Equatable {
    /// The rules, in order: each counts the requests it matches, and the first that strikes decides.
    public var rules: [FaultRule]
    /// How many of the next connections are closed as soon as they are accepted.
    public var refusedConnections: Int

    /// A plan; without arguments, one without faults.
    public init(rules: [FaultRule] = [], refusedConnections: Int = 0) {
        self.rules = rules
        self.refusedConnections = refusedConnections
    }
}

/// Which requests a fault strikes, and what it does.
public struct FaultRule: Sendable, Equatable {
    /// Which of the matching requests are struck, counted from 1.
    public enum Occurrence: Sendable, Equatable {
        /// All.
        case always
        /// Only this one.
        case nth(Int)
        /// This many, from the first on.
        case first(Int)
        /// Every multiple of this number.
        case every(Int)

        func includes(_ count: Int) -> Bool {
            switch self {
            case .always: true
            case .nth(let number): count == number
            case .first(let number): count <= number
            case .every(let number): number > 0 && count % number == 0
            }
        }
    }

    /// The family of calls; nil matches all, also requests that no route serves.
    public var family: FaultFamily?
    /// A channel or group that the request names; nil matches all.
    public var channel: String?
    /// Which of the matching requests are struck.
    public var occurrence: Occurrence
    /// What goes wrong.
    public var action: FaultAction

    /// A fault for requests of one family, or all, that name one channel, or any.
    public init(
        _ action: FaultAction,
        family: FaultFamily? = nil,
        channel: String? = nil,
        occurrence: Occurrence = .always
    ) {
        self.action = action
        self.family = family
        self.channel = channel
        self.occurrence = occurrence
    }
}

/// A family of calls that a fault can be aimed at.
public enum FaultFamily: String, Sendable, Hashable, CaseIterable {
    /// The time.
    case time
    /// Publishing, by GET or POST, and signals.
    case publish
    /// Long polls of both versions.
    case subscribe
    /// Leaving.
    case leave
    /// Heartbeats.
    case heartbeat
    /// Stored messages: pages, counts and removal.
    case history
    /// Message actions.
    case messageActions
    /// Occupants of channels.
    case hereNow
    /// State of clients.
    case state
    /// Channel groups and namespaces.
    case registry
    /// Devices registered for notifications.
    case push
    /// Giving and listing access rights.
    case accessManager
    /// App Context: metadata, memberships and members.
    case objects

    init(_ route: Route) {
        switch route {
        case .time: self = .time
        case .publish, .publishCompressed, .signal: self = .publish
        case .subscribe, .subscribeV2: self = .subscribe
        case .leave: self = .leave
        case .heartbeat: self = .heartbeat
        case .history, .batchHistory, .historyWithActions, .messageCounts, .historyDeletion: self = .history
        case .messageActions, .messageActionAddition, .messageActionRemoval: self = .messageActions
        case .hereNow, .hereNowGlobal, .whereNow: self = .hereNow
        case .state, .stateUpdate: self = .state
        case .channelGroups, .namespaceGroups, .namespaces, .namespaceRemoval, .groupChannels,
            .namespaceGroupChannels, .groupRemoval, .namespaceGroupRemoval:
            self = .registry
        case .pushChannels, .pushRemoval, .pushChannelsV2, .pushRemovalV2: self = .push
        case .grant, .audit, .grantV2, .auditV2: self = .accessManager
        case .users, .user, .userChange, .userRemoval, .channels, .channel, .channelChange, .channelRemoval,
            .memberships, .membershipsChange, .members, .membersChange:
            self = .objects
        }
    }
}

/// What goes wrong with a request.
public enum FaultAction: Sendable, Equatable {
    /// The request is served, and the response sent this much later.
    case delay(Duration)
    /// The connection is closed without a response, and the request not served.
    case drop
    /// The request is served, and the connection closed without the response.
    case dropResponse
    /// The request is served, and the connection closed after this many bytes of the response's body.
    case truncate(bytes: Int)
    /// The request is not served; the response has a status and a body. nil is a body that names the status.
    case status(Int, body: String? = nil)
    /// The connection is reset (RST) and the request not served.
    case reset
    /// The request is served, and the response says it is gzip although it is not.
    case wrongEncoding
    /// The request is served, and the response's body sent in pieces with a pause before each.
    case slow(bytes: Int, every: Duration)
}
