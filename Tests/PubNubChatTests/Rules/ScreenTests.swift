import Foundation
import GRDB
import PubNub
import PubNubSupport
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("A screen in one live query: messages")
struct MessageScreenTests {
    typealias Row = ChatMessageRow<TestCustom>

    /// The changes of a query, in an inbox.
    static func changes<Element: Identifiable & Hashable & Sendable>(
        of query: ChatQueryChanges<Element>
    ) -> (inbox: IntegrationInbox<ChatQueryChange<Element>>, task: Task<Void, any Error>) {
        let inbox = IntegrationInbox<ChatQueryChange<Element>>()
        return (inbox, Task { for try await change in query { inbox.put(change) } })
    }

    /// Waits until the rows of a query satisfy a condition.
    @discardableResult
    static func rows<Element: Identifiable & Hashable & Sendable>(
        _ query: ChatQueryChanges<Element>,
        _ expected: String,
        until isWanted: @escaping @Sendable ([Element]) -> Bool
    ) async throws -> [Element] {
        let (inbox, task) = changes(of: query)
        defer { task.cancel() }
        return try await inbox.next(expected) { isWanted($0.entities) ? $0.entities : nil }
    }

    @Test("Observations and streams of typing end when the store is closed")
    func closed() async throws {
        let store = try ChatStore(configuration: .inMemory)
        let changes = store.changes(of: PubNubManagedMessage.messagesBy(pubnubChannelId: "c"), watching: .channel("c"))
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let watching = Task {
            for try await _ in changes { beginning.yield() }
        }
        for await _ in begun { break }
        try store.close()
        try await watching.value
        let typing = TypingService { _ in
            false
        } signal: { _, _ in
        }
        await typing.close()
        for await _ in typing.changes(on: "c") {}
    }

    @Test("R13.1 to R13.4: text, author, grouped reactions, read state and thread, as both devices see them")
    func room() async throws {
        try await withOrigin { _, address in
            let ann = try await ChatDevice(address, as: "ann", on: ["room"])
            let bob = try await ChatDevice(address, as: "bob", on: ["room"])
            for device in [ann, bob] { try await device.data.join(["room"]) }
            try await bob.data.updateRemoteUser(.init(user: User(id: "bob", name: "Bob B")))
            let time = try await bob.say("b1", "first", on: "room")
            try await ann.wait(for: "first", "b1")
            try await ann.data.addReaction("👍", on: "b1")
            let stranger = try await IntegrationClient.connected(address, as: "mallory")
            for (type, value) in [("reactions", "👍"), ("reactions", "🎉"), ("edited", "forged")] {
                let request = PNAddMessageActionRequest(channel: "room", messageTimetoken: NSNumber(value: time))
                request.type = type
                request.value = value
                let _: PNAddMessageActionStatus = try await stranger.change(type) {
                    stranger.pubnub.addMessageAction(with: request, completion: $0)
                }
            }
            let found = try await Self.rows(ann.provider.messageRows(on: "room"), "the row of ann") { rows in
                rows.first?.reactions.count == 2 && rows.first?.author?.name == "Bob B"
                    && rows.first?.message.ignoredChanges.count == 1
            }
            let row = try #require(found.first)
            #expect(found.count == 1 && row.id == "b1" && row.text == "first" && !row.isOwn && !row.isRead)
            #expect(row.reactions.map(\.value) == ["👍", "🎉"] && row.reactions.map(\.count) == [2, 1])
            #expect(row.reactions.map(\.isMine) == [true, false] && row.reactions[0].userIds == ["ann", "mallory"])
            #expect(row.message.custom.tags == ["a", "b"] && row.message.content.content.image == "i.png")
            #expect(row.thread == nil && row.sendState == .sent && row.pending.isEmpty && row.readBy.isEmpty)
            try await ann.data.markRead("room")
            try await Self.rows(ann.provider.messageRows(on: "room"), "read") { $0.first?.isRead == true }
            let own = try await Self.rows(bob.provider.messageRows(on: "room"), "read by ann") { rows in
                rows.first?.readBy == ["ann"]
            }
            #expect(own.first?.isOwn == true && own.first?.isRead == true && own.first?.reactions[0].isMine == false)
            let thread = try await ann.data.startThread(ofMessage: "b1")
            try await bob.provider.subscribe(to: [thread.id])
            let reply = try await ann.say("r1", "reply", on: thread.id)
            try await Self.rows(bob.provider.messageRows(on: "room"), "the thread") { rows in
                rows.first?.thread == ChatThreadSummary(id: thread.id, replyCount: 1, lastReply: reply)
            }
            for device in [ann, bob] { try await device.close() }
        }
    }

