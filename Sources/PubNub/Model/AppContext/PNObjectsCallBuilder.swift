/// A call that is assembled step by step.
///
/// The steps can be taken in any order, and all but the last are optional. A builder retains its client. Use it on one thread
/// at a time.
public class PNAPICallBuilder {
    let client: PubNub

    init(_ client: PubNub) {
        self.client = client
    }
}

/// A call of App Context that is assembled step by step and made by ``performWithCompletion(_:)``.
///
/// The steps set the properties of the request with the same names.
public final class PNObjectsCallBuilder<Request: PNBaseObjectsRequest, Block>: PNAPICallBuilder {
    private let request: Request
    private let perform: (Request, Block) -> Void
    private var isCountIncluded: Bool?

    /// Starts a call.
    ///
    /// - Parameters:
    ///   - client: The client that makes the call.
    ///   - request: The request with its default settings.
    ///   - perform: The function of the client that makes the call.
    init(_ client: PubNub, _ request: Request, _ perform: @escaping (Request, Block) -> Void) {
        self.request = request
        self.perform = perform
        super.init(client)
    }

    /// Makes the call.
    ///
    /// - Parameter block: Called once with the outcome, on the callback queue. Calls that change something accept `nil`, to
    ///   ignore the outcome.
    public func performWithCompletion(_ block: Block) {
        (request as? PNObjectsPaginatedRequest)?.include(count: isCountIncluded)
        perform(request, block)
    }

    fileprivate func setting(_ change: (Request) -> Void) -> Self {
        change(request)
        return self
    }
}

extension PNObjectsCallBuilder where Block: ExpressibleByNilLiteral {
    /// Makes the call and ignores its outcome.
    public func performWithCompletion() {
        performWithCompletion(nil)
    }
}

extension PNObjectsCallBuilder where Request: PNUserRequest {
    /// The identifier of the user; `nil`, the default, means the identifier of the client at the time of the call.
    public func uuid(_ uuid: String?) -> Self {
        setting { $0.subject = uuid }
    }
}

extension PNObjectsCallBuilder where Request: PNFieldsRequest {
    /// The optional content of the response. An empty set also leaves out the total count of a list.
    public func includeFields(_ includeFields: Request.Fields) -> Self {
        setting { $0.includeFields = includeFields }
    }
}

extension PNObjectsCallBuilder where Request: PNObjectsPaginatedRequest {
    /// Whether the response contains the total count. The default is `true` for every call, also for
    /// ``PNObjectsAPICallBuilder/manageChannelMembers(_:)``, unless the fields are an empty set. A value set here has
    /// priority over the fields.
    public func includeCount(_ includeCount: Bool) -> Self {
        isCountIncluded = includeCount
        return self
    }

    /// An expression that selects objects; `nil`, the default, selects all.
    public func filter(_ filter: String?) -> Self {
        setting { $0.filter = filter }
    }

    /// The fields by which the objects are sorted; `nil`, the default, leaves the order to the service.
    public func sort(_ sort: [String]?) -> Self {
        setting { $0.sort = sort }
    }

    /// The maximum number of objects of the page: 1 to 100, or 0 for the limit of the service. The default is 100.
    public func limit(_ limit: UInt) -> Self {
        setting { $0.limit = limit }
    }

    /// The start of the page: `next` of the page before. `nil`, the default, starts with the first object.
    public func start(_ start: String?) -> Self {
        setting { $0.start = start }
    }

    /// The end of the page: `prev` of the page behind. `nil`, the default, sets no end. Ignored if a start is set.
    public func end(_ end: String?) -> Self {
        setting { $0.end = end }
    }
}

extension PNObjectsCallBuilder where Request: PNSetMetadataRequest {
    /// The display name; `nil` changes nothing.
    public func name(_ name: String?) -> Self {
        setting { $0.name = name }
    }

    /// The status; `nil` changes nothing. Not part of the documented builder.
    public func status(_ status: String?) -> Self {
        setting { $0.status = status }
    }

