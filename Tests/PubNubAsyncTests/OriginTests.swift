import Logging
import PubNub
import PubNubAsync
import PubNubOrigin
import PubNubTestSupport
import Testing

/// The client with a real server over the network.
@Suite(.timeLimit(.minutes(5)))
struct OriginTests {
    @Test("Publishes, receives, reads history, counts and deletes")
    func messages() async throws {
        try await withClient { client in
            var published: [Timetoken] = []
            for try await event in client.subscribe(to: ["a"]) {
                if case .connection(.connected) = event {
                    for number in 0..<150 { published.append(try await client.publish(number, to: "a")) }
                }
                guard event.integer == 149 else { continue }
                break
            }
            var newest: [Int] = []
            for try await message in client.history(of: "a") { newest.append(try message.decode()) }
            #expect(newest == Array((0..<150).reversed()))
            var oldest: [Int] = []
            for try await message in client.history(of: "a", from: .at(published[10]), to: .at(published[119])) {
                oldest.append(try message.decode())
            }
            #expect(oldest == Array(10..<120))
            var some: [Timetoken] = []
            for try await message in client.history(of: "a", from: .before(published[5]), to: .at(published[3])) {
                some.append(message.timetoken)
            }
            #expect(some == [published[4], published[3]])
            var limited = 0
            for try await _ in client.history(of: "a", limit: 120) { limited += 1 }
            #expect(limited == 120)
            #expect(try await client.messageCounts(of: ["a": published[99]]) == ["a": 50])
            try await client.deleteMessages(in: "a", from: published[0], to: published[149])
            #expect(try await client.messageCounts(of: ["a": published[0]]) == ["a": 0])
            #expect(try await client.time() > published[149])
        }
    }

    @Test("A subscription that begins in the past reads history if another one is running")
    func since() async throws {
        try await withClient { client in
            let before = try await client.publish(-1, to: "a")
            for number in 0..<120 { try await client.publish(number, to: "a") }
            var received: [Int] = []
            for try await event in client.subscribe(to: ["other"]) {
                guard case .connection(.connected) = event else { continue }
                for try await message in client.subscribe(to: ["a"], since: before).messages {
                    let value: Int = try message.decode()
                    received.append(value)
                    if value == 119 { try await client.publish(120, to: "a") }
                    if value == 120 { break }
                }
                break
            }
            #expect(received == Array(0...120))
        }
    }

    @Test("Subscriptions with different filters share a connection, and each receives what its filter selects")
    func filters() async throws {
        try await withClient { client in
            var inEnglish = PublishOptions()
            inEnglish.metadata = ["lang": "en"]
            let before = try await client.publish(["n": 0], to: "filtered", options: inEnglish)
            for number in 1...4 {
                let options = number.isMultiple(of: 2) ? inEnglish : PublishOptions()
                try await client.publish(["n": number], to: "filtered", options: options)
            }
            let english = client.subscribe(to: ["filtered"], since: before, filter: "lang like 'E*'")
            let great = client.subscribe(to: ["filtered"], since: before, filter: "data.n >= 2")
            // As the server's filters: a name that a message lacks differs from every value.
            let others = client.subscribe(to: ["filtered"], since: before, filter: "lang != 'en'")
            #expect(try await Self.numbers(2, of: others) == [1, 3])
            async let more = Self.numbers(3, of: great)
            #expect(try await Self.numbers(2, of: english) == [2, 4])
            #expect(try await more == [2, 3, 4])
        }
    }

    @Test("Events of message actions and App Context arrive through any filter")
    func filteredEvents() async throws {
        try await withClient { client in
            var kinds: [String] = []
            for try await event in client.subscribe(to: ["a"], filter: "lang == 'en'") {
                switch event {
                case .connection(.connected):
                    let message = try await client.publish(1, to: "a")
                    try await client.actions.add("reaction", "+1", to: message, in: "a")
                    try await client.channels.set("a", ChannelChanges(name: "A"))
                case .message: Issue.record("The filter selects no message.")
                case .action: kinds.append("action")
                case .object: kinds.append("object")
                default: break
                }
                if kinds.count == 2 { break }
            }
            #expect(kinds == ["action", "object"])
        }
    }

