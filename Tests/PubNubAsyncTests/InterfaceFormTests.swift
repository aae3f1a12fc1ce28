import Logging
import PubNub
import PubNubAsync
import PubNubOrigin
import PubNubTestSupport
import ServiceLifecycle
import Testing

/// Every form of the interface, with the types of its results. A function that throws `PubNubError` compiles only if each of its calls
/// throws nothing else.
@Suite(.timeLimit(.minutes(5)))
struct InterfaceFormTests {
    @Test("A client is a service, has states of its connection, and shares the engine of a 3.x client")
    func clients() async throws {
        try await withOrigin { _, address in
            let configuration = Self.configuration(address)
            let logger = Logger(label: "forms")
            let client = PubNubClient(configuration, logger: logger)
            let service: any Service = client
            let states: any AsyncSequence<ConnectionState, Never> & Sendable = client.connectionStates
            let running = Task { try await service.run() }
            for await state in states where state.isConnected { break }
            client.setToken(nil)
            await client.shutdown(deadline: .seconds(5))
            try await running.value
            let shared = PubNubClient(sharing: PubNub(configuration: Self.legacy))
            #expect(shared.userID == "forms")
            await shared.shutdown()
            let number: Int = try await PubNubClient.withClient(configuration, logger: logger) { client in
                let now: Timetoken = try await client.time()
                return now > 0 ? 7 : 0
            }
            #expect(number == 7)
        }
    }

    @Test("Messages, signals and history")
    func messages() async throws {
        try await withClient { client in
            let found = try await Self.messages(client)
            #expect(found == ["[1,2]", #"{"n":1}"#, #""hello""#])
        }
    }

