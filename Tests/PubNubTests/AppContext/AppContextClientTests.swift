import Dispatch
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

/// The calls of App Context and how they end (Documentation/WireProtocol.md, "App Context").
@Suite("App Context, calls")
struct AppContextClientTests {
    private static let root = "/v2/objects/sub"
    private static let user = #"{"status":200,"data":{"id":"u","name":"n"}}"#

    @Test("Passes a result or a status, on the callback queue, once")
    func ends() throws {
        let client = ScriptedClient.connected()
        let ends = Notes<(PNFetchUUIDMetadataResult?, (any PNErrorStatus)?)>()
        let queue = client.queue
        client.client.uuidMetadata(with: PNFetchUUIDMetadataRequest(uuid: nil)) {
            dispatchPrecondition(condition: .onQueue(queue))
            ends.add(($0, $1))
        }
        #expect(client.requested == ["\(Self.root)/uuids/me?include=custom,status,type&uuid=me"])
        client.reply(Self.root, Self.user)
        client.reply(Self.root, Self.user)
        #expect(ends.values.count == 1 && ends.values.first?.0?.data.metadata?.name == "n")
        #expect(ends.values.first?.1 == nil)
    }

    @Test("An acknowledgment is not an error, and says so")
    func acknowledgment() throws {
        let client = ScriptedClient.connected()
        let statuses = Notes<any PNAcknowledgmentStatus>()
        client.client.removeChannelMetadata(with: PNRemoveChannelMetadataRequest(channel: "c")) { statuses.add($0) }
        client.reply(Self.root, #"{"status":200,"data":null}"#)
        let status = try #require(statuses.values.first)
        #expect(!status.isError && status.category == .acknowledgmentCategory && status.underlyingError == nil)
        #expect(status.stringifiedCategory == "Acknowledgment" && status.errorData.information == "")
        status.retry()
        #expect(client.waiting.allSatisfy { !$0.hasPrefix(Self.root) })
    }

    @Test("Every operation ends once, whatever the response")
    func everyOperation() {
        for (name, perform) in AppContextOperation.all {
            for (answer, expected) in [
                (#"{"status":200,"data":[]}"#, "list"), (#"{"status":200,"data":{"id":"x"}}"#, "object"), ("{", "none"),
            ] {
                let client = ScriptedClient.connected()
                let reported = Notes<Bool>()
                perform(client.client) { reported.add($0) }
                #expect(client.waiting.filter { $0.hasPrefix(Self.root) }.count == 1, "\(name)")
                for _ in 0...3 {
                    client.reply(Self.root, answer)
                    client.wait(.seconds(3))
                }
                #expect(reported.values.count == 1, "\(name) \(expected)")
                if expected == "none" { #expect(reported.values == [false], "\(name)") }
            }
        }
    }

    @Test("A client that is not connected sends nothing and reports an error")
    func notConnected() {
        for (name, perform) in AppContextOperation.all {
            let client = ScriptedClient()
            let reported = Notes<Bool>()
            perform(client.client) { reported.add($0) }
            client.settle()
            #expect(reported.values == [false] && client.transport.requests.isEmpty, "\(name)")
        }
    }

    @Test("A call waits while the client connects")
    func connecting() {
        let client = ScriptedClient()
        let reported = Notes<Bool>()
        client.client.connect()
        client.client.uuidMetadata(with: PNFetchUUIDMetadataRequest(uuid: "u")) { reported.add($0 != nil && $1 == nil) }
        client.connect()
        client.reply(Self.root, Self.user)
        #expect(reported.values == [true])
    }

    @Test("Reports a timeout if no response arrives in time, and ignores a late one")
    func timeout() throws {
        let client = ScriptedClient.connected()
        let statuses = Notes<PNSetUUIDMetadataStatus>()
        client.client.setUUIDMetadataWith(PNSetUUIDMetadataRequest(uuid: "u")) { statuses.add($0) }
        client.wait(.seconds(15))
        let status = try #require(statuses.values.first)
        #expect(status.category == .timeoutCategory && status.data.metadata == nil)
        #expect(status.underlyingError?.code == kPNRequestExecutionFailedByTimeoutError)
        client.reply(Self.root, Self.user)
        #expect(statuses.values.count == 1)
    }

    @Test("Does not send an invalid request; a retry reports the same error")
    func wrongRequest() throws {
        let client = ScriptedClient.connected()
        let statuses = Notes<PNSetChannelMetadataStatus>()
        client.client.setChannelMetadataWith(PNSetChannelMetadataRequest(channel: "")) { statuses.add($0) }
        client.settle()
        let status = try #require(statuses.values.first)
        #expect(status.isError && status.category == .badRequestCategory)
        #expect(status.errorData.information == "The channel is missing.")
        status.retry()
        client.settle()
        #expect(statuses.values.count == 2 && client.requested.isEmpty)
    }

    @Test("A retry repeats the call with the request's original content, as often as requested")
    func retry() throws {
        let client = ScriptedClient.connected()
        let statuses = Notes<PNSetUUIDMetadataStatus>()
        let request = PNSetUUIDMetadataRequest(uuid: "u")
        request.name = "first"
        client.client.setUUIDMetadataWith(request) { statuses.add($0) }
        request.name = "second"
        client.reply(Self.root, status: 400, #"{"status":400,"error":{"message":"try again","source":"objects"}}"#)
        let failed = try #require(statuses.values.first)
        failed.retry()
        client.settle()
        failed.retry()
        client.settle()
        let sent = client.transport.requests.filter { $0.verb == .patch }
        #expect(sent.count == 3 && Set(sent.map(\.url)).count == 1)
        #expect(sent.allSatisfy { $0.body == Array(#"{"name":"first"}"#.utf8) })
        client.reply(Self.root, Self.user)
        client.reply(Self.root, Self.user)
        #expect(statuses.values.map(\.isError) == [true, false, false])
    }

    @Test("A retry after the client is released does nothing")
    func retryWithoutClient() throws {
        var client: ScriptedClient? = .connected()
        let transport = try #require(client?.transport)
        let statuses = Notes<any PNErrorStatus>()
        client?.client.channelMembers(with: PNFetchChannelMembersRequest(channel: "a,b")) { _, status in
            if let status { statuses.add(status) }
        }
        client?.settle()
        let count = transport.requests.count
        client = nil
        try #require(statuses.values.first).retry()
        #expect(transport.requests.count == count && statuses.values.count == 1)
    }

    @Test("Does not repeat a change with an entity tag by itself, because its result is unknown")
    func boundChange() throws {
        let client = ScriptedClient.connected()
        let statuses = Notes<PNSetUUIDMetadataStatus>()
        let request = PNSetUUIDMetadataRequest(uuid: "u")
        request.ifMatchesEtag = "tag"
        client.client.setUUIDMetadataWith(request) { statuses.add($0) }
        #expect(client.transport.waiting.last?.headers.contains { $0 == ("If-Match", "tag") } == true)
        client.fail(Self.root, .closed)
        let error = try #require(statuses.values.first?.underlyingError)
        #expect(error.isOutcomeUnknown && client.waiting.allSatisfy { !$0.hasPrefix(Self.root) })
    }

    @Test("Builders send the same as the requests; the count has a step of its own")
    func builders() {
        let client = ScriptedClient.connected()
        func sent(_ call: (PNObjectsAPICallBuilder) -> Void) -> String {
            call(client.client.objects())
            return client.requested.map { $0.replacing("&uuid=me", with: "").replacing(Self.root, with: "") }.joined()
        }
        #expect(sent { $0.allUUIDMetadata().performWithCompletion { _, _ in } } == "/uuids?count=1&limit=100")
        #expect(
            sent {
                $0.allUUIDMetadata().includeFields([.customField, .totalCountField]).includeCount(false).limit(40)
                    .performWithCompletion { _, _ in }
            } == "/uuids?include=custom&limit=40"
        )
        #expect(
            sent { $0.allChannelsMetadata().includeFields(.customField).performWithCompletion { _, _ in } }
                == "/channels?include=custom&count=1&limit=100"
        )
        #expect(
            sent { $0.allChannelsMetadata().includeFields([]).performWithCompletion { _, _ in } }
                == "/channels?limit=100"
        )
        #expect(
            sent { $0.memberships().includeCount(true).includeFields([]).performWithCompletion { _, _ in } }
                == "/uuids/me/channels?count=1&limit=100"
        )
        #expect(
            sent {
                $0.channelMembers("c").includeFields(.memberUUIDField).filter("f").sort(["uuid.id"]).start("s").end("e")
                    .performWithCompletion { _, _ in }
            } == "/channels/c/uuids?include=uuid&count=1&limit=100&start=s&filter=f&sort=uuid.id"
        )
        #expect(sent { $0.removeUUIDMetadata().uuid("x").performWithCompletion() } == "/uuids/x?uuid=me")
    }

    /// "includeCount: Whether to include the total count in the paginated response. Default: YES". The page says "Default is
    /// false" of manageChannelMembers only, whose fields include the count by default all the same.
    @Test("Every builder of a list requests the count by default, including manageChannelMembers")
    func countOfBuilders() {
        let client = ScriptedClient.connected()
        func asksForCount(_ call: (PNObjectsAPICallBuilder) -> Void) -> [Bool] {
            call(client.client.objects())
            return client.requested.map { $0.contains("?count=1&") || $0.contains("&count=1&") }
        }
        func asked<Request: PNObjectsPaginatedRequest, Completion>(
            _ make: (PNObjectsAPICallBuilder) -> PNObjectsCallBuilder<Request, Completion>,
            _ perform: (PNObjectsCallBuilder<Request, Completion>) -> Void
        ) -> [Bool] {
            asksForCount { perform(make($0)) } + asksForCount { perform(make($0).includeCount(false)) }
                + asksForCount { perform(make($0).includeCount(true)) }
        }
        let expected = [true, false, true]
        #expect(asked({ $0.allUUIDMetadata() }, { $0.performWithCompletion { _, _ in } }) == expected)
        #expect(asked({ $0.allChannelsMetadata() }, { $0.performWithCompletion { _, _ in } }) == expected)
        #expect(asked({ $0.memberships() }, { $0.performWithCompletion { _, _ in } }) == expected)
        #expect(asked({ $0.setMemberships() }, { $0.performWithCompletion() }) == expected)
        #expect(asked({ $0.removeMemberships() }, { $0.performWithCompletion() }) == expected)
        #expect(asked({ $0.manageMemberships() }, { $0.performWithCompletion() }) == expected)
        #expect(asked({ $0.channelMembers("c") }, { $0.performWithCompletion { _, _ in } }) == expected)
        #expect(asked({ $0.setChannelMembers("c") }, { $0.performWithCompletion() }) == expected)
        #expect(asked({ $0.removeChannelMembers("c") }, { $0.performWithCompletion() }) == expected)
        #expect(asked({ $0.manageChannelMembers("c") }, { $0.performWithCompletion() }) == expected)
    }

    @Test("The builders of metadata set all members of the requests")
    func metadataBuilders() throws {
        let client = ScriptedClient.connected()
        client.client.objects().setUUIDMetadata().uuid("u").name("n").externalId("1").profileUrl("p").email("e")
            .status("s").type("t").custom(["a": 1]).ifMatchesEtag("tag").includeFields(.customField)
            .performWithCompletion()
        let user = try #require(client.transport.waiting.last)
        #expect(
            user.body.map { String(decoding: $0, as: UTF8.self) }
                == #"{"custom":{"a":1},"email":"e","externalId":"1","name":"n","profileUrl":"p","status":"s","type":"t"}"#
        )
        #expect(user.headers.contains { $0 == ("If-Match", "tag") })
        client.client.objects().setChannelMetadata("c").channel("d").name("n").information("i").status("s").type("t")
            .clearedFields([.custom]).performWithCompletion()
        let channel = try #require(client.transport.waiting.last)
        #expect(channel.path.hasPrefix("/v2/objects/sub/channels/d?include=custom,status,type&"))
        #expect(
            channel.body.map { String(decoding: $0, as: UTF8.self) }
                == #"{"custom":null,"description":"i","name":"n","status":"s","type":"t"}"#
        )
    }

    @Test("A configuration may set the identifier, also later")
    func configuredIdentifier() {
        let configuration = PNConfiguration(publishKey: "pub", subscribeKey: "sub", userID: "metadataUser")
        #expect(configuration.userID == "metadataUser" && configuration.subscriptionKey == "sub")
        let client = PubNub.client(with: configuration)
        #expect(client.clientIdentifier() == "metadataUser")
        client.setConfiguration(PNConfiguration(publishKey: "pub", subscribeKey: "sub", userID: "other"))
        #expect(client.clientIdentifier() == "other")
        client.setClientIdentifier("mine")
        client.setConfiguration(PNConfiguration(publishKey: "pub", subscribeKey: "sub", userID: "other"))
        #expect(client.clientIdentifier() == "mine")
        #expect(PNConfiguration(publishKey: "pub", subscribeKey: "sub", userID: "").userID == nil)
    }
}
