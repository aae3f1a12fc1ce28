import PubNub
import PubNubAsync
import PubNubCore
import PubNubMachines
import PubNubOrigin
import PubNubTestSupport
import Testing

/// Each target of each iteration has a start of its own, although one long poll serves all.
@Suite(.timeLimit(.minutes(3)))
struct SubscriptionStartTests {
    /// How a subscription asks for a channel to which 400 messages were sent before.
    enum Form: String, CaseIterable, CustomTestStringConvertible {
        case plain = "without a start"
        case since = "since the last message"
        case otherGoesBack = "beside a subscription that goes back"
        case added = "added to a running subscription"

        var testDescription: String { rawValue }
    }

    @Test("A subscription receives nothing older than its start", arguments: Form.allCases)
    func nothingOlder(form: Form) async throws {
        try await withOrigin { _, address in
            try await PubNubClient.withClient(Self.configuration(address, "other")) { other in
                try await PubNubClient.withClient(Self.configuration(address, "me")) { me in
                    try await Self.receive(form, me, from: other)
                }
            }
        }
    }

    private static func receive(_ form: Form, _ me: PubNubClient, from other: PubNubClient) async throws {
        let first = try await other.publish("first", to: "quiet")
        let since = form == .otherGoesBack ? first : nil
        try await me.subscribe(to: ["quiet"], since: since) { quiet in
            var last = first
            for number in 0..<400 { last = try await other.publish(number, to: "busy") }
            switch form {
            case .plain, .otherGoesBack:
                try await me.subscribe(to: ["busy"]) { busy in try await expectNew(in: busy, from: other) }
            case .since:
                try await me.subscribe(to: ["busy"], since: last) { busy in try await expectNew(in: busy, from: other) }
            case .added:
                try quiet.add(["busy"])
                var connections = 0
                for try await event in quiet {
                    if case .connection(.connected) = event { connections += 1 }
                    if case .message(let message) = event {
                        #expect(message.json == "new")
                        break
                    }
                    // Confirmed for the first channel, and then for both.
                    if connections == 2 {
                        connections = 0
                        try await other.publish("new", to: "busy")
                    }
                }
            }
        }
    }

    private static func expectNew(in subscription: PubNubSubscription, from other: PubNubClient) async throws {
        try await other.publish("new", to: "busy")
        for try await message in subscription.messages {
            #expect(message.json == "new")
            break
        }
    }

    @Test("A channel that is taken while the connection is lost begins when the service has confirmed it")
    func duringOutage() async throws {
        let service = ScriptedService(times: 1)
        let first = Task { try await Self.numbers(130, of: service.client.subscribe(to: ["a"])) }
        try await service.page(100)
        _ = try await service.request("/v2/subscribe/")
        service.transport.fail("/v2/subscribe/", .unreachable)
        try await until { !service.transport.waiting.contains { $0.path.hasPrefix("/v2/subscribe/") } }
        let second = Task { try await Self.numbers(210, of: service.client.subscribe(to: ["b"])) }
        try await until { service.pubnub.iterations == 2 }
        // The network is there again.
        try await until {
            service.timers.advance(by: .seconds(3))
            return service.transport.reply("/time/", "[15000000000000000]") != nil
        }
        try await service.page(150)
        try await service.page(200)
        let received = ScriptedService.envelope("a", "130", at: 130)
        let older = ScriptedService.envelope("b", "120", at: 120) + "," + ScriptedService.envelope("b", "160", at: 160)
        try await service.page(
            210,
            [received, older, ScriptedService.envelope("b", "210", at: 210)].joined(separator: ",")
        )
        #expect(try await first.value == [130])
        #expect(try await second.value == [210])
    }

