import PubNub
import PubNubAsync
import PubNubCore
import PubNubMachines
import PubNubOrigin
import PubNubTestSupport
import PubNubWire
import Testing

/// Requests that the secret key signs. Documentation/WireProtocol.md, "Access manager".
@Suite(.timeLimit(.minutes(5)))
struct SigningTests {
    private static let secretKey = "sec-c-signing-77a0"

    /// A call of each family of requests.
    private static let calls: [@Sendable (PubNubClient) async throws -> Void] = [
        { try await $0.publish("~'", to: "room 1") },
        { client in
            var options = PublishOptions()
            options.isCompressed = true
            options.metadata = ["lang": "en"]
            try await client.publish(["text": "é~'"], to: "room 1", options: options)
        },
        { _ = try await $0.signal(1, to: "room 1") },
        { for try await _ in $0.history(of: "room 1") {} },
        { _ = try await $0.messageCounts(of: ["room 1": 15_000_000_000_000_000]) },
        { _ = try await $0.hereNow(["room 1"]) },
        { _ = try await $0.hereNow() },
        { _ = try await $0.whereNow("~'") },
        { try await $0.setState(["mood": "~'"], on: ["room 1"]) },
        { _ = try await $0.state(of: "signer", on: ["room 1"]) },
        { try await $0.groups.add(["room 1"], to: "family") },
        { _ = try await $0.groups.channels(of: "family") },
        { _ = try await $0.groups.list() },
        { try await $0.groups.delete("family") },
        { try await $0.push.add(["room 1"], to: [UInt8](repeating: 7, count: 32)) },
        { try await $0.push.removeAll(from: [UInt8](repeating: 7, count: 32)) },
        { _ = try await $0.users.set("ann", UserChanges(name: "Ann ~'é")) },
        { _ = try await $0.users.get("ann") },
        { for try await _ in $0.users.all(filter: "name like '*'", sort: ["name"]) {} },
        { _ = try await $0.channels.set("room 1", ChannelChanges(name: "Room")) },
        { try await $0.memberships.set(["room 1"], of: "ann") },
        { for try await _ in $0.members.all(of: "room 1") {} },
        { try await $0.members.manage(of: "room 1", setting: ["bob": .init()], removing: ["ann"]) },
        { try await $0.memberships.remove(["room 1"], of: "bob") },
        { try await $0.channels.remove("room 1") },
        { try await $0.users.remove("ann") },
        { client in
            let message = try await client.publish(1, to: "room 1")
            let action = try await client.actions.add("reaction", "~'", to: message, in: "room 1")
            for try await _ in client.actions.all(in: "room 1") {}
            try await client.actions.remove(action.timetoken, from: message, in: "room 1")
        },
        { try await $0.deleteMessages(in: "room 1", from: nil, to: nil) },
    ]

    @Test("A client with only the secret key has all rights under the access manager")
    func rights() async throws {
        let origin = OriginConfiguration(
            publishKey: "demo",
            subscribeKey: "demo",
            secretKey: Self.secretKey,
            accessManager: true
        )
        try await withOrigin(origin) { _, address in
            var configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: "signer")
            configuration.origin = "\(address.host):\(address.port)"
            configuration.isSecure = false
            // A slow machine must not fail a test.
            configuration.requestTimeout = .seconds(600)
            try await PubNubClient.withClient(configuration) { guest in
                let error = await #expect(throws: PubNubError.self) { try await guest.publish(1, to: "room 1") }
                #expect(error?.code == .accessDenied)
            }
            configuration.secretKey = Self.secretKey
            configuration.presenceTimeout = .seconds(300)
            try await PubNubClient.withClient(configuration) { signer in
                try await Self.receives(signer)
                for call in Self.calls { try await call(signer) }
            }
        }
    }

    /// Subscribes to a channel with its presence channel and to a group, and receives a message of the group.
    private static func receives(_ client: PubNubClient) async throws {
        try await client.groups.add(["room 2"], to: "watched")
        for try await event in client.subscribe(to: ["room 1"], groups: ["watched"], presence: true) {
            switch event {
            case .connection(.connected): try await client.publish("hello", to: "room 2")
            case .message(let message):
                #expect(message.channel == "room 2" && message.json == "hello")
                return
            default: break
            }
        }
    }

    /// Accepts messages and refuses everything else, so that no request is repeated.
    private static func response(to request: TransportRequest) -> Result<TransportResponse, TransportFailure> {
        if request.path.hasPrefix("/publish/") || request.path.hasPrefix("/signal/") {
            return ScriptedService.ok("[1,\"Sent\",\"15000000000000001\"]")
        }
        let body = Array(#"{"status":400,"error":true,"message":"Bad request"}"#.utf8)
        return .success(TransportResponse(status: 400, contentType: "text/javascript", body: body))
    }

    @Test("Signs every request but the one for the time, and sends no secret key")
    func everyRequest() async throws {
        let service = ScriptedService { request in
            request.path.hasPrefix("/v2/subscribe/") ? nil : Self.response(to: request)
        } adjust: {
            $0.secretKey = Self.secretKey
            $0.presenceTimeout = .seconds(60)
        }
        let iteration = Task { for try await _ in service.client.subscribe(to: ["room 1"], groups: ["g"]) {} }
        try await service.page(15_000_000_000_000_000)
        _ = try await service.request("/v2/subscribe/")
        try await until { service.timers.fire(.heartbeat) }
        try await until { service.transport.requests.contains { $0.path.contains("/heartbeat?") } }
        for call in Self.calls { try? await call(service.client) }
        iteration.cancel()
        try await iteration.value
        await service.client.shutdown()
        let requests = service.transport.requests
        for part in ["/v2/subscribe/", "/heartbeat?", "/leave?", "/history", "/v2/objects/", "/v1/push/"] {
            #expect(requests.contains { $0.path.contains(part) }, "\(part)")
        }
        for request in requests {
            let isSigned = request.path.contains("&timestamp=") && request.path.contains("&signature=")
            #expect(isSigned != request.path.hasPrefix("/time/"), "\(request.path)")
            #expect(!request.url.contains(Self.secretKey))
        }
    }

    @Test("A 3.x client and its async interface sign deletions of history, and no other of these requests")
    func sharing() async throws {
        let transport = ScriptedTransport { request in
            request.path.hasPrefix("/time/") ? ScriptedService.ok("[15000000000000000]") : Self.response(to: request)
        }
        let pubnub = PubNub(
            configuration: PNConfiguration(publishKey: "pub", subscribeKey: "sub", secretKey: Self.secretKey),
            transport: transport,
            timers: ManualTimers(),
            seed: 1
        )
        pubnub.connect()
        let client = PubNubClient(sharing: pubnub)
        for call in Self.calls { try? await call(client) }
        let signed = transport.requests.filter { $0.path.contains("&signature=") }
        #expect(signed.count == 1 && signed.first?.verb.rawValue == "DELETE")
        #expect(signed.first?.path.hasPrefix("/v3/history/sub-key/sub/channel/room%201?") == true)
        await client.shutdown()
    }
}
