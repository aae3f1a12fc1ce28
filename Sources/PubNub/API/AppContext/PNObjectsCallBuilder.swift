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
    /// Sets the user of the call.
    ///
    /// - Parameter uuid: The identifier of the user; `nil`, the default, means the identifier of the client at the time
    ///   of the call.
    /// - Returns: This builder.
    public func uuid(_ uuid: String?) -> Self {
        setting { $0.subject = uuid }
    }
}

extension PNObjectsCallBuilder where Request: PNFieldsRequest {
    /// Sets the optional content of the response.
    ///
    /// - Parameter includeFields: The optional content of the response. An empty set also leaves out the total count of
    ///   a list.
    /// - Returns: This builder.
    public func includeFields(_ includeFields: Request.Fields) -> Self {
        setting { $0.includeFields = includeFields }
    }
}

extension PNObjectsCallBuilder where Request: PNObjectsPaginatedRequest {
    /// Requests the total count, or leaves it out.
    ///
    /// - Parameter includeCount: Whether the response contains the total count. The default is `true` for every call,
    ///   also for ``PNObjectsAPICallBuilder/manageChannelMembers(_:)``, unless the fields are an empty set. A value set
    ///   here has priority over the fields.
    /// - Returns: This builder.
    public func includeCount(_ includeCount: Bool) -> Self {
        isCountIncluded = includeCount
        return self
    }

    /// Sets the filter.
    ///
    /// - Parameter filter: An expression that selects objects; `nil`, the default, selects all.
    /// - Returns: This builder.
    public func filter(_ filter: String?) -> Self {
        setting { $0.filter = filter }
    }

    /// Sets the order of the objects.
    ///
    /// - Parameter sort: The fields by which the objects are sorted; `nil`, the default, leaves the order to the
    ///   service.
    /// - Returns: This builder.
    public func sort(_ sort: [String]?) -> Self {
        setting { $0.sort = sort }
    }

    /// Sets the size of the page.
    ///
    /// - Parameter limit: The maximum number of objects of the page: 1 to 100, or 0 for the limit of the service. The
    ///   default is 100.
    /// - Returns: This builder.
    public func limit(_ limit: UInt) -> Self {
        setting { $0.limit = limit }
    }

    /// Sets the start of the page.
    ///
    /// - Parameter start: The start of the page: `next` of the page before. `nil`, the default, starts with the first
    ///   object.
    /// - Returns: This builder.
    public func start(_ start: String?) -> Self {
        setting { $0.start = start }
    }

    /// Sets the end of the page.
    ///
    /// - Parameter end: The end of the page: `prev` of the page behind. `nil`, the default, sets no end. Ignored if a
    ///   start is set.
    /// - Returns: This builder.
    public func end(_ end: String?) -> Self {
        setting { $0.end = end }
    }
}

extension PNObjectsCallBuilder where Request: PNSetMetadataRequest {
    /// Sets the display name.
    ///
    /// - Parameter name: The display name; `nil` changes nothing.
    /// - Returns: This builder.
    public func name(_ name: String?) -> Self {
        setting { $0.name = name }
    }

    /// Sets the status. Not part of the documented builder.
    ///
    /// - Parameter status: The status; `nil` changes nothing.
    /// - Returns: This builder.
    public func status(_ status: String?) -> Self {
        setting { $0.status = status }
    }

    /// Sets the type. Not part of the documented builder.
    ///
    /// - Parameter type: The type; `nil` changes nothing.
    /// - Returns: This builder.
    public func type(_ type: String?) -> Self {
        setting { $0.type = type }
    }

    /// Makes the change conditional. Not part of the documented builder.
    ///
    /// - Parameter ifMatchesEtag: The entity tag that the object must still have; `nil` changes the object
    ///   unconditionally.
    /// - Returns: This builder.
    public func ifMatchesEtag(_ ifMatchesEtag: String?) -> Self {
        setting { $0.ifMatchesEtag = ifMatchesEtag }
    }

    /// Sets the custom values.
    ///
    /// - Parameter custom: The custom values, which replace all existing ones; `nil` changes nothing.
    /// - Returns: This builder.
    public func custom(_ custom: [String: Any]?) -> Self {
        setting { $0.custom = custom }
    }

    /// Clears fields. Not part of the documented builder.
    ///
    /// - Parameter clearedFields: The fields to clear.
    /// - Returns: This builder.
    public func clearedFields(_ clearedFields: Set<PNMetadataField>) -> Self {
        setting { $0.clearedFields = clearedFields }
    }
}