    @Test("A subscription that ends before the client is connected does not make a later one go back")
    func startIsNotShared() async throws {
        let service = ScriptedService(times: 0)
        let first = Task { for try await _ in service.client.subscribe(to: ["a"], since: 50) {} }
        try await until { service.pubnub.iterations == 1 }
        first.cancel()
        try await first.value
        let second = Task { try await Self.numbers(102, of: service.client.subscribe(to: ["a"])) }
        try await until { service.pubnub.iterations == 1 }
        _ = try await service.request("/time/")
        service.transport.reply("/time/", "[15000000000000000]")
        // The second subscription may need a first request of its own.
        while try await service.request("/v2/subscribe/").url.contains("tt=0") { try await service.page(100) }
        let poll = try await service.page(102, ScriptedService.envelope("a", "102", at: 102))
        #expect(poll.url.contains("tt=100"))
        #expect(try await second.value == [102])
    }

    @Test("The state of a subscription that ends before the client is connected is not that of a later one")
    func stateIsNotShared() async throws {
        let service = ScriptedService(times: 0)
        let first = Task { for try await _ in service.client.subscribe(to: ["a"], state: ["a": ["age": 7]]) {} }
        try await until { service.pubnub.iterations == 1 }
        first.cancel()
        try await first.value
        let second = Task { for try await _ in service.client.subscribe(to: ["a"]) {} }
        try await until { service.pubnub.iterations == 1 }
        _ = try await service.request("/time/")
        service.transport.reply("/time/", "[15000000000000000]")
        let join = try await service.request("/v2/subscribe/")
        #expect(!join.url.contains("state="))
        second.cancel()
        try await second.value
    }

    @Test("A subscription to a channel of another one begins where the long poll is, without a request")
    func sharedChannel() async throws {
        let service = ScriptedService()
        let first = Task { try await Self.numbers(103, of: service.client.subscribe(to: ["a"])) }
        try await service.page(100)
        try await service.page(101, ScriptedService.envelope("a", "101", at: 101))
        _ = try await service.request("/v2/subscribe/")
        let requests = service.transport.requests.count
        let second = Task { try await Self.numbers(103, of: service.client.subscribe(to: ["a"])) }
        try await until { service.pubnub.iterations == 2 }
        #expect(service.transport.requests.count == requests)
        try await service.page(103, ScriptedService.timetokens("a", 102...103))
        #expect(try await first.value == [101, 102, 103])
        #expect(try await second.value == [102, 103])
    }

    @Test("While the client is behind, a subscription to a channel of another one asks for the time of the service")
    func sharedChannelBehind() async throws {
        let service = ScriptedService()
        let first = Task { try await Self.numbers(202, of: service.client.subscribe(to: ["a"])) }
        try await service.page(100)
        try await service.loseResponse()
        _ = try await service.request("/v2/subscribe/")
        let second = Task { try await Self.numbers(202, of: service.client.subscribe(to: ["a"])) }
        let join = try await service.request { $0.url.contains("tt=0") }
        #expect(join.path.contains("/a/"))
        try await service.page(200)
        try await service.page(202, ScriptedService.timetokens("a", 199...202))
        #expect(try await first.value == [199, 200, 201, 202])
        #expect(try await second.value == [201, 202])
    }

    @Test("A gap before the start of a subscription is not reported to it")
    func gaps() async throws {
        let service = ScriptedService()
        let first = Task { try await Self.events(401, of: service.client.subscribe(to: ["a"])) }
        try await service.page(100)
        try await service.loseResponse()
        _ = try await service.request("/v2/subscribe/")
        let second = Task { try await Self.events(401, of: service.client.subscribe(to: ["a"])) }
        _ = try await service.request { $0.url.contains("tt=0") }
        try await service.page(350)
        try await service.page(400, ScriptedService.timetokens("a", 301...400))
        try await service.page(401, ScriptedService.timetokens("a", 401...401))
        #expect(try await first.value.contains { $0.hasPrefix("gap 100-") })
        #expect(try await second.value == (351...401).map { "message \($0)" })
    }

