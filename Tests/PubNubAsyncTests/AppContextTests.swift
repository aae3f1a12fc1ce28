import PubNub
import PubNubAsync
import PubNubOrigin
import PubNubTestSupport
import Testing

/// App Context with a real server over the network.
@Suite("App Context", .timeLimit(.minutes(5)))
struct AppContextTests {
    @Test("A field is set, left as it is, or cleared")
    func fields() async throws {
        try await withClient { client in
            let set = UserChanges(
                name: "Ann",
                externalID: "7",
                profileURL: "http://p",
                email: "a@example.org",
                status: "on",
                type: "person",
                custom: ["age": 7, "team": "red"]
            )
            let ann = try await client.users.set("ann", set)
            #expect(ann.name == "Ann" && ann.externalID == "7" && ann.profileURL == "http://p")
            #expect(ann.email == "a@example.org" && ann.status == "on" && ann.type == "person")
            #expect(ann.custom == ["age": 7, "team": "red"] && ann.updated != nil && ann.eTag != nil)
            let cleared = UserChanges(name: "Anne", email: .clear, status: .clear, custom: ["age": 8])
            try await client.users.set("ann", cleared)
            let changed = try await client.users.get("ann")
            #expect(changed.name == "Anne" && changed.externalID == "7" && changed.type == "person")
            #expect(changed.email == nil && changed.status == nil && changed.custom == ["age": 8])
            try await client.users.set("ann", UserChanges(custom: .clear))
            #expect(try await client.users.get("ann").custom == nil)

            try await client.channels.set("room", ChannelChanges(name: "Room", description: "Quiet", status: "open"))
            let room = try await client.channels.set("room", ChannelChanges(description: .clear, type: "hall"))
            #expect(room.name == "Room" && room.description == nil && room.status == "open" && room.type == "hall")
            let plain = try await client.channels.get("room", include: [])
            #expect(plain.name == "Room" && plain.status == nil && plain.type == nil)
        }
    }