    /// The first numbers that a subscription receives.
    private static func numbers(_ count: Int, of subscription: PubNubSubscription) async throws -> [Int] {
        var found: [Int] = []
        for try await message in subscription.messages(as: [String: Int].self) {
            found.append(message.value["n"] ?? -1)
            if found.count == count { break }
        }
        return found
    }

    @Test("The first subscription may begin in the past")
    func sinceFirst() async throws {
        try await withClient { client in
            let before = try await client.publish(-1, to: "a")
            for number in 0..<10 { try await client.publish(number, to: "a") }
            var received: [Int] = []
            for try await typed in client.subscribe(to: ["a"], since: before).messages(as: Int.self) {
                received.append(typed.value)
                if typed.value == 9 { break }
            }
            #expect(received == Array(0..<10))
        }
    }

    @Test("Presence, here now, where now and state")
    func presence() async throws {
        try await withClients { watcher, other in
            var joined: String?
            for try await event in watcher.subscribe(to: ["room"], presence: true) {
                switch event {
                case .connection(.connected):
                    Task { for try await _ in other.subscribe(to: ["room"]) {} }
                case .presence(let change) where change.userID == "other" && change.kind == .join:
                    joined = change.userID
                default: break
                }
                guard joined != nil else { continue }
                #expect(try await watcher.hereNow(["room"])["room"]?.users.map(\.userID).contains("other") == true)
                #expect(try await watcher.whereNow("other") == ["room"])
                try await other.setState(["mood": "fine"], on: ["room"])
                #expect(try await watcher.state(of: "other", on: ["room"]) == ["room": ["mood": "fine"]])
                break
            }
            #expect(joined == "other")
        }
    }

    @Test("Groups, push registrations, App Context and message actions")
    func registries() async throws {
        try await withClient { client in
            try await client.groups.add(["a", "b"], to: "family")
            #expect(try await client.groups.channels(of: "family").sorted() == ["a", "b"])
            #expect(try await client.groups.list() == ["family"])
            try await client.groups.remove(["a"], from: "family")
            try await client.groups.delete("family")
            let device = [UInt8](repeating: 7, count: 32)
            try await client.push.add(["a"], to: device)
            #expect(try await client.push.channels(of: device) == ["a"])
            try await client.push.removeAll(from: device)
            try await client.users.set("ann", UserChanges(name: "Ann", custom: ["age": 7]))
            let ann = try await client.users.get("ann")
            #expect(ann.name == "Ann" && ann.custom == ["age": 7] && ann.email == nil)
            let room = try await client.channels.set("room", ChannelChanges(name: "Room"))
            func title<Fields>(_ object: ObjectMetadata<Fields>) -> String { "\(object.id) \(object.name ?? "")" }
            #expect([title(ann), title(room)] == ["ann Ann", "room Room"])
            try await client.memberships.set(["room"], of: "ann")
            var members: [String?] = []
            for try await member in client.members.all(of: "room") { members.append(member.userMetadata?.name) }
            #expect(members == ["Ann"])
            var names: [String] = []
            for try await user in client.users.all(sort: ["name"]) { names.append(user.id) }
            #expect(names == ["ann"])
            let missing = await #expect(throws: PubNubError.self) { try await client.users.get("nobody") }
            #expect(missing?.code == .notFound)
            let message = try await client.publish("hello", to: "a")
            let action = try await client.actions.add("reaction", "smile", to: message, in: "a")
            var actions: [MessageAction] = []
            for try await found in client.actions.all(in: "a") { actions.append(found) }
            #expect(actions == [action])
            try await client.actions.remove(action.timetoken, from: message, in: "a")
        }
    }

    @Test("A group's messages name the group")
    func group() async throws {
        try await withClient { client in
            try await client.groups.add(["a"], to: "family")
            for try await event in client.subscribe(to: [], groups: ["family"]) {
                switch event {
                case .connection(.connected): try await client.publish("hello", to: "a")
                case .message(let message):
                    #expect(message.channel == "a" && message.group == "family" && message.json == "hello")
                    return
                default: break
                }
            }
        }
    }

