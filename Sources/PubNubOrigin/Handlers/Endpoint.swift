import PubNubWire

/// How the server serves the calls of one route: a row of the table of endpoints.
///
/// The rows are in the files of their families, next to the handlers. `Route.endpoint` lists them all. A class, because each call refers to
/// its row.
final class Endpoint: Sendable {
    /// Responds to a call from the state, and makes its change there.
    typealias Serve = @Sendable (inout OriginState, OriginCall, Moment) -> OriginResponse

    /// How a call gets its response.
    enum Kind: Sendable {
        /// Publishes a message.
        case publication(Publication.Form)
        /// Waits for messages.
        case subscription
        /// Reads the state.
        case read(Serve)
        /// Reads the archive.
        case storedRead(@Sendable (OriginState, OriginCall) -> ReadOutcome)
        /// Lists objects. With a filter or an order of its own the response is written from a copy, without the lock.
        case list(Serve)
        /// Changes the state. Each server with the same log does it, so the result may depend on the state, the call and the moment only.
        case change(Serve)
        /// Changes the state if the query has `add` or `remove`, and reads it otherwise.
        case readOrChange(Serve)
        /// Stores or reads a file.
        case files(FileOperation)
        /// Is served by the machine. `change` applies the call if the machine proposes it; nil if it never does.
        case machine(
            @Sendable (inout OriginMachine, ParsedCall, OriginRequestID, Moment) -> [OriginAction],
            change: Serve? = nil
        )
    }

    /// How the server checks the keys that a call names.
    enum Keys: Sendable {
        /// They have to be of a keyset that the server serves.
        case served
        /// They are not checked.
        case unchecked
    }

    /// The effect of an access token, or of a signature, on a call.
    enum TokenRole: Sendable {
        /// None. `auth` names the keys that rights are granted to, or nothing.
        case none
        /// Gives rights.
        case use
        /// The call issues one.
        case issue
        /// The call revokes one.
        case revocation
    }

    /// The family of its faults, and of the form of its errors.
    let family: FaultFamily
    /// The right that a call needs.
    let access: EndpointAccess
    let kind: Kind
    let keys: Keys
    let token: TokenRole
    /// The rate that a call counts for, in addition to that of all requests; nil for no other.
    let quota: OriginQuota?
    /// Whether a call may give its client a state. Elsewhere the item is a flag, or the log stores the call as it is.
    let givesStates: Bool
    /// About how many changes a change leads to; nil for one.
    let weight: (@Sendable (OriginState, OriginCall) -> Int)?

    init(
        _ family: FaultFamily,
        _ access: EndpointAccess,
        _ kind: Kind,
        keys: Keys = .served,
        token: TokenRole = .use,
        quota: OriginQuota? = nil,
        givesStates: Bool = false,
        weight: (@Sendable (OriginState, OriginCall) -> Int)? = nil
    ) {
        self.family = family
        self.access = access
        self.kind = kind
        self.keys = keys
        self.token = token
        self.quota = quota
        self.givesStates = givesStates
        self.weight = weight
    }

    /// Applies a call that the log has committed; nil for a call that no server proposes.
    var change: Serve? {
        switch kind {
        case .change(let serve), .readOrChange(let serve): serve
        case .machine(_, let change): change
        case .publication, .subscription, .read, .storedRead, .list, .files: nil
        }
    }
}

extension Route {
    /// The row of the route. The server looks it up once for each request.
    var endpoint: Endpoint {
        switch self {
        case .time: .time
        case .publish, .publishCompressed: .publish
        case .signal: .signal
        case .subscribe, .subscribeV2: .subscribe
        case .leave: .leave
        case .heartbeat: .heartbeat
        case .history: .history
        case .batchHistory: .batchHistory
        case .historyWithActions: .historyWithActions
        case .messageActions: .messageActions
        case .messageActionAddition: .messageActionAddition
        case .messageActionRemoval: .messageActionRemoval
        case .messageCounts: .messageCounts
        case .historyDeletion: .historyDeletion
        case .hereNow: .hereNow
        case .hereNowGlobal: .hereNowGlobal
        case .whereNow: .whereNow
        case .state: .state
        case .stateUpdate: .stateUpdate
        case .channelGroups, .namespaceGroups: .channelGroups
        case .namespaces: .namespaces
        case .namespaceRemoval: .namespaceRemoval
        case .groupChannels, .namespaceGroupChannels: .groupChannels
        case .groupRemoval, .namespaceGroupRemoval: .groupRemoval
        case .pushChannels, .pushChannelsV2: .pushChannels
        case .pushRemoval, .pushRemovalV2: .pushRemoval
        case .grant, .grantV2: .grant
        case .audit, .auditV2: .audit
        case .tokenGrant: .tokenGrant
        case .tokenRevocation: .tokenRevocation
        case .users: .users
        case .user: .user
        case .userChange: .userChange
        case .userRemoval: .userRemoval
        case .channels: .channels
        case .channel: .channel
        case .channelChange: .channelChange
        case .channelRemoval: .channelRemoval
        case .memberships: .memberships
        case .membershipsChange: .membershipsChange
        case .members: .members
        case .membersChange: .membersChange
        case .fileUploadAddress: .fileUploadAddress
        case .fileUpload: .fileUpload
        case .filePublish, .filePublishBody: .filePublish
        case .files: .files
        case .fileDownload: .fileDownload
        case .fileContent: .fileContent
        case .fileRemoval: .fileRemoval
        }
    }
}