    @Test("A change with an entity tag fails if the object has been changed since")
    func entityTag() async throws {
        try await withClient { client in
            let first = try await client.users.set("ann", UserChanges(name: "Ann"))
            let second = try await client.users.set("ann", UserChanges(name: "Anne"), ifMatches: first.eTag)
            #expect(second.name == "Anne")
            let stale = await #expect(throws: PubNubError.self) {
                try await client.users.set("ann", UserChanges(name: "Anna"), ifMatches: first.eTag)
            }
            #expect(stale?.code == .entityTagMismatch && stale?.statusCode == 412)
            let room = try await client.channels.set("room", ChannelChanges(name: "Room"))
            try await client.channels.set("room", ChannelChanges(name: "Hall"))
            let other = await #expect(throws: PubNubError.self) {
                try await client.channels.set("room", ChannelChanges(name: "Yard"), ifMatches: room.eTag)
            }
            #expect(other?.code == .entityTagMismatch)
            #expect(try await client.users.get("ann").name == "Anne")
        }
    }

    @Test("Pages have a limit and the total, and a stored cursor continues forwards and backwards")
    func pages() async throws {
        try await withClient { client in
            for number in 1...5 { try await client.users.set("u\(number)", UserChanges(name: "User \(number)")) }
            let query = MetadataQuery(sort: ["name"], limit: 2)
            let first = try await client.users.page(query)
            #expect(first.items.map(\.id) == ["u1", "u2"] && first.total == 5 && first.previous == nil)
            // As a program continues after a restart.
            let stored = try #require(first.next?.rawValue)
            var later = query
            later.cursor = PageCursor(rawValue: stored)
            let second = try await client.users.page(later)
            #expect(second.items.map(\.id) == ["u3", "u4"] && second.total == 5)
            later.cursor = second.next
            let third = try await client.users.page(later)
            #expect(third.items.map(\.id) == ["u5"] && third.next == nil)
            later.cursor = third.previous
            let back = try await client.users.page(later)
            #expect(back.items == second.items && back.next == second.next)
            later.cursor = back.previous
            let start = try await client.users.page(later)
            #expect(start.items == first.items && start.previous == nil)

            var rest: [String] = []
            var fromSecond = query
            fromSecond.cursor = first.next
            for try await user in client.users.all(fromSecond) { rest.append(user.id) }
            #expect(rest == ["u3", "u4", "u5"])
            let filtered = try await client.users.page(MetadataQuery(filter: "name LIKE '*4'"))
            #expect(filtered.items.map(\.id) == ["u4"] && filtered.total == 1)
            var found: [String] = []
            for try await user in client.users.all(filter: "id != 'u1'", sort: ["name:desc"]) { found.append(user.id) }
            #expect(found == ["u5", "u4", "u3", "u2"])
        }
    }

    @Test("Memberships of a user: set, get, list, page, manage and remove, with fields of their own")
    func memberships() async throws {
        try await withClient { client in
            try await client.channels.set("hall", ChannelChanges(name: "Hall", custom: ["floor": 2]))
            let set = try await client.memberships.set(
                ["hall", "yard"],
                of: "ann",
                MembershipChanges(status: "active", type: "guest", custom: ["role": "owner"])
            )
            #expect(set.items.map(\.channel) == ["hall", "yard"] && set.total == 2)
            let hall = try await client.memberships.get("hall", of: "ann")
            #expect(hall.status == "active" && hall.type == "guest" && hall.custom == ["role": "owner"])
            #expect(hall.user == "ann" && hall.eTag != nil && hall.updated != nil)
            #expect(hall.channelMetadata?.name == "Hall" && hall.channelMetadata?.custom == ["floor": 2])
            let managed = try await client.memberships.manage(
                of: "ann",
                setting: ["hall": MembershipChanges(type: .clear), "attic": MembershipChanges(status: "new")],
                removing: ["yard"]
            )
            #expect(managed.items.map(\.channel) == ["attic", "hall"])
            #expect(managed.items.map(\.status) == ["new", "active"] && managed.items.map(\.type) == [nil, nil])
            var named: [String] = []
            for try await membership in client.memberships.all(of: "ann", filter: "channel.name == 'Hall'") {
                named.append(membership.channel)
            }
            #expect(named == ["hall"])
            let page = try await client.memberships.page(
                of: "ann",
                MembershipQuery(sort: ["channel.id:desc"], limit: 1, include: .status)
            )
            #expect(page.items.map(\.channel) == ["hall"] && page.total == 2 && page.next != nil)
            #expect(page.items.first?.custom == nil && page.items.first?.channelMetadata == nil)
            let removed = try await client.memberships.remove(["hall", "nowhere"], of: "ann")
            #expect(removed.items.map(\.channel) == ["attic"] && removed.total == 1)
            let missing = await #expect(throws: PubNubError.self) {
                try await client.memberships.get("hall", of: "ann")
            }
            #expect(missing?.code == .notFound && missing?.channels == ["hall"])
        }
    }

    @Test("Members of a channel: set, get, list, page, manage and remove, with fields of their own")
    func members() async throws {
        try await withClient { client in
            try await client.users.set("ann", UserChanges(name: "Ann", status: "busy"))
            let set = try await client.members.set(["ann", "bob"], of: "room", MembershipChanges(status: "active"))
            #expect(set.items.map(\.user) == ["ann", "bob"] && set.items.map(\.channel) == ["room", "room"])
            let ann = try await client.members.get("ann", of: "room")
            #expect(ann.status == "active" && ann.userMetadata?.name == "Ann" && ann.userMetadata?.status == "busy")
            #expect(try await client.memberships.get("room", of: "ann").status == "active", "the same membership")
            let managed = try await client.members.manage(
                of: "room",
                setting: [
                    "ann": MembershipChanges(status: .clear, custom: ["role": "owner"]), "eve": .init(type: "guest"),
                ],
                removing: ["bob"],
                returning: MembershipQuery(sort: ["uuid.id:desc"])
            )
            #expect(managed.items.map(\.user) == ["eve", "ann"] && managed.items.map(\.status) == [nil, nil])
            #expect(managed.items.map(\.custom) == [nil, ["role": "owner"]])
            var users: [String] = []
            for try await member in client.members.all(of: "room", sort: ["uuid.id"]) { users.append(member.user) }
            #expect(users == ["ann", "eve"])
            let page = try await client.members.page(of: "room", MembershipQuery(filter: "type == 'guest'", limit: 1))
            #expect(page.items.map(\.user) == ["eve"] && page.total == 1)
            try await client.members.remove(["ann", "eve"], of: "room")
            #expect(try await client.members.page(of: "room").items.isEmpty)
        }
    }

    @Test("Events have the fields that a change set and name those that it cleared")
    func events() async throws {
        try await withClient { client in
            try await client.members.set(["ann"], of: "room", MembershipChanges(type: "guest"))
            try await client.channels.set("room", ChannelChanges(name: "Room", description: "Quiet"))
            var received: [String] = []
            for try await event in client.subscribe(to: ["room"]) {
                switch event {
                case .connection(.connected):
                    let changes = MembershipChanges(status: "active", type: .clear, custom: ["role": "owner"])
                    try await client.members.set(["ann"], of: "room", changes)
                    try await client.channels.set("room", ChannelChanges(name: "Hall", description: .clear))
                    try await client.members.remove(["ann"], of: "room")
                case .object(let object):
                    switch object.change {
                    case .membershipSet(let membership):
                        #expect(membership.user == "ann" && membership.channel == "room" && membership.type == nil)
                        #expect(membership.status == "active" && membership.custom == ["role": "owner"])
                        #expect(object.clearedFields == [.type])
                        received.append("membership set")
                    case .channelSet(let channel):
                        #expect(channel.name == "Hall" && channel.description == nil)
                        #expect(object.clearedFields == [.description])
                        received.append("channel set")
                    case .membershipRemoved(let user, let channel):
                        #expect(user == "ann" && channel == "room" && object.clearedFields.isEmpty)
                        received.append("membership removed")
                    case .userSet, .userRemoved, .channelRemoved: Issue.record("\(object)")
                    }
                default: break
                }
                if received.last == "membership removed" { break }
            }
            #expect(received == ["membership set", "channel set", "membership removed"])
        }
    }

    private func withClient(_ body: (PubNubClient) async throws -> Void) async throws {
        try await withOrigin { _, address in
            var configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: "me")
            // With its scheme, so that TLS needs no further setting.
            configuration.origin = "http://\(address.host):\(address.port)"
            // A slow machine must not fail a test.
            configuration.requestTimeout = .seconds(600)
            try await PubNubClient.withClient(configuration, body)
        }
    }
}
