import Testing

@testable import PubNub
@testable import PubNubCore

/// Refusals and failures as statuses (Documentation/WireProtocol.md, "App Context").
@Suite("App Context, errors")
struct AppContextErrorTests {
    /// A refusal of the service and the status that an app receives.
    struct Row: Sendable, CustomTestStringConvertible {
        let status: Int
        let body: String
        let category: PNStatusCategory
        let code: Int
        let information: String

        init(_ status: Int, _ body: String, _ category: PNStatusCategory, _ code: Int, _ information: String) {
            self.status = status
            self.body = body
            self.category = category
            self.code = code
            self.information = information
        }

        /// A refusal in the form of App Context.
        static func objects(
            _ status: Int,
            _ message: String,
            _ category: PNStatusCategory,
            _ code: Int = kPNUnknownError
        ) -> Row {
            let body = #"{"status":\#(status),"error":{"message":"\#(message)","source":"objects"}}"#
            return Row(status, body, category, code, message)
        }

        var testDescription: String { "\(status) \(information)" }
    }

    static let rows = [
        Row(
            400,
            #"{"status":400,"error":{"message":"Request payload contained invalid input.","source":"objects","details":["#
                + #"{"message":"User email must be a valid email address.","location":"user.email","locationType":"body"},"#
                + #"5,{"message":"And more."},{"location":"x"}]}}"#,
            .badRequestCategory,
            kPNUnknownError,
            "Request payload contained invalid input.\nDetails:\n"
                + "• User email must be a valid email address. Location: user.email\n• And more."
        ),
        .objects(
            403,
            "Supplied authorization key does not have the permissions required to perform this operation.",
            .accessDeniedCategory,
            kPNAPIAccessForbiddenError
        ),
        Row(
            403,
            #"{"message":"Forbidden","payload":{"channels":["a"]},"error":true,"service":"Access Manager","status":403}"#,
            .accessDeniedCategory,
            kPNAPIAccessForbiddenError,
            "Forbidden"
        ),
        .objects(
            402,
            "App Context is not enabled for this subscribe key.",
            .accessDeniedCategory,
            kPNAPINotAvailableOrNotEnabledError
        ),
        .objects(404, "Requested object was not found.", .resourceNotFoundCategory),
        .objects(409, "Object with the requested identifier already exists.", .unknownCategory),
        .objects(411, "Length required.", .badRequestCategory),
        .objects(
            412,
            "User to update has been modified after it was read.",
            .entityTagMismatchCategory,
            kPNEntityTagMismatchError
        ),
        Row(
            412,
            "<html>",
            .entityTagMismatchCategory,
            kPNEntityTagMismatchError,
            "The service responded with status 412."
        ),
        .objects(415, "Request payload must be in JSON format.", .unknownCategory),
        .objects(481, "Malformed filter.", .malformedFilterExpressionCategory),
        .objects(
            429,
            "You have exceeded the maximum number of requests per second allowed for your subscriber key.",
            .unknownCategory,
            kPNAPIRateExceededError
        ),
        .objects(500, "An unexpected error ocurred while processing the request.", .unknownCategory),
        .objects(503, "The server took longer to respond than the maximum allowed processing time.", .unknownCategory),
        Row(
            414,
            #"{"status":414,"service":"Balancer","error":true,"message":"Request URI Too Long"}"#,
            .requestURITooLongCategory,
            kPNUnknownError,
            "Request URI Too Long"
        ),
        Row(401, "<html>", .unknownCategory, kPNAPIUnauthorizedAccessError, "The service responded with status 401."),
        Row(413, "{}", .unknownCategory, kPNTooLongMessageError, "The service responded with status 413."),
        Row(502, "<html>", .unknownCategory, kPNUnknownError, "The service responded with status 502."),
        Row(
            200,
            #"{"status":400,"error":{"message":"m","source":"objects"}}"#,
            .badRequestCategory,
            kPNUnknownError,
            "m"
        ),
        Row(200, "oops", .malformedResponseCategory, kPNResponseMalformedJSONError, "unreadable"),
    ]

    @Test("A refusal has a category, a code, and the service's message", arguments: rows)
    func refusals(_ row: Row) throws {
        let client = ScriptedClient.connected()
        let statuses = Notes<any PNErrorStatus>()
        let request = PNFetchUUIDMetadataRequest(uuid: "u")
        client.client.uuidMetadata(with: request) { result, status in
            #expect(result == nil)
            if let status { statuses.add(status) }
        }
        // A failure that may be temporary is repeated.
        for _ in 0...3 {
            client.reply("/v2/objects/sub/uuids/u", status: row.status, row.body)
            client.wait(.seconds(3))
        }
        let status = try #require(statuses.values.first)
        #expect(statuses.values.count == 1 && status.isError)
        #expect(status.category == row.category && status.underlyingError?.code == row.code)
        if row.status != 200 || row.category != .malformedResponseCategory {
            #expect(status.errorData.information == row.information)
        } else {
            #expect(!status.errorData.information.isEmpty)
        }
    }

    @Test(
        "A failure of the transport has a category and a code",
        arguments: [
            (TransportFailure.unreachable, PNStatusCategory.networkIssuesCategory),
            (.closed, .networkIssuesCategory), (.nameNotResolved, .networkIssuesCategory),
            (.tls(reason: "certificate"), .tlsConnectionFailedCategory), (.tooLarge, .malformedResponseCategory),
            (.badEncoding, .malformedResponseCategory),
        ]
    )
    func failures(_ failure: TransportFailure, _ category: PNStatusCategory) throws {
        let client = ScriptedClient.connected()
        let statuses = Notes<PNManageMembershipsStatus>()
        client.client.setMembershipsWith(PNSetMembershipsRequest(uuid: "u", channels: [])) { statuses.add($0) }
        for _ in 0...3 {
            client.fail("/v2/objects/sub/uuids/u/channels", failure)
            client.wait(.seconds(3))
        }
        let status = try #require(statuses.values.first)
        #expect(statuses.values.count == 1 && status.category == category)
        #expect(status.data.memberships.isEmpty && !status.errorData.information.isEmpty)
    }

    @Test("Every category has a description, and its Objective-C name")
    func categories() {
        #expect(Set(PNStatusCategory.allCases.map(\.text)).count == PNStatusCategory.allCases.count)
        let named: [PNStatusCategory] = [
            .PNUnknownCategory, .PNAcknowledgmentCategory, .PNAccessDeniedCategory, .PNTimeoutCategory,
            .PNNetworkIssuesCategory, .PNBadRequestCategory, .PNRequestURITooLongCategory,
            .PNMalformedFilterExpressionCategory, .PNMalformedResponseCategory, .PNTLSConnectionFailedCategory,
            .PNResourceNotFoundCategory, .PNEntityTagMismatchCategory,
        ]
        #expect(named == PNStatusCategory.allCases)
    }
}