    @Test("R13.1: 50 messages in another room cause no read, and a new name of an author is one update")
    func reads() async throws {
        try await withOrigin { _, address in
            let ann = try await ChatDevice(address, as: "ann")
            let store = ann.store
            try await store.write { db in
                for id in ["room", "other"] { try PubNubManagedChannel.insertOrUpdate(channel: channel(id), into: db) }
                for id in ["bob", "eve"] { try PubNubManagedUser.insertOrUpdate(user: user(id), into: db) }
                try PubNubManagedMessage.insert(message: message(user: "bob", channel: "room"), into: db)
            }
            let reads = Locked(0)
            try await store.write { db in
                db.trace { event in
                    guard case .statement(let statement) = event,
                        statement.sql.hasPrefix("SELECT * FROM message WHERE"),
                        statement.expandedSQL.contains("'room'")
                    else { return }
                    reads.withLock { $0 += 1 }
                }
            }
            let (changes, task) = Self.changes(of: ann.provider.messageRows(on: "room"))
            defer { task.cancel() }
            _ = try await changes.next("first rows") { $0.entities.isEmpty ? nil : true }
            func settle() async throws { for _ in 0..<5 { try await store.write { _ in } } }
            try await settle()
            let before = reads.withLock { $0 }
            for number in 0..<50 {
                try await store.write { db in
                    let post = message("o\(number)", timetoken: 200 + UInt64(number), user: "eve", channel: "other")
                    try PubNubManagedMessage.insert(message: post, into: db)
                    try PubNubManagedUser.insertOrUpdate(user: user("eve", name: "E\(number)"), into: db)
                }
            }
            try await settle()
            #expect(before > 0 && reads.withLock { $0 } == before && changes.all.count == 1)
            try await store.write { db in
                _ = try PubNubManagedUser.insertOrUpdate(user: user("bob", name: "Robert"), into: db)
            }
            let change = try await changes.next("the name") { $0.previous.isEmpty ? nil : $0 }
            #expect(change.updateIndexes == [0] && change.insertions.isEmpty && change.removals.isEmpty)
            #expect(change.entities.first?.author?.name == "Robert")
            try await settle()
            #expect(reads.withLock { $0 } == before + 1)
            // An author who is new to the window is watched too.
            try await store.write { db in
                let post = message("n", timetoken: 300, user: "eve", channel: "room")
                try PubNubManagedMessage.insert(message: post, into: db)
            }
            _ = try await changes.next("a new author") { $0.insertions.isEmpty || $0.previous.isEmpty ? nil : true }
            try await settle()
            try await store.write { db in
                _ = try PubNubManagedUser.insertOrUpdate(user: user("eve", name: "Eva"), into: db)
            }
            _ = try await changes.next("the other name") { $0.entities.first?.author?.name == "Eva" ? true : nil }
            try await ann.close()
        }
    }

    @Test("Pending changes and the progress of a message are in its row until the service has them")
    func pending() async throws {
        try await withOrigin { _, address in
            let ann = try await ChatDevice(address, as: "ann", on: ["room"])
            try await ann.say("a1", "first", on: "room")
            ann.provider.disconnect()
            _ = try await ann.events.next("disconnected") { if case .disconnected = $0 { true } else { nil } }
            try await ann.data.editMessage("a1", text: "second")
            try await ann.data.addReaction("👍", on: "a1")
            try await ann.data.queueMessage(
                .init(message: message("a2", text: "queued", timetoken: 0, user: "ann", channel: "room"))
            )
            let rows = try await Self.rows(ann.provider.messageRows(on: "room"), "pending") { $0.count == 2 }
            #expect(rows.map(\.id) == ["a2", "a1"] && rows[0].sendState == .queued && rows[0].isRead)
            #expect(rows[1].pending == [.edit, .reaction("👍")] && rows[1].text == "second")
            try await ann.connect()
            try await Self.rows(ann.provider.messageRows(on: "room"), "sent") { rows in
                rows.allSatisfy { $0.pending.isEmpty && $0.sendState == .sent } && rows.last?.text == "second"
            }
            try await ann.close()
        }
    }

