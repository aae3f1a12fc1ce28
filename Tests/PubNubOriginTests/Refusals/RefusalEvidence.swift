/// The basis of a refusal of the server.
///
/// A literal that the authors of a client wrote by hand does not suffice: the server refuses nothing because of it.
enum RefusalEvidence: Sendable, Equatable {
    /// The service answered so in an exchange of the folder of recordings.
    case recorded(String)
    /// The service answered so in a recording that is elsewhere.
    case recordedElsewhere(String)
    /// A test that the authors of a client run against the service expects it.
    case liveTest(String)
    /// Documentation of the service, or a comment in a client of its authors, has the rule.
    case documented(String)
    /// A standard has it.
    case standard(String)
    /// A limit of this server, which bounds its memory or its work, or a setting of its operator. The service may have none.
    case own(String)
    /// The request lacks something without which it has no meaning, so no server can serve it. The words are this server's.
    case meaningless(String)
}

/// The reasons that the server gives, as its sources have them. `…` stands for a value.
enum RefusalTable {
    /// A reason, and its basis.
    typealias Row = (text: String, evidence: RefusalEvidence)

    static let rows: [Row] = [
        publish, subscribe, presence, storage, actions, objects, registry, access, tokens, transport, files,
    ].flatMap { $0 }

    /// The statuses of refusals, and their basis. The reasons are in ``rows``.
    static let statuses: [Int: RefusalEvidence] = [
        400: .recorded("errors"),
        402: .documented("error codes: a feature that is not enabled for the keyset"),
        403: .recorded("errors"),
        404: .recorded("errors"),
        405: .standard("RFC 9110, 15.5.6"),
        408: .standard("RFC 9110, 15.5.9"),
        409: .documented("message actions: an action that was added before"),
        412: .liveTest("php SetUUIDMetadataEndpointTest: a stale tag"),
        413: .standard("RFC 9110, 15.5.14"),
        414: .recorded("errors"),
        415: .standard("RFC 9110, 15.5.16"),
        416: .standard("RFC 9110, 15.5.17: a range without a byte of the file"),
        417: .standard("RFC 9110, 10.1.1: an expectation other than 100-continue"),
        421: .standard("RFC 9110, 15.5.20"),
        429: .standard("RFC 6585, 4"),
        431: .standard("RFC 6585, 5"),
        481: .recordedElsewhere("objective-c@ddaa0a72, 2016-01-07: a filter expression that cannot be parsed"),
    ]

    private static let publish: [Row] = [
        ("Invalid Key", .documented("3.7.8 and rest-protocol: publish with a wrong publish key")),
        ("Invalid Subscribe Key", .recorded("errors")),
        ("Invalid JSON", .documented("rest-protocol, publish: error 112")),
        ("Message Too Large", .recorded("errors")), ("Signal size too large", .recorded("errors")),
        (
            "Invalid Character in Channel Name",
            .documented("3.7.8: error 117; publishing to a list, a wildcard or presence")
        ),
        (
            "Invalid custom_message_type",
            .documented("javascript publish.ts and signal.ts: 3 to 50 letters, digits, - and _")
        ),
        ("Storage Quota Exceeded", .own("the quota of stored bytes that an operator sets")),
    ]

    private static let subscribe: [Row] = [
        ("Channel group or groups result in empty subscription set", .recorded("errors")),
        ("Invalid Timetoken", .meaningless("a place from which to go on")),
        ("Malformed filter expression", .recordedElsewhere("objective-c@ddaa0a72, 2016-01-07: status 481")),
        ("Too Many Waiting Calls", .own("waitingNames")), ("Internal Server Error", .own("the storage fails")),
        ("Too Many Channels", .own("channelsPerRequest and registeredChannels")),
        ("Name Too Long", .documented("limits of the service: 92 characters")),
        ("Invalid UUID", .documented("limits of the service: 92 characters")),
        ("Invalid Name", .standard("RFC 3986, 5.2.4: dot segments are removed from a path")),
    ]

    private static let presence: [Row] = [
        ("No valid channels specified", .recorded("state")),
        ("Invalid State", .meaningless("a state, which is an object")),
        ("limit must be between 0 and …", .meaningless("how many clients to list")),
        (
            "Cannot return more than … uuids at a time",
            .liveTest("go TestHereNowOutOfRangeParameters; c-core pubnub_server_limits.h")
        ),
        ("Limit must be greater than or equal to 0", .liveTest("go TestHereNowOutOfRangeParameters")),
        ("offset must not be below 0", .liveTest("go TestHereNowOutOfRangeParameters")),
        ("Too Many Occupants", .own("occupants")), ("Too Much State", .own("stateBytes")),
    ]

    private static let storage: [Row] = [
        ("Invalid Arguments", .meaningless("a range of timetokens, or a timetoken for each channel"))
    ]