extension PNObjectsCallBuilder where Request == PNSetUUIDMetadataRequest {
    /// Sets the identifier of the user in another system.
    ///
    /// - Parameter externalId: The identifier of the user in another system; `nil` changes nothing.
    /// - Returns: This builder.
    public func externalId(_ externalId: String?) -> Self {
        setting { $0.externalId = externalId }
    }

    /// Sets the URL of the user's profile.
    ///
    /// - Parameter profileUrl: The URL of the user's profile; `nil` changes nothing.
    /// - Returns: This builder.
    public func profileUrl(_ profileUrl: String?) -> Self {
        setting { $0.profileUrl = profileUrl }
    }

    /// Sets the email address of the user.
    ///
    /// - Parameter email: The email address of the user; `nil` changes nothing.
    /// - Returns: This builder.
    public func email(_ email: String?) -> Self {
        setting { $0.email = email }
    }
}

extension PNObjectsCallBuilder where Request == PNSetChannelMetadataRequest {
    /// Replaces the channel for which the builder was created.
    ///
    /// - Parameter channel: The name of the channel.
    /// - Returns: This builder.
    public func channel(_ channel: String) -> Self {
        setting { $0.subject = channel }
    }

    /// Sets the description of the channel.
    ///
    /// - Parameter information: The description of the channel; `nil` changes nothing.
    /// - Returns: This builder.
    public func information(_ information: String?) -> Self {
        setting { $0.information = information }
    }
}

extension PNObjectsCallBuilder where Request == PNSetMembershipsRequest {
    /// Sets memberships.
    ///
    /// - Parameter channels: The memberships to set: one dictionary per channel with `"channel"`, and optionally
    ///   `"custom"`, `"status"` and `"type"`.
    /// - Returns: This builder.
    public func channels(_ channels: [[String: Any]]) -> Self {
        setting { $0.entriesToSet = channels }
    }
}

extension PNObjectsCallBuilder where Request == PNRemoveMembershipsRequest {
    /// Ends memberships.
    ///
    /// - Parameter channels: The names of the channels whose memberships end.
    /// - Returns: This builder.
    public func channels(_ channels: [String]) -> Self {
        setting { $0.namesToRemove = channels }
    }
}

extension PNObjectsCallBuilder where Request == PNSetChannelMembersRequest {
    /// Sets memberships.
    ///
    /// - Parameter uuids: The memberships to set: one dictionary per user with `"uuid"`, and optionally `"custom"`,
    ///   `"status"` and `"type"`.
    /// - Returns: This builder.
    public func uuids(_ uuids: [[String: Any]]) -> Self {
        setting { $0.entriesToSet = uuids }
    }
}

extension PNObjectsCallBuilder where Request == PNRemoveChannelMembersRequest {
    /// Ends memberships.
    ///
    /// - Parameter uuids: The identifiers of the users whose memberships end.
    /// - Returns: This builder.
    public func uuids(_ uuids: [String]) -> Self {
        setting { $0.namesToRemove = uuids }
    }
}

extension PNObjectsCallBuilder where Request == PNManageMembershipsRequest {
    /// Sets memberships.
    ///
    /// - Parameter set: The memberships to set: one dictionary per channel with `"channel"`, and optionally `"custom"`,
    ///   `"status"` and `"type"`.
    /// - Returns: This builder.
    public func set(_ set: [[String: Any]]) -> Self {
        setting { $0.setChannels = set }
    }

    /// Ends memberships.
    ///
    /// - Parameter remove: The names of the channels whose memberships end.
    /// - Returns: This builder.
    public func remove(_ remove: [String]) -> Self {
        setting { $0.removeChannels = remove }
    }
}

extension PNObjectsCallBuilder where Request == PNManageChannelMembersRequest {
    /// Sets memberships.
    ///
    /// - Parameter set: The memberships to set: one dictionary per user with `"uuid"`, and optionally `"custom"`,
    ///   `"status"` and `"type"`.
    /// - Returns: This builder.
    public func set(_ set: [[String: Any]]) -> Self {
        setting { $0.setMembers = set }
    }

    /// Ends memberships.
    ///
    /// - Parameter remove: The identifiers of the users whose memberships end.
    /// - Returns: This builder.
    public func remove(_ remove: [String]) -> Self {
        setting { $0.removeMembers = remove }
    }
}