    @Test("The readers of a message are at most 100, those with the latest markers first")
    func readers() async throws {
        try await withOrigin { _, address in
            let ann = try await ChatDevice(address, as: "ann")
            try await ann.store.write { db in
                try PubNubManagedChannel.insertOrUpdate(channel: channel("room"), into: db)
                for number in 0..<150 {
                    let id = "u\(number + 100)"
                    try PubNubManagedUser.insertOrUpdate(user: user(id), into: db)
                    try PubNubManagedMember.insertOrUpdate(member: member("room", id), into: db)
                    try db.execute(
                        sql: "UPDATE member SET custom = ? WHERE userId = ?",
                        arguments: [Data(#"{"lastReadMessageTimetoken":"\#(1_000 + number)"}"#.utf8), id]
                    )
                }
                for (id, time) in [("old", 900), ("new", 1_148)] {
                    let post = message(id, timetoken: UInt64(time), user: "u100", channel: "room")
                    try PubNubManagedMessage.insert(message: post, into: db)
                }
            }
            let rows = try await Self.rows(ann.provider.messageRows(on: "room"), "readers") { $0.count == 2 }
            #expect(rows[0].readBy == ["u249", "u248"])
            #expect(rows[1].readBy.count == 100 && rows[1].readBy.first == "u249" && !rows[1].readBy.contains("u100"))
            try await ann.close()
        }
    }
}

@Suite("A screen in one live query: channels")
struct ChannelScreenTests {
    /// A store with a room, a direct channel, a thread and a channel of the Chat SDK, all joined by ann.
    private func device(_ address: OriginAddress) async throws -> ChatDevice {
        let ann = try await ChatDevice(address, as: "ann")
        try await ann.store.write { db in
            let internals = ["PUBNUB_INTERNAL_THREAD_room_5", "PN_PRV.ann.mute1"]
            for id in ["room", "direct.1", "quiet"] + internals {
                var new = channel(id, name: id == "room" ? "Kitchen" : nil)
                if id == "direct.1" { new.type = "direct" }
                try PubNubManagedChannel.insertOrUpdate(channel: new, into: db)
                try PubNubManagedMember.insertOrUpdate(member: Self.membership(id, "ann"), into: db)
            }
            try PubNubManagedUser.insertOrUpdate(user: user("bob", name: "Bob"), into: db)
            for id in ["room", "direct.1"] {
                try PubNubManagedMember.insertOrUpdate(member: Self.membership(id, "bob"), into: db)
            }
            var mention = message("r1", timetoken: 17_000_000_000_000_001, user: "bob", channel: "room")
            mention.content.mentions = [ChatMention(userId: "ann", name: "Ann")]
            try PubNubManagedMessage.insert(message: mention, into: db)
            let direct = message("d1", timetoken: 17_000_000_000_000_002, user: "bob", channel: "direct.1")
            try PubNubManagedMessage.insert(message: direct, into: db)
        }
        return ann
    }

    private static func membership(_ channelId: String, _ userId: String) -> Member {
        var member = Member(channelId: channelId, userId: userId)
        member.chatUser = userId == "bob" ? user("bob", name: "Bob") : user(userId)
        member.updated = moment()
        member.eTag = "M"
        return member
    }

    @Test(
        "R13.5: titles, last messages, unread messages and mentions, the latest activity first, pinned channels before"
    )
    func list() async throws {
        try await withOrigin { _, address in
            let ann = try await device(address)
            let (changes, task) = MessageScreenTests.changes(of: ann.provider.channelRows(pinnedBy: "pinned"))
            defer { task.cancel() }
            let first = try await changes.next("the list") { $0.entities.count == 3 ? $0.entities : nil }
            #expect(first.map(\.id) == ["direct.1", "room", "quiet"])
            #expect(
                first.map(\.title) == ["Bob", "Kitchen", "quiet"] && first.map(\.isDirect) == [true, false, false]
            )
            #expect(first.map(\.lastMessage?.id) == ["d1", "r1", nil] && first.map(\.memberCount) == [2, 2, 1])
            #expect(first[1].mentions == 1 && first[0].mentions == 0 && first[1].unread?.count == 1)
            #expect(first[0].others.map(\.id) == ["bob"] && first.map(\.activity)[0] == 17_000_000_000_000_002)
            try await ann.store.write { db in
                try PubNubManagedMessage.insert(
                    message: message("r2", timetoken: 17_000_000_000_000_003, user: "bob", channel: "room"),
                    into: db
                )
            }
            let moved = try await changes.next("activity") { $0.entities.first?.lastMessage?.id == "r2" ? $0 : nil }
            #expect(moved.entities.map(\.id) == ["room", "direct.1", "quiet"] && moved.moves.count == 1)
            try await ann.store.setDraft("later", on: "quiet")
            try await ann.store.write { db in
                let custom = Data(#"{"pinned":true}"#.utf8)
                try db.execute(sql: "UPDATE member SET custom = ? WHERE channelId = 'quiet'", arguments: [custom])
            }
            let pinned = try await changes.next("pinned") { $0.entities.first?.isPinned == true ? $0.entities : nil }
            #expect(pinned.map(\.id) == ["quiet", "room", "direct.1"] && pinned[0].draft == "later")
            try await ann.store.write { db in
                _ = try PubNubManagedUser.insertOrUpdate(user: user("bob", name: "Robert"), into: db)
            }
            _ = try await changes.next("the title") { $0.entities.contains { $0.title == "Robert" } ? true : nil }
            try await ann.close()
        }
    }

    @Test("A direct channel that another user begins appears, although its type is known after the membership")
    func newDirectChannel() async throws {
        try await withOrigin { _, address in
            let bob = try await Rig(address, as: "bob")
            let ann = try await ChatDevice(address, as: "ann", on: ["ann"])
            let (changes, task) = MessageScreenTests.changes(of: ann.provider.channelRows(.direct))
            defer { task.cancel() }
            _ = try await changes.next("no channel") { $0.entities.isEmpty ? true : nil }
            try await bob.data.createRemoteChannel(
                .init(channel: Channel(id: "direct.ab", name: "Two", type: "direct"))
            )
            for user in ["ann", "bob"] {
                try await bob.data.createRemoteMembers(
                    .init(
                        members: [Member(channelId: "direct.ab", userId: user)],
                        modificationDirection: .modifyUsersByChannel
                    )
                )
            }
            let rows = try await changes.next("the direct channel") { $0.entities.isEmpty ? nil : $0.entities }
            #expect(rows.map(\.id) == ["direct.ab"])
            try await ann.close()
        }
    }

    @Test("A channel beyond the limit comes with its message, and one comes back when it is not deleted any more")
    func channelsBeyondTheList() async throws {
        try await withOrigin { _, address in
            let ann = try await device(address)
            let (first, firstTask) = MessageScreenTests.changes(of: ann.provider.channelRows(limit: 1))
            let (all, allTask) = MessageScreenTests.changes(of: ann.provider.channelRows())
            defer {
                firstTask.cancel()
                allTask.cancel()
            }
            _ = try await first.next("one") { $0.entities.map(\.id) == ["direct.1"] ? true : nil }
            // The observations read a second time after they begin to follow their rows.
            for _ in 0..<5 { try await ann.store.write { _ in } }
            try await ann.store.write { db in
                let new = message("q1", timetoken: 17_000_000_000_000_005, user: "bob", channel: "quiet")
                try PubNubManagedMessage.insert(message: new, into: db)
            }
            _ = try await first.next("the quiet one") { $0.entities.map(\.id) == ["quiet"] ? true : nil }
            for (status, count) in [("deleted", 2), ("open", 3)] {
                try await ann.store.write { db in
                    try db.execute(sql: "UPDATE channel SET status = ? WHERE id = 'room'", arguments: [status])
                }
                // The former list has the other number of channels, or is the first one.
                _ = try await all.next(status) { change in
                    change.entities.count == count && change.previous.count == 5 - count ? true : nil
                }
            }
            try await ann.close()
        }
    }

    @Test("50 messages in a channel that the user has not joined cause no read of the list")
    func otherChannels() async throws {
        try await withOrigin { _, address in
            let ann = try await device(address)
            try await ann.store.write { db in
                try PubNubManagedChannel.insertOrUpdate(channel: channel("other"), into: db)
            }
            let reads = Locked(0)
            try await ann.store.write { db in
                db.trace { event in
                    guard case .statement(let statement) = event, statement.sql.contains("AS isPinned") else { return }
                    reads.withLock { $0 += 1 }
                }
            }
            let (changes, task) = MessageScreenTests.changes(of: ann.provider.channelRows(limit: 1))
            defer { task.cancel() }
            _ = try await changes.next("the list") { $0.entities.isEmpty ? nil : true }
            func settle() async throws { for _ in 0..<5 { try await ann.store.write { _ in } } }
            try await settle()
            let before = reads.withLock { $0 }
            for number in 0..<50 {
                try await ann.store.write { db in
                    let post = message("o\(number)", timetoken: 200 + UInt64(number), user: "bob", channel: "other")
                    try PubNubManagedMessage.insert(message: post, into: db)
                }
            }
            try await settle()
            #expect(before > 0 && reads.withLock { $0 } == before && changes.all.count == 1)
            try await ann.close()
        }
    }

    @Test("Lists by type and by identifier, and channels that end or have the status deleted")
    func lists() async throws {
        try await withOrigin { _, address in
            let ann = try await device(address)
            func ids(_ list: ChatChannelList, limit: Int = 200) async throws -> [String] {
                try await MessageScreenTests.rows(ann.provider.channelRows(list, limit: limit), "\(list)") { _ in true }
                    .map(\.id)
            }
            #expect(try await ids(.direct) == ["direct.1"])
            #expect(try await ids(.type("group")).isEmpty)
            #expect(try await ids(.ids(["quiet", "nothing"])) == ["quiet"])
            #expect(try await ids(.joined, limit: 1) == ["direct.1"])
            let (changes, task) = MessageScreenTests.changes(of: ann.provider.channelRows())
            defer { task.cancel() }
            _ = try await changes.next("the list") { $0.entities.count == 3 ? true : nil }
            try await ann.store.write { db in
                try db.execute(sql: "UPDATE channel SET status = 'deleted' WHERE id = 'quiet'")
                _ = try PubNubManagedMember.remove(channelId: "room", userId: "ann", from: db)
            }
            _ = try await changes.next("fewer") { $0.entities.map(\.id) == ["direct.1"] ? true : nil }
            try await ann.close()
        }
    }
}

@Suite("State that can be read at any time, and arrivals")
struct ParsedRequestTests {
    private static let forbidden = #"{"status":403,"service":"Access Manager","error":true,"message":"Forbidden"}"#

    private func next(_ states: IntegrationInbox<ChatCompleteness>, _ state: ChatCompleteness) async throws {
        _ = try await states.next("\(state)") { $0 == state ? true : nil }
    }

    @Test("R13.6: the completeness of a channel: unsubscribed, fetching, complete, limited, refused")
    func completeness() async throws {
        try await withOrigin { server, address in
            let bob = try await IntegrationClient.connected(address, as: "bob")
            let ann = try await ChatDevice(
                address,
                as: "ann",
                backfill: ChatBackfillPolicy(messageLimit: 1)
            )
            #expect(ann.provider.completeness(of: "room") == .unsubscribed)
            let states = IntegrationInbox<ChatCompleteness>()
            let stream = ann.provider.completenessChanges(of: "room")
            let task = Task { for await state in stream { states.put(state) } }
            defer { task.cancel() }
            try await next(states, .unsubscribed)
            try await ann.connect()
            try await ann.provider.subscribe(to: ["room"])
            try await next(states, .complete)
            #expect(ann.provider.completeness(of: "room") == .complete)
            ann.provider.disconnect()
            _ = try await ann.events.next("disconnected") { if case .disconnected = $0 { true } else { nil } }
            for number in 0..<30 { try await bob.say("m\(number)", on: "room") }
            try await ann.connect()
            _ = try await states.next("limited") {
                if case .limited(let ranges) = $0, !ranges.isEmpty { true } else { nil }
            }
            server.faults = FaultPlan(
                rules: [FaultRule(.status(403, body: Self.forbidden), family: .subscribe, channel: "secret")]
            )
            await #expect(throws: PNError.self) { try await ann.provider.subscribe(to: ["secret"]) }
            _ = try await ann.events.next("refused") { if case .refused = $0 { true } else { nil } }
            guard case .refused = ann.provider.completeness(of: "secret") else {
                Issue.record("\(ann.provider.completeness(of: "secret"))")
                return
            }
            server.faults = FaultPlan()
            try await ann.provider.unsubscribe(from: ["room"])
            try await next(states, .unsubscribed)
            try await ann.close()
        }
    }

    /// Collects arrivals.
    private func arrivals(_ device: ChatDevice, on channels: [String]? = nil) -> IntegrationInbox<String> {
        let inbox = IntegrationInbox<String>()
        let stream = device.provider.arrivals(on: channels)
        Task { for await arrival in stream { inbox.put(arrival.message.text + (arrival.mentionsMe ? " @" : "")) } }
        return inbox
    }

    @Test(
        "R13.7: messages of others arrive once each, also after an absence and a restart, and filled history does not"
    )
    func once() async throws {
        try await withOrigin { _, address in
            try await withDirectory { directory in
                let file = DatastoreConfiguration(storageDirectlyURL: directory, storageUniqueFilename: "ann")
                let bob = try await ChatDevice(address, as: "bob", on: ["room"])
                try await bob.say("old", "old", on: "room")
                var ann = try await ChatDevice(address, as: "ann", file: file)
                var heard = arrivals(ann)
                try await ann.connect()
                try await ann.provider.subscribe(to: ["room"])
                try await ann.upToDate("room")
                try await ann.data.join(["room"])
                // Earlier history, which the user scrolls to.
                _ = try await ann.data.messages(on: "room")
                try await ann.say("own", "own", on: "room")
                var mention = message("b1", text: "one", timetoken: 0, user: "bob", channel: "room")
                mention.content.mentions = [ChatMention(userId: "ann", name: "Ann")]
                try await bob.data.sendRemoteMessage(.init(message: mention))
                #expect(try await heard.next("live") { $0 } == "one @")
                ann.provider.disconnect()
                _ = try await ann.events.next("disconnected") { if case .disconnected = $0 { true } else { nil } }
                for text in ["two", "three"] { try await bob.say(text, text, on: "room") }
                try await ann.connect()
                #expect(try await heard.next(2, "missed") { $0 } == ["two", "three"])
                #expect(heard.all == ["one @", "two", "three"])
                try await ann.close()
                for text in ["four", "five"] { try await bob.say(text, text, on: "room") }
                ann = try await ChatDevice(address, as: "ann", file: file)
                try await ann.connect()
                try await ann.provider.subscribe(to: ["room"])
                try await ann.upToDate("room")
                // These messages were stored before the stream existed, and were not reported.
                heard = arrivals(ann)
                #expect(try await heard.next(2, "after a restart") { $0 } == ["four", "five"])
                try await ann.data.markRead("room")
                try await bob.say("six", "six", on: "room")
                #expect(try await heard.next("live again") { $0 } == "six")
                #expect(heard.all == ["four", "five", "six"])
                for device in [ann, bob] { try await device.close() }
            }
        }
    }

    @Test("R13.7: messages that the user has read do not arrive, and a stream of one channel has only that one")
    func read() async throws {
        try await withOrigin { _, address in
            let bob = try await IntegrationClient.connected(address, as: "bob")
            let ann = try await ChatDevice(address, as: "ann", on: ["room", "other"])
            let heard = arrivals(ann, on: ["room"])
            try await ann.data.join(["room"])
            ann.provider.disconnect()
            _ = try await ann.events.next("disconnected") { if case .disconnected = $0 { true } else { nil } }
            let time = try await bob.say("seen", on: "room")
            // The marker of another device.
            try await ann.store.write { db in
                try db.execute(
                    sql: "UPDATE unreadCount SET lastRead = ? WHERE id = 'room'",
                    arguments: [Int64(time)]
                )
            }
            try await bob.say("elsewhere", on: "other")
            try await ann.connect()
            try await bob.say("unseen", on: "room")
            #expect(try await heard.next("unseen") { $0 } == "unseen")
            #expect(heard.all == ["unseen"])
            try await ann.close()
        }
    }

    @Test("R13.10: pages begin with the newest message without a timetoken, and no request leaves if all is stored")
    func newest() async throws {
        try await withRig { _, rig in
            for number in 0..<3 { try await rig.say("m\(number)", "\(number)") }
            // The store of a rig receives no messages, so the first page is fetched.
            let first = try await rig.data.messages(on: "c")
            #expect(first.messages.map(\.text) == ["2", "1", "0"] && first.requestCount > 0)
            try await rig.data.syncRemoteMessages(.init(channels: ["c"], start: .max))
        }
        try await withOrigin { _, address in
            let ann = try await ChatDevice(address, as: "ann", on: ["room"])
            let bob = try await IntegrationClient.connected(address, as: "bob")
            for number in 0..<3 { try await bob.say("\(number)", on: "room") }
            try await ann.wait(for: "2", "2")
            for before in [Timetoken.max, 99_999_999_999_999_999] {
                let page = try await ann.data.messages(on: "room", before: before, count: 2)
                #expect(page.messages.map(\.text) == ["2", "1"] && page.requestCount == 0)
            }
            ann.provider.disconnect()
            _ = try await ann.events.next("disconnected") { if case .disconnected = $0 { true } else { nil } }
            // Without the service, the stored messages are the newest.
            #expect(try await ann.data.messages(on: "room").messages.map(\.text) == ["2", "1", "0"])
            try await ann.close()
        }
    }
}