    @Test("A group that begins in the past is read from history, channel by channel; a wildcard begins with a gap")
    func pastOfGroupsAndWildcards() async throws {
        try await withOrigin { _, address in
            try await PubNubClient.withClient(Self.configuration(address, "me")) { me in
                try await me.groups.add(["one", "two"], to: "both")
                let start = try await me.publish("start", to: "other")
                for channel in ["one", "two", "wild.card"] { try await me.publish(channel, to: channel) }
                try await me.subscribe(to: ["other"]) { _ in
                    let terms = me.subscribe(to: ["wild.*"], groups: ["both"], since: start)
                    var words: [String] = []
                    for try await event in terms {
                        switch event {
                        case .message(let message):
                            words.append("\(message.json.string ?? "") of \(message.group ?? "")")
                        case .gap(let from, _): words.append("gap \(from == start)")
                        case .connection, .signal, .file, .presence, .action, .object: break
                        }
                        if words.count == 3 { break }
                    }
                    #expect(words.sorted() == ["gap true", "one of both", "two of both"])
                }
            }
        }
    }

    @Test("The body of a subscription runs when the service has confirmed it")
    func bodyRunsConfirmed() async throws {
        let service = ScriptedService { request in
            request.path.contains("/leave") ? ScriptedService.ok("{\"status\":200,\"action\":\"leave\"}") : nil
        }
        let task = Task {
            try await service.client.subscribe(to: ["a"]) { subscription in
                // What arrives before the loop begins waits for it.
                try await service.page(101, ScriptedService.envelope("a", "101", at: 101))
                return try await Self.numbers(101, of: subscription)
            }
        }
        let join = try await service.request("/v2/subscribe/")
        #expect(join.url.contains("tt=0"))
        try await service.page(100)
        #expect(try await task.value == [101])
    }

    @Test("The body of a subscription that the service refuses does not run")
    func refusedBody() async throws {
        let service = ScriptedService()
        let task = Task {
            try await service.client.subscribe(to: ["secret"]) { _ in Issue.record("The body runs.") }
        }
        _ = try await service.request("/v2/subscribe/")
        let body = "{\"message\":\"Forbidden\",\"payload\":{\"channels\":[\"secret\"]},\"error\":true,\"status\":403}"
        service.transport.reply("/v2/subscribe/", status: 403, body)
        let error = await #expect(throws: PubNubError.self) { try await task.value }
        #expect(error?.code == .accessDenied)
        #expect(service.pubnub.iterations == 0)
    }

    @Test("The body of a subscription receives what it publishes")
    func bodyReceives() async throws {
        try await withOrigin { _, address in
            try await PubNubClient.withClient(Self.configuration(address, "me")) { me in
                let received = try await me.subscribe(to: ["news"]) { news in
                    try await me.publish("hello", to: "news")
                    for try await message in news.messages { return message.json }
                    return .null
                }
                #expect(received == "hello")
            }
        }
    }

    @Test("An invalid name of a channel to add is an error, and adds none")
    func invalidNames() async throws {
        let service = ScriptedService()
        let subscription = service.client.subscribe(to: ["a"])
        let error = #expect(throws: PubNubError.self) { try subscription.add(["b", ""]) }
        #expect(error?.code == .invalidName)
        let task = Task { for try await _ in subscription {} }
        let join = try await service.request("/v2/subscribe/")
        #expect(join.path.contains("/sub/a/"))
        task.cancel()
        try await task.value
    }

    private static func configuration(_ address: OriginAddress, _ userID: String) -> PubNubClientConfiguration {
        var configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: userID)
        configuration.origin = "\(address.host):\(address.port)"
        configuration.isSecure = false
        // A slow machine must not fail a test.
        configuration.requestTimeout = .seconds(600)
        return configuration
    }

    /// The numbers up to the last one.
    private static func numbers(_ last: Int, of subscription: PubNubSubscription) async throws -> [Int] {
        var numbers: [Int] = []
        for try await message in subscription.messages {
            numbers.append(try message.decode())
            if numbers.last == last { break }
        }
        return numbers
    }

    /// Messages and gaps up to the message with a number.
    private static func events(_ last: Int, of subscription: PubNubSubscription) async throws -> [String] {
        var words: [String] = []
        for try await event in subscription {
            switch event {
            case .gap(let start, let end): words.append("gap \(start)-\(end)")
            case .message(let message): words.append("message \(message.json.integer ?? -1)")
            case .connection, .signal, .file, .presence, .action, .object: break
            }
            if event.integer == last { break }
        }
        return words
    }
}