    private static func messages(_ client: PubNubClient) async throws(PubNubError) -> [String] {
        var options = PublishOptions()
        options.metadata = ["lang": "en"]
        let first: Timetoken = try await client.publish("hello", to: "a")
        let second: Timetoken = try await client.publish(["n": 1], to: "a", options: options)
        let third: Timetoken = try await client.publish(json: "[1,2]".utf8, to: "a")
        let fourth: Timetoken = try await client.publish(json: Array("true".utf8), to: "a", options: options)
        let signal: Timetoken = try await client.signal(7, to: "a")
        #expect([first, second, third, fourth, signal] == [first, second, third, fourth, signal].sorted())
        let counts: NameDictionary<Int> = try await client.messageCounts(of: ["a": first])
        #expect(counts == ["a": 3])
        try await client.deleteMessages(in: "a", from: third, to: fourth)
        var found: [Message] = []
        let history: HistorySequence = client.history(of: "a")
        for try await message in history { found.append(message) }
        for try await message in client.history(of: "a", from: .at(second), to: .before(third), limit: 1) {
            #expect(message.timetoken == second)
        }
        for try await message in client.history(of: "a", from: .after(second), to: nil) {
            #expect(message.timetoken == third)
        }
        return found.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test("Subscriptions, their events and their messages")
    func subscriptions() async throws {
        try await withClient { client in
            try await client.groups.add(["b"], to: "g")
            try await Self.events(client)
            let value: String = try await client.subscribe(
                to: ["a"],
                groups: ["g"],
                presence: true,
                since: nil,
                process: { subscription in
                    for try await event in subscription {
                        if case .connection(.connected) = event { try await client.publish("scoped", to: "a") }
                        if case .message(let message) = event { return try message.decode() }
                    }
                    return ""
                }
            )
            #expect(value == "scoped")
            let before = try await client.publish("first", to: "c")
            try await client.publish("second", to: "c")
            let messages: any AsyncSequence<Message, PubNubError> & Sendable =
                client.subscribe(to: ["c"], since: before).messages
            for try await message in messages {
                let json = message.json
                let text = try message.decode(as: String.self)
                #expect(json == "second" && text == "second")
                break
            }
            let typed: any AsyncSequence<TypedMessage<String>, PubNubError> & Sendable =
                client.subscribe(to: ["c"], since: before).messages(as: String.self)
            for try await message in typed {
                #expect(message.value == "second" && message.channel == "c")
                break
            }
        }
    }

    private static func events(_ client: PubNubClient) async throws(PubNubError) {
        let subscription: PubNubSubscription = client.subscribe(
            to: ["a"],
            groups: ["g"],
            presence: false,
            state: ["a": ["mood": "fine"]],
            since: nil,
            filter: nil
        )
        try subscription.add(["later", "never"])
        subscription.remove(["never"])
        for try await event in subscription {
            switch event {
            case .connection(let state):
                guard state.isConnected else { continue }
                try await client.setState(["mood": "better"], on: ["later"])
                try await client.publish("hello", to: "later")
            case .message(let message):
                let (channel, group, publisher): (String, String?, String?) =
                    (message.channel, message.group, message.publisher)
                let (timetoken, metadata, type): (Timetoken, JSON?, String?) =
                    (message.timetoken, message.metadata, message.customType)
                #expect(channel == "later" && group == nil && publisher == "forms")
                #expect(timetoken > 0 && metadata == nil && type == nil)
                return
            case .signal, .file, .presence, .action, .object, .gap(from: _, to: _): break
            }
        }
    }

    @Test("Presence and state")
    func presence() async throws {
        try await withClient { client in
            try await client.groups.add(["b"], to: "g")
            try await Self.presence(client)
        }
    }

    private static func presence(_ client: PubNubClient) async throws(PubNubError) {
        let nobody: [String: Occupancy] = try await client.hereNow()
        #expect(nobody.isEmpty)
        for try await event in client.subscribe(to: ["a"]) {
            guard case .connection(.connected) = event else { continue }
            try await client.setState(["mood": "fine"], on: ["a"])
            let here = try await client.hereNow(["a"], groups: ["g"], includesState: true)
            let users: [Occupant] = here["a"]?.users ?? []
            #expect(here["a"]?.count == 1 && users.map(\.userID) == ["forms"])
            #expect(users.map(\.state) == [["mood": "fine"]])
            let places: [String] = try await client.whereNow("forms")
            #expect(places == ["a"])
            let states: [String: JSON] = try await client.state(of: "forms", on: ["a"])
            #expect(states == ["a": ["mood": "fine"]])
            return
        }
    }

    @Test("Groups, push registrations, App Context and message actions")
    func registries() async throws {
        try await withClient { client in try await Self.registries(client) }
    }

    private static func registries(_ client: PubNubClient) async throws(PubNubError) {
        let groups: ChannelGroups = client.groups
        try await groups.add(["a", "b"], to: "g")
        try await groups.remove(["b"], from: "g")
        let (names, members): ([String], [String]) = (try await groups.list(), try await groups.channels(of: "g"))
        #expect(names == ["g"] && members == ["a"])
        try await groups.delete("g")

        let (push, device): (PushRegistrations, [UInt8]) = (client.push, [UInt8](repeating: 7, count: 32))
        try await push.add(["a", "b"], to: device)
        try await push.remove(["b"], from: device, service: .apns)
        let registered: [String] = try await push.channels(of: device)
        #expect(registered == ["a"])
        try await push.removeAll(from: device)

        try await metadata(client)
        try await memberships(client)

        let actions: MessageActions = client.actions
        let message = try await client.publish("hello", to: "a")
        let action: MessageAction = try await actions.add("reaction", "smile", to: message, in: "a")
        for try await found in actions.all(in: "a") { #expect(found == action) }
        try await actions.remove(action.timetoken, from: message, in: "a")
    }

    private static func metadata(_ client: PubNubClient) async throws(PubNubError) {
        let (users, channels): (Users, Channels) = (client.users, client.channels)
        let email = "ann@example.org"
        let ann: UserMetadata = try await users.set(
            "ann",
            UserChanges(
                name: "Ann",
                externalID: .unchanged,
                profileURL: .clear,
                email: .set(email),
                status: "on",
                type: "person",
                custom: ["age": 7]
            ),
            ifMatches: nil,
            include: [.custom, .status]
        )
        let room: ChannelMetadata = try await channels.set("room", ChannelChanges(name: "Room"))
        let changed: ChannelMetadata = try await channels.set(
            "room",
            ChannelChanges(name: .unchanged, description: "Quiet", status: "open", type: "room", custom: .clear),
            ifMatches: room.eTag,
            include: .all
        )
        let foundUser = try await users.get("ann")
        let foundChannel = try await channels.get("room", include: [])
        #expect(foundUser.eTag == ann.eTag && foundChannel.eTag == changed.eTag)
        #expect(foundUser.email == email && foundChannel.description == "Quiet")
        for try await user in users.all(filter: "name == 'Ann'", sort: ["name"]) { #expect(user.id == ann.id) }
        for try await channel in channels.all() { #expect(channel.id == room.id) }
        let query = MetadataQuery(
            filter: nil,
            sort: ["name:desc"],
            limit: 10,
            cursor: nil,
            include: .all,
            includesTotal: true
        )
        for try await user in users.all(query) { #expect(user.id == ann.id) }
        for try await channel in channels.all(query) { #expect(channel.id == room.id) }
        let people: ObjectPage<UserMetadata> = try await users.page(query)
        let rooms: ObjectPage<ChannelMetadata> = try await channels.page()
        let (total, next, previous): (Int?, PageCursor?, PageCursor?) = (people.total, people.next, people.previous)
        #expect(total == 1 && next == nil && previous == nil && people.items.map(\.id) == ["ann"])
        #expect(rooms.items == [changed])
        try await users.remove("ann")
        try await channels.remove("room")
    }

    private static func memberships(_ client: PubNubClient) async throws(PubNubError) {
        let (memberships, members): (Memberships, Members) = (client.memberships, client.members)
        let changes = MembershipChanges(status: "active", type: "guest", custom: ["role": "owner"])
        let set: ObjectPage<Membership> = try await memberships.set(["room"], of: "ann", changes)
        let membership: Membership = try await memberships.get("room", of: "ann")
        #expect(set.items == [membership] && membership.channel == "room" && membership.user == "ann")
        let member: Membership = try await members.get("ann", of: "room", include: [.status, .metadata])
        #expect(member.status == "active" && member.custom == nil && member.userMetadata == nil)
        let query = MembershipQuery(filter: "status == 'active'", sort: ["updated"], limit: 1)
        for try await membership in memberships.all(of: "ann") { #expect(membership.channel == "room") }
        for try await membership in memberships.all(of: "ann", filter: nil, sort: ["channel.id"]) {
            #expect(membership.channel == "room")
        }
        for try await membership in memberships.all(of: "ann", query) { #expect(membership.channel == "room") }
        for try await member in members.all(of: "room") { #expect(member.user == "ann") }
        for try await member in members.all(of: "room", filter: nil, sort: ["uuid.id"]) {
            #expect(member.user == "ann")
        }
        for try await member in members.all(of: "room", query) { #expect(member.user == "ann") }
        let pages = [try await memberships.page(of: "ann"), try await members.page(of: "room", query)]
        #expect(pages.map(\.total) == [1, 1])
        let managed: [ObjectPage<Membership>] = [
            try await memberships.manage(of: "ann", setting: ["hall": changes], removing: ["room"], returning: query),
            try await members.manage(
                of: "room",
                setting: ["bob": MembershipChanges(status: .clear)],
                removing: ["ann"]
            ),
        ]
        #expect(managed.map { $0.items.map(\.channel) } == [["hall"], ["room"]])
        try await members.set(["ann", "bob"], of: "room", MembershipChanges(), returning: query)
        try await members.remove(["ann", "bob"], of: "room")
        let left = try await memberships.remove(["hall"], of: "ann", returning: query)
        #expect(left.items.isEmpty)
    }

    @Test("Access tokens, and the parts of an error")
    func errors() async throws {
        try await withClient { client in
            let error = try #require(await #expect(throws: PubNubError.self) { try await Self.tokens(client) })
            let (code, reason, status): (PubNubError.Code, String, Int?) = (error.code, error.reason, error.statusCode)
            let (channels, groups): ([String], [String]) = (error.channels, error.groups)
            let (isUnknown, cause): (Bool, (any Error)?) = (error.isOutcomeUnknown, error.underlying)
            #expect(code == .secretKeyMissing && !reason.isEmpty && status == nil && channels == [] && groups == [])
            #expect(!isUnknown && cause == nil && "\(error)".hasPrefix("secretKeyMissing: "))
        }
    }

    /// Fails with the first call, as the client has no secret key.
    private static func tokens(_ client: PubNubClient) async throws(PubNubError) {
        let tokens: AccessTokens = client.access
        let scope = AccessScope(channels: ["lobby": [.read, .write]])
        let token: AccessToken = try await tokens.grantToken(
            validFor: .seconds(3_600),
            authorizedUserID: "ann",
            resources: scope,
            patterns: AccessScope(channels: ["^room-[a-z]+$": .read]),
            meta: ["plan": "free"]
        )
        let parsed: AccessToken = try tokens.parse(token.string)
        #expect(parsed == token)
        try await tokens.revokeToken(token.string)
    }

    @Test("JSON values have literals, are compared and coded, and keep integers of 64 bits")
    func json() throws(JSONError) {
        let value: JSON = ["list": [1, 2.5, true, nil, "text"], "large": 9_223_372_036_854_775_807]
        let read = try JSON(parsing: value.bytes)
        #expect(read == value && Set([read, value]).count == 1)
        #expect(read["large"]?.integer == .max && read["list"]?[3] == .null)
    }

    private static var legacy: PNConfiguration {
        PNConfiguration(publishKey: "demo", subscribeKey: "demo", userID: "forms")
    }

    private static func configuration(_ address: OriginAddress) -> PubNubClientConfiguration {
        var configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: "forms")
        configuration.origin = "\(address.host):\(address.port)"
        configuration.isSecure = false
        // A slow machine must not fail a test.
        configuration.requestTimeout = .seconds(600)
        return configuration
    }

    private func withClient(_ body: (PubNubClient) async throws -> Void) async throws {
        try await withOrigin { _, address in
            try await PubNubClient.withClient(Self.configuration(address), body)
        }
    }
}