    private static let actions: [Row] = [
        ("Missing field", .recorded("errors")), ("Request payload contained invalid input.", .recorded("errors")),
        ("Invalid Subkey", .recorded("errors")),
        ("Invalid value", .meaningless("the timetoken of a message or an action, a type, or a value")),
        ("Invalid channel", .meaningless("the channel of a message")),
        ("Too long", .documented("objective-c PNAddMessageActionRequest: 15 characters; actionBytes for the value")),
        ("The body must be a JSON object.", .documented("App Context and message actions: the body is JSON")),
        ("Action Already Added", .documented("message actions: status 409")),
        ("No matching message actions to delete", .documented("message actions: status 404")),
        ("Wrong uuid", .documented("message actions: only the client that added an action can remove it")),
        ("The limit of message actions is reached.", .own("actions and actionsPerMessage")),
    ]

    private static let objects: [Row] = [
        ("Requested object was not found.", .recorded("errors")),
        (
            "… to update has been modified after it was read.",
            .liveTest("php SetUUIDMetadataEndpointTest: 412 for a stale tag")
        ),
        (
            "Request payload must be in JSON format.",
            .standard("RFC 9110, 15.5.16: a form of parts, or an unknown encoding")
        ),
        (
            "Supplied authorization key does not have the permissions required to perform this operation.",
            .documented("App Context: status 403")
        ),
        ("App Context is not enabled for this subscribe key.", .own("a switch of the keyset")),
        ("An unexpected error ocurred while processing the request.", .own("the storage fails")),
        ("The keyset has reached its limit of objects.", .own("objects and allObjectBytes")),
        ("A user must not have more than … memberships.", .own("membershipsPerUser")),
        (
            "… with more than … memberships cannot be removed. Remove memberships first.", .own("membershipsPerUser")
        ),
        ("… id must be between 1 and … characters long.", .documented("App Context: 1 to 92 characters")),
        ("… id must not be . or .. alone.", .standard("RFC 3986, 5.2.4")),
        (
            "… id must not contain , / \\\\ * : or control characters.",
            .documented("App Context and channel names: reserved characters")
        ),
        ("… id is missing.", .meaningless("the other end of a membership")),
        ("A list is wanted.", .meaningless("the memberships to change")),
        ("An object is wanted.", .meaningless("a membership to change")),
        ("… does not exist.", .documented("App Context: referential integrity, a switch of the keyset")),
        ("… … must be a string.", .documented("App Context: types of the fields")),
        ("… custom must be an object.", .documented("App Context: types of the fields")),
        ("values must be strings, numbers or booleans.", .documented("App Context: scalars in custom data")),
        ("numbers must be finite.", .own("numbers that a data file can hold")),
        ("integers must lie within ±….", .documented("App Context: numbers have the precision of a double")),
        ("must not be longer than … characters.", .documented("App Context: lengths of the fields")),
        ("must not contain U+0000.", .own("a data file ends a string there")),
        (
            "must have at least one character that is not white space.",
            .documented("App Context: a name has a visible character")
        ),
        ("must be a valid URL.", .own("validatesContacts, off by default")),
        ("must be a valid email address.", .own("validatesContacts, off by default")),
        ("… must not be larger than … bytes.", .documented("App Context: 32 KiB for an object")),
        ("Membership must not be larger than … bytes.", .documented("App Context: 32 KiB for an object")),
        ("Limit must be at least 1.", .documented("App Context: pages of 1 to 100")),
        ("The cursor is not one of this service.", .meaningless("the place where a page begins")),
        ("Values of another kind are compared.", .documented("App Context: filters compare values of one kind")),
        (
            "custom.… holds values of another kind than it is compared with.",
            .documented("App Context: filters compare values of one kind")
        ),
        ("Cannot sort by …", .documented("App Context: the fields to sort by")),
    ]

    private static let registry: [Row] = [
        (
            "Reserved character in input parameters.",
            .documented("rest-protocol, channel registry: service text of 2015")
        ),
        ("Channel group size exceeded.", .documented("3.7.8: error 119; 2,000 channels")),
        ("Channel registry size exceeded.", .own("registeredChannels and its quota")),
        ("Missing channels to add or remove.", .documented("3.7.8: error 118")),
        ("Missing channels to add or remove", .meaningless("the channels of a device to change")),
        ("Invalid device token", .recordedElsewhere("pubnub/python, 2025-06-05: v1 add with type=apns")),
        ("Invalid type argument", .recordedElsewhere("pubnub/python, 2025-06-05: unknown type")),
        ("Invalid environment argument", .documented("push: development or production")),
        ("Missing topic argument", .documented("push: APNs over HTTP/2 needs a topic")),
        ("Invalid topic argument", .own("deviceTopicLength")),
    ]

