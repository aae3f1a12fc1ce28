import PubNub
import PubNubAsync
import PubNubTestSupport
import Testing

/// A call of each kind is cancelled wherever it can wait: before it begins, before the client is connected, and for each of its
/// requests.
@Suite("Cancellation at every suspension point", .timeLimit(.minutes(5)))
struct CancellationTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The responses to its requests but the last one, which is cancelled.
        let responses: [String]
        /// Whether a cancelled task ends the call without an error, as it does for sequences of events.
        let endsQuietly: Bool
        let call: @Sendable (PubNubClient) async throws -> Void

        init(
            _ name: String,
            _ responses: [String] = [],
            endsQuietly: Bool = false,
            _ call: @escaping @Sendable (PubNubClient) async throws -> Void
        ) {
            testDescription = name
            self.responses = responses
            self.endsQuietly = endsQuietly
            self.call = call
        }
    }

    private static let device = [UInt8](repeating: 7, count: 32)
    private static let state = #"{"status":200,"message":"OK","service":"Presence","payload":{"k":1}}"#
    private static let page =
        #"{"status":200,"data":[{"id":"x","uuid":{"id":"x"},"channel":{"id":"x"},"updated":"2026-01-01T00:00:00Z","eTag":"e"}],"#
        + #""next":"more"}"#
    private static let actions =
        #"{"status":200,"data":[{"type":"t","value":"v","uuid":"u","messageTimetoken":"1","actionTimetoken":"2"}],"#
        + #""more":{"url":"/v1/message-actions/sub/channel/a?start=2","start":"2","limit":1}}"#
    private static let subscribed = #"{"t":{"t":"15000000000000001","r":1},"m":[]}"#

    private static let messages = [
        Row("publish") { try await $0.publish(["text": "hello"], to: "a") },
        Row("publish JSON") { try await $0.publish(json: Array("1".utf8), to: "a") },
        Row("signal") { try await $0.signal(1, to: "a") },
        Row("delete messages") { try await $0.deleteMessages(in: "a", from: 1, to: 2) },
        Row("message counts") { _ = try await $0.messageCounts(of: ["a": 1]) },
        Row("newest history") { for try await _ in $0.history(of: "a") {} },
        Row("history from a time") { for try await _ in $0.history(of: "a", from: .at(1)) {} },
    ]

    private static let presence = [
        Row("here now") { _ = try await $0.hereNow(["a"]) },
        Row("where now") { _ = try await $0.whereNow("u") },
        Row("state on two channels", [state]) { _ = try await $0.state(of: "u", on: ["a", "b"]) },
        Row("change of the state on two channels", [state]) { try await $0.setState(["k": 1], on: ["a", "b"]) },
    ]

    private static let registry = [
        Row("groups") { _ = try await $0.groups.list() },
        Row("channels of a group") { _ = try await $0.groups.channels(of: "g") },
        Row("addition to a group") { try await $0.groups.add(["a"], to: "g") },
        Row("removal from a group") { try await $0.groups.remove(["a"], from: "g") },
        Row("deletion of a group") { try await $0.groups.delete("g") },
        Row("channels of a device") { _ = try await $0.push.channels(of: device) },
        Row("registration of a device") { try await $0.push.add(["a"], to: device) },
        Row("removal from a device") { try await $0.push.remove(["a"], from: device) },
        Row("removal of a device") { try await $0.push.removeAll(from: device) },
    ]

    private static let objects = [
        Row("user") { _ = try await $0.users.get("u") },
        Row("change of a user") { try await $0.users.set("u", UserChanges(name: "U")) },
        Row("removal of a user") { try await $0.users.remove("u") },
        Row("two pages of users", [page]) { for try await _ in $0.users.all() {} },
        Row("channel") { _ = try await $0.channels.get("c") },
        Row("change of a channel") { try await $0.channels.set("c", ChannelChanges(name: "C")) },
        Row("removal of a channel") { try await $0.channels.remove("c") },
        Row("two pages of channels", [page]) { for try await _ in $0.channels.all() {} },
        Row("page of users") { _ = try await $0.users.page() },
        Row("page of channels") { _ = try await $0.channels.page() },
        Row("membership") { _ = try await $0.memberships.get("c", of: "u") },
        Row("change of memberships") { try await $0.memberships.set(["c"], of: "u") },
        Row("removal of memberships") { try await $0.memberships.remove(["c"], of: "u") },
        Row("managing memberships") { try await $0.memberships.manage(of: "u", setting: ["c": .init()]) },
        Row("page of memberships") { _ = try await $0.memberships.page(of: "u") },
        Row("two pages of memberships", [page]) { for try await _ in $0.memberships.all(of: "u") {} },
        Row("member") { _ = try await $0.members.get("u", of: "c") },
        Row("change of members") { try await $0.members.set(["u"], of: "c") },
        Row("removal of members") { try await $0.members.remove(["u"], of: "c") },
        Row("managing members") { try await $0.members.manage(of: "c", removing: ["u"]) },
        Row("page of members") { _ = try await $0.members.page(of: "c") },
        Row("two pages of members", [page]) { for try await _ in $0.members.all(of: "c") {} },
        Row("addition of an action") { try await $0.actions.add("t", "v", to: 1, in: "a") },
        Row("removal of an action") { try await $0.actions.remove(2, from: 1, in: "a") },
        Row("two pages of actions", [actions]) { for try await _ in $0.actions.all(in: "a") {} },
        Row("grant of a token") {
            _ = try await $0.access.grantToken(validFor: .seconds(60), resources: AccessScope(channels: ["a": .read]))
        },
        Row("revocation of a token") { try await $0.access.revokeToken(token) },
    ]

    /// A token of the recorded fixtures `pam-v3`.
    private static let token =
        "qEF2AkF0GmGFTxxDdHRsGDxDcmVzpURjaGFuoWx0ZXN0X2NoYW5uZWwYz0NncnCgQ3VzcqBDc3BjoER1dWlkoENwYXSlRGNoYW6gQ2dycKBD"
        + "dXNyoENzcGOgRHV1aWSgRG1ldGGgRHV1aWRkdGVzdENzaWdYIMD7y8nuLytwo00ZNv2Dv9_nQU46Zg5f7qql6Yw9dkhr"

    private static let sequences = [
        Row("subscription", [subscribed], endsQuietly: true) { for try await _ in $0.subscribe(to: ["a"]) {} },
        Row("messages of a subscription", [subscribed], endsQuietly: true) {
            for try await _ in $0.subscribe(to: ["a"], presence: true).messages {}
        },
    ]

    private static let rows = messages + presence + registry + objects + sequences

    private static func service(times: Int = .max) -> ScriptedService {
        ScriptedService(times: times) { request in
            request.path.contains("/leave") ? ScriptedService.ok(#"{"status":200,"action":"leave"}"#) : nil
        } adjust: {
            $0.secretKey = "sec-c-cancelled"
        }
    }

    @Test("A task that is cancelled before its call sends nothing for it", arguments: rows)
    func before(row: Row) async throws {
        let service = Self.service()
        let task = Task {
            try await until { Task.isCancelled }
            try await row.call(service.client)
        }
        task.cancel()
        try await Self.expectEnd(of: task, row)
        #expect(service.transport.requests.allSatisfy { $0.path.hasPrefix("/time/") || $0.path.contains("/leave") })
    }

    @Test("A call that waits for the connection ends immediately", arguments: rows)
    func unconnected(row: Row) async throws {
        let service = Self.service(times: 0)
        let task = Task { try await row.call(service.client) }
        _ = try await service.request("/time/")
        task.cancel()
        try await Self.expectEnd(of: task, row)
        #expect(service.pubnub.pendingCalls == 0)
        #expect(service.transport.requests.allSatisfy { $0.path.hasPrefix("/time/") })
    }

    @Test("A call ends immediately in each of its requests, which the client abandons", arguments: rows)
    func inFlight(row: Row) async throws {
        for answered in 0...row.responses.count {
            let service = Self.service()
            let task = Task { try await row.call(service.client) }
            for response in row.responses.prefix(answered) {
                let request = try await service.request { !$0.path.hasPrefix("/time/") }
                service.transport.reply(request.path, response)
            }
            _ = try await service.request { !$0.path.hasPrefix("/time/") }
            task.cancel()
            try await Self.expectEnd(of: task, row)
            try await Self.settle(service)
            #expect(service.pubnub.pendingCalls == 0)
        }
    }

    @Test("A subscription with a body ends its iteration and leaves, at each of its requests")
    func scoped() async throws {
        for answered in 0...1 {
            let service = Self.service()
            let task = Task {
                try await service.client.subscribe(to: ["a"]) { subscription in
                    for try await _ in subscription {}
                }
            }
            for _ in 0..<answered { try await service.page(15_000_000_000_000_001) }
            _ = try await service.request("/v2/subscribe/")
            task.cancel()
            try await Self.settle(service)
            if answered == 0 {
                // The body has not run.
                await #expect(throws: CancellationError.self) { try await task.value }
            } else {
                try await task.value
            }
            #expect(service.pubnub.subscribedObjectsList().isEmpty)
        }
    }

    @Test("A subscription with a body ends at once when its task is cancelled before the client has connected")
    func scopedWithoutConnection() async throws {
        let service = Self.service(times: 0)
        let task = Task { try await service.client.subscribe(to: ["a"]) { _ in } }
        _ = try await service.request("/time/")
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(service.transport.requests.allSatisfy { $0.path.hasPrefix("/time/") })
    }

    @Test("A subscription with a body ends at once when its task is cancelled while the service does not answer")
    func scopedWithoutResponse() async throws {
        let service = Self.service()
        let task = Task { try await service.client.subscribe(to: ["a"]) { _ in } }
        _ = try await service.request("/v2/subscribe/")
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        // It leaves after the response.
        try await Self.settle(service)
        #expect(service.pubnub.subscribedObjectsList().isEmpty)
    }

    /// Waits until the client has left its channels, which it does after the response to its first request for messages.
    private static func settle(_ service: ScriptedService) async throws {
        try await until {
            service.transport.reply("/v2/subscribe/", subscribed)
            return service.transport.waiting.isEmpty && service.pubnub.subscribedObjectsList().isEmpty
        }
    }

    private static func expectEnd(of task: Task<Void, any Error>, _ row: Row) async throws {
        guard !row.endsQuietly else { return try await task.value }
        let error = await #expect(throws: PubNubError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }
}