    /// The type; `nil` changes nothing. Not part of the documented builder.
    public func type(_ type: String?) -> Self {
        setting { $0.type = type }
    }

    /// The entity tag that the object must still have; `nil` changes the object unconditionally. Not part of the documented
    /// builder.
    public func ifMatchesEtag(_ ifMatchesEtag: String?) -> Self {
        setting { $0.ifMatchesEtag = ifMatchesEtag }
    }

    /// The custom values, which replace all existing ones; `nil` changes nothing.
    public func custom(_ custom: [String: Any]?) -> Self {
        setting { $0.custom = custom }
    }

    /// The fields to clear. Not part of the documented builder.
    public func clearedFields(_ clearedFields: Set<PNMetadataField>) -> Self {
        setting { $0.clearedFields = clearedFields }
    }
}

extension PNObjectsCallBuilder where Request == PNSetUUIDMetadataRequest {
    /// The identifier of the user in another system; `nil` changes nothing.
    public func externalId(_ externalId: String?) -> Self {
        setting { $0.externalId = externalId }
    }

    /// The URL of the user's profile; `nil` changes nothing.
    public func profileUrl(_ profileUrl: String?) -> Self {
        setting { $0.profileUrl = profileUrl }
    }

    /// The email address of the user; `nil` changes nothing.
    public func email(_ email: String?) -> Self {
        setting { $0.email = email }
    }
}

extension PNObjectsCallBuilder where Request == PNSetChannelMetadataRequest {
    /// Replaces the channel for which the builder was created.
    public func channel(_ channel: String) -> Self {
        setting { $0.subject = channel }
    }

    /// The description of the channel; `nil` changes nothing.
    public func information(_ information: String?) -> Self {
        setting { $0.information = information }
    }
}

extension PNObjectsCallBuilder where Request == PNSetMembershipsRequest {
    /// The memberships to set: one dictionary per channel with `"channel"`, and optionally `"custom"`, `"status"` and
    /// `"type"`.
    public func channels(_ channels: [[String: Any]]) -> Self {
        setting { $0.entriesToSet = channels }
    }
}

extension PNObjectsCallBuilder where Request == PNRemoveMembershipsRequest {
    /// The names of the channels whose memberships end.
    public func channels(_ channels: [String]) -> Self {
        setting { $0.namesToRemove = channels }
    }
}

extension PNObjectsCallBuilder where Request == PNSetChannelMembersRequest {
    /// The memberships to set: one dictionary per user with `"uuid"`, and optionally `"custom"`, `"status"` and `"type"`.
    public func uuids(_ uuids: [[String: Any]]) -> Self {
        setting { $0.entriesToSet = uuids }
    }
}

extension PNObjectsCallBuilder where Request == PNRemoveChannelMembersRequest {
    /// The identifiers of the users whose memberships end.
    public func uuids(_ uuids: [String]) -> Self {
        setting { $0.namesToRemove = uuids }
    }
}

extension PNObjectsCallBuilder where Request == PNManageMembershipsRequest {
    /// The memberships to set: one dictionary per channel with `"channel"`, and optionally `"custom"`, `"status"` and
    /// `"type"`.
    public func set(_ set: [[String: Any]]) -> Self {
        setting { $0.setChannels = set }
    }

    /// The names of the channels whose memberships end.
    public func remove(_ remove: [String]) -> Self {
        setting { $0.removeChannels = remove }
    }
}

extension PNObjectsCallBuilder where Request == PNManageChannelMembersRequest {
    /// The memberships to set: one dictionary per user with `"uuid"`, and optionally `"custom"`, `"status"` and `"type"`.
    public func set(_ set: [[String: Any]]) -> Self {
        setting { $0.setMembers = set }
    }

    /// The identifiers of the users whose memberships end.
    public func remove(_ remove: [String]) -> Self {
        setting { $0.removeMembers = remove }
    }
}