    @Test("The 3.x interface and the async interface of one engine both see every event")
    func sharing() async throws {
        try await withOrigin { _, address in
            let legacy = try await IntegrationClient.connected(address, as: "shared")
            let client = PubNubClient(sharing: legacy.pubnub)
            try await legacy.subscribe("both")
            for try await event in client.subscribe(to: ["both"]) {
                if case .connection(.connected) = event { try await client.publish("hello", to: "both") }
                if case .message(let message) = event {
                    #expect(message.json == "hello")
                    break
                }
            }
            #expect(try await legacy.message().channel.name == "both")
            // The 3.x client is still subscribed after the iteration.
            await client.shutdown()
            #expect(legacy.pubnub.subscribedObjectsList().map(\.name) == ["both"])
        }
    }

    @Test("A subscription with a body returns after the channel is left")
    func scoped() async throws {
        try await withClients { watcher, other in
            let first = try await other.subscribe(to: ["room"]) { subscription in
                for try await event in subscription {
                    guard case .connection(.connected) = event else { continue }
                    return try await watcher.whereNow("other")
                }
                return []
            }
            #expect(first == ["room"])
            #expect(try await watcher.whereNow("other") == [])
        }
    }

    @Test("withClient returns the result of its body and closes the client")
    func closes() async throws {
        try await withOrigin { _, address in
            var client: PubNubClient?
            let number = try await PubNubClient.withClient(Self.configuration(address, "me")) { inner in
                client = inner
                try await inner.publish(1, to: "a")
                return 7
            }
            #expect(number == 7)
            let error = await #expect(throws: PubNubError.self) { try await client?.publish(2, to: "a") }
            #expect(error?.code == .shuttingDown)
        }
    }

    @Test("Nothing that was acknowledged is lost in a shutdown under load")
    func shutdownUnderLoad() async throws {
        try await withOrigin { _, address in
            let sender = PubNubClient(Self.configuration(address, "sender"))
            let acknowledged = await withTaskGroup(of: Int?.self) { group in
                for number in 0..<200 {
                    group.addTask { (try? await sender.publish(number, to: "load")) == nil ? nil : number }
                }
                var found: [Int] = []
                for await number in group {
                    if let number { found.append(number) }
                    if found.count == 20 { Task { await sender.shutdown() } }
                }
                return found.sorted()
            }
            try await PubNubClient.withClient(Self.configuration(address, "after-shutdown")) { reader in
                var stored: [Int] = []
                for try await message in reader.history(of: "load") { stored.append(try message.decode()) }
                #expect(Set(acknowledged).isSubset(of: stored))
                #expect(Set(stored).count == stored.count)
            }
        }
    }

    @Test("A cipher key encrypts messages; without it they cannot be read")
    func encryption() async throws {
        try await withOrigin { _, address in
            var configuration = Self.configuration(address, "me")
            configuration.cipherKey = "enigma-key"
            try await PubNubClient.withClient(configuration) { client in
                try await client.publish("secret", to: "a")
                for try await message in client.history(of: "a") {
                    #expect(try message.decode(as: String.self) == "secret")
                }
                try await PubNubClient.withClient(Self.configuration(address, "other")) { other in
                    for try await message in other.history(of: "a") { #expect(message.json != "secret") }
                    try await other.publish("plain", to: "a")
                }
                for try await message in client.history(of: "a", limit: 1) {
                    let error = #expect(throws: PubNubError.self) { try message.decode(as: String.self) }
                    #expect(error?.code == .encryption)
                    #expect(
                        message.isUndecryptable && message.json == "plain"
                            && Array(message.bytes) == Array("\"plain\"".utf8)
                    )
                }
            }
        }
    }

    private static func configuration(_ address: OriginAddress, _ userID: String) -> PubNubClientConfiguration {
        var configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: userID)
        configuration.origin = "\(address.host):\(address.port)"
        configuration.isSecure = false
        // A slow machine must not fail a test.
        configuration.requestTimeout = .seconds(600)
        return configuration
    }

    private func withClient(_ body: (PubNubClient) async throws -> Void) async throws {
        try await withOrigin { _, address in
            try await PubNubClient.withClient(Self.configuration(address, "me"), body)
        }
    }

    private func withClients(_ body: (PubNubClient, PubNubClient) async throws -> Void) async throws {
        try await withOrigin { _, address in
            try await PubNubClient.withClient(Self.configuration(address, "me")) { me in
                try await PubNubClient.withClient(Self.configuration(address, "other")) { other in
                    try await body(me, other)
                }
            }
        }
    }
}