    private static let access: [Row] = [
        ("Forbidden", .recorded("errors")), ("Invalid Timestamp", .recorded("errors")),
        ("Signature Does Not Match", .documented("3.7.8: error 138")),
        (
            "Invalid ttl",
            .documented("rest-protocol, access tokens: 1 to 43,200 minutes; a number of minutes for grants")
        ),
        ("Too Many Grants", .own("accessGrants and its quota")),
        (
            "target-uuid is not allowed together with channel or channel-group",
            .liveTest("go TestGrantChannelsAndUUIDsFailureNotStubbed")
        ),
    ]

    private static let tokens: [Row] = [
        ("Token is expired", .documented("access tokens: status 403")),
        ("Token is revoked", .documented("access tokens: status 403")),
        ("Token is not valid", .documented("access tokens: status 403")),
        ("Too Many Revoked Tokens", .own("revokedTokens")),
        ("Access Manager is not enabled for this subscribe key", .own("a switch of the keyset")),
        ("Range should be 1 to 43200 minute(s).", .documented("access tokens: detail of Invalid ttl")),
        ("The body is not a JSON object.", .documented("access tokens: the body is JSON")),
        ("Invalid permissions", .documented("access tokens: permissions")),
        ("Permissions should be sums of 1 to 128 by name.", .documented("access tokens: bits of rights")),
        (
            "Unexpected value: `…` must be positive and non-zero.",
            .documented("access tokens: sdk-specifications, grant-token.feature")
        ),
        ("The token is too large.", .own("the length of a token, which is part of addresses")),
        ("A name is too long.", .documented("limits of the service: 92 characters")),
        ("Invalid uuid", .documented("access tokens: the authorized user")),
        ("The identifier is empty or too long.", .documented("limits of the service: 92 characters")),
        ("Invalid meta", .documented("access tokens: meta is an object")),
        ("An object with at most … levels is wanted.", .own("the depth of CBOR that a reader accepts")),
        ("Invalid RegExp", .documented("access tokens: patterns are RE2")),
        ("A pattern is no regular expression.", .documented("access tokens: patterns are RE2")),
        (
            "Syntax error: multiple repeat.",
            .documented("access tokens: sdk-specifications, grant-token.feature")
        ),
        (
            "Only non-capturing groups are allowed. Try replacing `(` with `(?:`.",
            .documented("access tokens: sdk-specifications, grant-token.feature")
        ),
        ("The patterns are too large.", .own("the steps of a search")),
        ("Invalid token", .meaningless("the token to revoke")),
        ("This keyset did not issue the token.", .meaningless("the token to revoke")),
        ("Token is expired.", .recordedElsewhere("pubnub/python revoke_expired_token.json")),
    ]

    private static let transport: [Row] = [
        ("Bad Request", .standard("RFC 9110, 15.5.1")), ("Not Found", .standard("RFC 9110, 15.5.5")),
        ("Method Not Allowed", .standard("RFC 9110, 15.5.6")), ("Request Timeout", .standard("RFC 9110, 15.5.9")),
        ("Request Entity Too Large", .standard("RFC 9110, 15.5.14")), ("Request URI Too Long", .recorded("errors")),
        ("Misdirected Request: partition … of … serves the subscribe key, ", .standard("RFC 9110, 15.5.20")),
        ("Unsupported Media Type", .standard("RFC 9110, 8.4")),
        ("Response Too Large: ask for fewer channels, objects or messages at a time", .own("maximumResponseBytes")),
        ("Too many responses wait to be read. Send the request again later.", .own("responseBytes")),
        ("Too Many Requests", .standard("RFC 6585, 4")), ("Request Header Fields Too Large", .standard("RFC 6585, 5")),
    ]

    private static let files: [Row] = [
        ("Files service not enabled for subkey", .own("a server of a cluster without a right to the stream of files")),
        (
            "[channel] contains invalid characters",
            .documented("channel names: a comma separates names, an asterisk is a wildcard, -pnpres is for presence")
        ),
        ("[name] is required", .meaningless("the name of a file")),
        (
            "Invalid limit parameter. Limit must be an integer between 1 and … (inclusive).",
            .documented("files: pages of 1 to 100")
        ),
        ("The storage of this keyset is full.", .own("fileBytes, files, filesPerChannel, and the quota of a keyset")),
        (
            "Please reduce your request rate.",
            .own("fileUploads, fileUploadsPerAddress, fileUploadBytes, fileDownloads and fileDownloadsPerAddress")
        ),
        ("The upload took too long.", .own("fileUploadTime")),
        ("We encountered an internal error. Please try again.", .own("the storage fails")),
        (
            "The body of your POST request is not well-formed multipart/form-data.",
            .meaningless("the fields of the form, and the file")
        ),
        ("Access Denied", .documented("files: a form and an address are signed, and expire")),
        ("The specified key does not exist.", .liveTest("c-sharp ThenDownloadingNonExistentFileShouldReturnError")),
        (
            "Your proposed upload exceeds the maximum allowed size",
            .recordedElsewhere("pubnub/python 2020: 5,242,880 bytes; live test of python and c-sharp")
        ),
    ]
}
