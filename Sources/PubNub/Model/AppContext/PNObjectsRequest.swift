import PubNubCore
import PubNubMachines
import PubNubWire

/// The settings that all requests of App Context share.
///
/// The client reads a request when the call is made; later changes affect later calls only. Use a request on one thread at
/// a time.
public class PNBaseObjectsRequest {
    /// Additional items of the query by name: strings, numbers and booleans. They replace the request's own items of the
    /// same name, except `auth`, `pnsdk` and `uuid`. The default is `nil`, for no items.
    public var arbitraryQueryParameters: [String: Any]?

    /// The identifier of the user or channel that the request is about; `nil` for the client's own user and for lists of
    /// all users or channels.
    var subject: String?

    /// The optional fields that the response contains; empty for requests whose responses have none.
    var fieldBits: UInt

    init(subject: String? = nil, fieldBits: UInt = 0) {
        self.subject = subject
        self.fieldBits = fieldBits
    }

    /// The query of the request.
    func query() throws(Failure) -> ObjectsQuery {
        var query = ObjectsQuery(fields: IncludeFields(bits: fieldBits))
        for (name, value) in arbitraryQueryParameters ?? [:] {
            query.others[name] = try Self.text(value, name)
        }
        return query
    }

    private static func text(_ value: Any, _ name: String) throws(Failure) -> String {
        switch try? JSONBridge.json(value) {
        case .string(let text): return text
        case .integer, .unsigned, .double, .decimal, .bool: return (try JSONBridge.json(value)).text
        case .null, .array, .object, nil:
            let field = "arbitraryQueryParameters.\(name)"
            throw Failure(input: "'\(field)' is not a string, number or boolean.", code: ErrorCode.invalidJSON)
        }
    }
}

/// A request whose response has optional content.
public protocol PNFieldsRequest: PNBaseObjectsRequest {
    /// The set of fields that the response can contain.
    associatedtype Fields: OptionSet where Fields.RawValue == UInt
}

extension PNFieldsRequest {
    /// The optional content of the response. By default, lists contain the total count, and single users and channels
    /// contain custom values, status and type. An empty set requests none of these.
    public var includeFields: Fields {
        get { Fields(rawValue: fieldBits) }
        set { fieldBits = newValue.rawValue }
    }
}

/// A request about one user.
public protocol PNUserRequest: PNBaseObjectsRequest {}

extension PNUserRequest {
    /// The identifier of the user: at most 92 characters (Unicode scalars), without `,` `/` `\` `*` `:` and control characters. `nil` and an
    /// empty string mean the identifier of the client at the time of the call.
    public var uuid: String? { subject }
}

/// A request about one channel.
public protocol PNChannelRequest: PNBaseObjectsRequest {}

extension PNChannelRequest {
    /// The name of the channel: 1 to 92 characters (Unicode scalars), without `,` `/` `\` `*` `:` and control characters.
    public var channel: String { subject ?? "" }
}

/// The settings that all requests for pages of objects share.
public class PNObjectsPaginatedRequest: PNBaseObjectsRequest {
    /// The fields by which the objects are sorted, most significant first: a name, optionally followed by `:asc` or `:desc`.
    ///
    /// All lists can be sorted by `id`, `name`, `updated`, `status` and `type`. For memberships and members, `id` and `name`
    /// are those of the channel or user, and the other three are those of the membership. The fields of the channel or user
    /// can also be named, as in `channel.updated` or `uuid.updated`. The default is `nil`: the service sorts by identifier.
    public var sort: [String]?

    /// An expression that selects objects: `name LIKE '*admin*'`. The service refuses an invalid expression. `nil`, the
    /// default, and an empty string select all objects.
    public var filter: String?

    /// The start of the page: `next` of the page before. `nil`, the default, and an empty string start with the first object.
    public var start: String?

    /// The end of the page: `prev` of the page behind. Ignored if ``start`` is set. `nil`, the default, and an empty string
    /// set no end.
    public var end: String?

    /// The maximum number of objects of the page: 1 to 100, or 0 for the limit of the service. The default is 100. The
    /// client does not send a request with a greater value.
    public var limit: UInt = 100

    /// Adds the total count to the content of the response, or removes it. `nil` adds it unless the response has no optional
    /// content.
    func include(count: Bool?) {
        if count ?? (fieldBits != 0) {
            fieldBits |= IncludeFields.count
        } else {
            fieldBits &= ~IncludeFields.count
        }
    }

    override func query() throws(Failure) -> ObjectsQuery {
        var query = try super.query()
        query.limit = try Validation.limit(limit)
        query.start = start.flatMap { $0.isEmpty ? nil : $0 }
        query.end = end.flatMap { $0.isEmpty ? nil : $0 }
        query.filter = filter.flatMap { $0.isEmpty ? nil : $0 }
        query.sort = (sort ?? []).filter { !$0.isEmpty }
        return query
    }
}
