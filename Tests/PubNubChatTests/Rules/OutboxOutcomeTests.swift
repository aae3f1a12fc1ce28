import Foundation
import GRDB
import PubNub
import PubNubSupport
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("A change of a message that the service may have follows the message, and that of another one takes its place")
struct UnsentChangeTests {
    /// Leaves a message in the outbox whose publication arrived and whose response was lost.
    private func lose(_ id: String, on channel: String, _ server: OriginServer, _ rig: Rig) async throws {
        server.faults = FaultPlan(rules: [FaultRule(.dropResponse, family: .publish)])
        try await rig.queue(id, on: channel)
        #expect(try await rig.data.sendOutbox().failures.map(\.isPermanent).last == false)
        server.faults = FaultPlan()
        #expect(try rig.row(id)?.sendState == .queued && rig.row(id)?.timetoken == 0)
    }

    @Test("An edit and a deletion after a lost response reach the readers who have the message")
    func lost() async throws {
        try await withRig { server, rig in
            let reader = try await Rig(rig.address, as: "ann")
            try await lose("m", on: "c", server, rig)
            try await lose("n", on: "d", server, rig)
            try await reader.data.syncRemoteMessages(.init(channels: ["c", "d"]))
            #expect(try reader.row("m")?.currentText == "m")
            try await rig.offline {
                try await rig.data.editMessage("m", text: "second")
                try await rig.data.deleteMessage("n")
                #expect(try rig.row("m")?.currentText == "second" && rig.row("n")?.isDeleted == true)
                #expect(try rig.kinds() == [.message, .message, .edit, .deletion])
            }
            #expect(try await rig.data.sendOutbox().sent == 4)
            try await reader.data.syncRemoteMessages(.init(channels: ["c", "d"]))
            for device in [rig, reader] {
                #expect(try device.row("m")?.currentText == "second" && device.row("n")?.isDeleted == true)
                #expect(try device.store.count("message") == 2)
            }
        }
    }

    @Test("An edit of a message that certainly is not published changes its text, and a deletion removes it")
    func unsent() async throws {
        try await withRig { server, rig in
            server.faults = FaultPlan(rules: [FaultRule(.status(429, body: "{}"), family: .publish)])
            for id in ["m", "n"] { try await rig.queue(id) }
            #expect(try await rig.data.sendOutbox().failures.map(\.isPermanent) == [false])
            let long = String(repeating: "long ", count: 1_000)
            try await rig.offline {
                try await rig.data.editMessage("m", text: long)
                try await rig.data.deleteMessage("n")
                #expect(try rig.row("n") == nil && rig.kinds() == [.message])
            }
            server.faults = FaultPlan()
            let count = rig.requests.all.count
            #expect(try await rig.data.sendOutbox().sent == 1)
            #expect(rig.changes(since: count) == ["publish"])
            #expect(try rig.row("m")?.text == long && rig.row("m")?.editedText == nil)
            await #expect(throws: ChatError.self) { try await rig.data.editMessage("m", text: long + long) }
        }
    }

    @Test("An edit follows one that waits, also when the message is not published after all")
    func edited() async throws {
        try await withRig { _, rig in
            try await rig.offline {
                try await rig.queue("m")
                try await rig.store.write { _ = try Ledger(db: $0).claim(unsent: "m") }
                try await rig.data.editMessage("m", text: "second")
                try await rig.store.write { db in
                    let entry = try #require(try Ledger(db: db).unsent("m"))
                    try Ledger(db: db).release(entry.sequence, isFailure: true, isOpen: false)
                }
                try await rig.data.editMessage("m", text: "third")
                #expect(try rig.row("m")?.currentText == "third")
            }
            #expect(try await rig.data.sendOutbox().sent == 2)
            let other = try await rig.other()
            #expect(try rig.row("m")?.currentText == "third" && other.row("m")?.currentText == "third")
        }
    }

    @Test("A message that was refused and is retried is certainly not published: it is changed or removed in the store")
    func refusedAndRetried() async throws {
        try await withRig { server, rig in
            server.faults = FaultPlan(rules: [FaultRule(.status(403, body: Rig.forbidden), family: .publish)])
            for id in ["m", "n"] { try await rig.queue(id) }
            #expect(try await rig.data.sendOutbox().failures.map(\.isPermanent) == [true, true])
            server.faults = FaultPlan()
            try await rig.offline {
                try await rig.data.retry()
                try await rig.data.editMessage("m", text: "second")
                try await rig.data.deleteMessage("n")
                #expect(try rig.row("n") == nil && rig.kinds() == [.message])
            }
            let count = rig.requests.all.count
            #expect(try await rig.data.sendOutbox().sent == 1)
            #expect(rig.changes(since: count) == ["publish"])
            let other = try await rig.other()
            #expect(try other.row("m")?.text == "second" && other.row("m")?.editedText == nil)
            #expect(try other.row("n") == nil)
        }
    }

    @Test("A message whose response was lost may be published, also after the service refused a later attempt")
    func lostAndRefused() async throws {
        try await withRig { server, rig in
            try await lose("m", on: "c", server, rig)
            server.faults = FaultPlan(rules: [FaultRule(.status(403, body: Rig.forbidden), family: .publish)])
            #expect(try await rig.data.sendOutbox().failures.map(\.isPermanent) == [true])
            server.faults = FaultPlan()
            try await rig.offline {
                try await rig.data.retry()
                try await rig.data.editMessage("m", text: "second")
                #expect(try rig.kinds() == [.message, .edit])
            }
            #expect(try await rig.data.sendOutbox().sent == 2)
            #expect(try await rig.other().row("m")?.currentText == "second")
        }
    }

    @Test("A message that is deleted while its outcome is unknown is not published later, if the service refuses it")
    func deletedAndRefused() async throws {
        try await withRig { server, rig in
            server.faults = FaultPlan(rules: [FaultRule(.drop, family: .publish)])
            try await rig.queue("m")
            #expect(try await rig.data.sendOutbox().failures.map(\.isPermanent).last == false)
            try await rig.offline {
                try await rig.data.deleteMessage("m")
                #expect(try rig.kinds() == [.message, .deletion])
            }
            server.faults = FaultPlan(rules: [FaultRule(.status(403, body: Rig.forbidden), family: .publish)])
            #expect(try await rig.data.sendOutbox().failures.map(\.kind) == [.message])
            #expect(try rig.row("m") == nil && rig.kinds().isEmpty)
            server.faults = FaultPlan()
            // The client has another key.
            try await rig.store.write { try Ledger(db: $0).requeueForbidden() }
            #expect(try await rig.data.sendOutbox().sent == 0)
            #expect(try await rig.other().row("m") == nil)
        }
    }

    @Test("A call that waits for its change throws if the message of the change is refused")
    func refusedMessage() async throws {
        try await withRig { server, rig in
            server.faults = FaultPlan(rules: [FaultRule(.status(403, body: Rig.forbidden), family: .publish)])
            try await rig.queue("m")
            await #expect(throws: PNError.self) { try await rig.data.addReaction("👍", on: "m") }
            #expect(try rig.kinds() == [.message] && rig.actions("m").isEmpty)
            guard case .failed? = try rig.row("m")?.sendState else {
                return #expect(Bool(false), "the message is not failed")
            }
        }
    }

    @Test("A removal that is discarded shows the reaction again, whether the service has it or not")
    func discardedRemoval() async throws {
        try await withRig { server, rig in
            try await rig.say("m")
            try await rig.data.addReaction("👎", on: "m")
            server.faults = FaultPlan(rules: [FaultRule(.dropResponse, family: .messageActions)])
            try await rig.data.addReaction("👍", on: "m")
            server.faults = FaultPlan()
            try await rig.offline {
                for value in ["👎", "👍"] { try await rig.data.removeReaction(value, on: "m") }
                #expect(try rig.actions("m").isEmpty)
                let removals = try rig.data.outbox().filter { $0.kind == .reactionRemoval }.map(\.sequence)
                #expect(try await rig.data.discard(removals) == removals)
                #expect(try rig.actions("m") == ["reactions 👎", "reactions 👍 pending"])
            }
            #expect(try await rig.data.sendOutbox().sent == 1)
            #expect(try await rig.other().actions("m") == ["reactions 👎", "reactions 👍"])
        }
    }

    @Test("A change of a message that the service does not have any more fails with its error, and is undone")
    func notFound() async throws {
        try await withRig { server, rig in
            try await rig.say("m")
            try await rig.offline { try await rig.data.editMessage("m", text: "second") }
            let body = #"{"status":404,"error":{"message":"Not found"}}"#
            server.faults = FaultPlan(rules: [FaultRule(.status(404, body: body), family: .messageActions)])
            #expect(try await rig.data.sendOutbox().failures.map(\.isPermanent) == [true])
            #expect(try rig.row("m")?.currentText == "first" && rig.row("m")?.isPending == false)
            let entry = try #require(try rig.data.outbox().first)
            #expect(entry.kind == .edit && entry.value == "second" && entry.state.isFailed)
            server.faults = FaultPlan()
            try await rig.data.retry([entry.sequence])
            #expect(try await rig.data.sendOutbox().sent == 1)
            #expect(try rig.row("m")?.currentText == "second" && rig.kinds().isEmpty)
        }
    }
}

@Suite("The outbox is bounded, and belongs to all programs that have the store open")
struct OutboxLimitTests {
    private func fill(_ rig: Rig, _ count: Int) async throws {
        try await rig.store.write { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
                    INSERT INTO outbox (kind, userId, channelId, memberId, stage) SELECT 'leave', 'me', 'd' || n, 'me', 2
                        FROM number
                    """,
                arguments: [count]
            )
        }
    }

    @Test("A full outbox refuses messages and other changes with an error that names the limit, and stores nothing")
    func full() async throws {
        try await withRig { _, rig in
            try await rig.say("m")
            try await rig.offline {
                try await rig.queue("n")
                try await rig.data.addReaction("👎", on: "m")
                try await fill(rig, ChatOutboxEntry.maxEntries - 2)
                let error = ChatError.outboxFull(limit: 10_000)
                await #expect(throws: error) { try await rig.queue("o") }
                await #expect(throws: error) { try await rig.data.addReaction("👍", on: "m") }
                await #expect(throws: error) { try await rig.data.join(["c", "e"]) }
                let own = message("o", timetoken: 0, user: "me", channel: "c")
                #expect(
                    try await rig.data.load(unsentMessages: [.init(message: own)]).map(\.error) as? [ChatError] == [
                        error
                    ]
                )
                #expect(
                    try await rig.data.load(messages: [own], processMessageActions: false).map(\.error) as? [ChatError]
                        == [error]
                )
                #expect(try rig.store.count("outbox") == ChatOutboxEntry.maxEntries)
                #expect(try rig.row("o") == nil && rig.actions("m") == ["reactions 👎 pending"])
                #expect("\(error)" == "the outbox is full: 10000 messages and other changes wait or failed")
                // What needs no other entry succeeds.
                try await rig.queue("n")
                try await rig.data.editMessage("n", text: "second")
                try await rig.data.removeReaction("👎", on: "m")
                try await rig.data.addReaction("👍", on: "m")
                await #expect(throws: error) { try await rig.queue("o") }
                let old = try #require(try rig.data.outbox().first { $0.kind == .leave }).sequence
                #expect(try await rig.data.discard([old]) == [old])
                try await rig.queue("o")
                await #expect(throws: error) { try await rig.queue("p") }
            }
        }
    }

    private func stores(_ body: (ChatStore, ChatStore) async throws -> Void) async throws {
        try await withDirectory { directory in
            let owner = ChatStoreOwner(subscribeKey: "demo", userId: "me")
            let file = DatastoreConfiguration(storageDirectlyURL: directory)
            let (first, second) = (
                try ChatStore(configuration: file, owner: owner), try ChatStore(configuration: file, owner: owner)
            )
            try await body(first, second)
            try first.close()
            try second.close()
        }
    }

    @Test("Of two programs with one store, each sends the changes of both once, and a call sees what the other sent")
    func shared() async throws {
        try await withOrigin { _, address in
            try await stores { first, second in
                let (one, two) = (try await Rig(address, store: first), try await Rig(address, store: second))
                try await one.say("m")
                try await one.offline {
                    try await one.data.editMessage("m", text: "second")
                    try await one.data.addReaction("👍", on: "m")
                }
                #expect(try two.row("m")?.currentText == "second")
                async let report = one.data.sendOutbox()
                async let reaction: Void = two.data.addReaction("👎", on: "m")
                _ = try await (report, reaction)
                #expect(try one.kinds().isEmpty && one.row("m")?.isPending == false)
                let changes = one.changes(since: 0) + two.changes(since: 0)
                #expect(changes.sorted() == ["add", "add", "add", "publish"])
                #expect(try await one.other().actions("m") == ["edited second", "reactions 👍", "reactions 👎"])
                #expect(try one.actions("m") == ["edited second", "reactions 👍", "reactions 👎"])
            }
        }
    }

    @Test("A change of a program that was killed while it sent it is sent by another one, and does not cancel")
    func killed() async throws {
        try await withOrigin { _, address in
            try await stores { first, second in
                let (one, two) = (try await Rig(address, store: first), try await Rig(address, store: second))
                try await one.say("m")
                try await one.offline { try await one.data.addReaction("👍", on: "m") }
                // As a program leaves it that ended between the request and the response.
                let claimed = try await first.write { db in
                    _ = try Ledger(db: db).takeTurn("c", holder: first.holder)
                    return try Ledger(db: db).claimNext(on: "c", of: "me", holder: first.holder)
                }
                #expect(claimed?.kind == .reaction)
                try first.close()
                try await two.offline { try await two.data.removeReaction("👍", on: "m") }
                #expect(try two.kinds() == [.reaction, .reactionRemoval] && two.actions("m").isEmpty)
                #expect(try await two.data.sendOutbox().sent == 2)
                #expect(try await two.other().actions("m").isEmpty)
                #expect(try second.count("outbox") == 0 && second.count("sendTurn") == 0)
            }
        }
    }

    @Test("A channel is not removed while a change of it is being sent; then its changes are removed with it")
    func removedChannel() async throws {
        try await withRig { _, rig in
            try await rig.say("m")
            try await rig.offline {
                try await rig.data.addReaction("👍", on: "m")
                let entry = try await rig.store.write { try Ledger(db: $0).claimNext(on: "c", of: "me", holder: 0) }
                await #expect(throws: ChatError.self) { try await rig.data.removeStoredChannel(channelId: "c") }
                #expect(try rig.row("m") != nil)
                let sequence = try #require(entry).sequence
                try await rig.store.write { try Ledger(db: $0).release(sequence, isFailure: false, isOpen: true) }
                _ = try await rig.data.removeStoredChannel(channelId: "c")
                #expect(try rig.store.count("outbox") == 0 && rig.store.count("messageAction") == 0)
            }
        }
    }
}

@Suite("Read markers are in the outbox")
struct OutboxMarkerTests {
    private func unread(_ rig: Rig) throws -> ChatUnreadCount? {
        try rig.store.read { try ChatUnreadCount.fetchOne($0, id: "c") }
    }

    @Test("Markers follow earlier changes of the channel, and only the last one waits")
    func order() async throws {
        try await withRig { _, rig in
            let time = try await rig.client.time() + 600_000_000
            try await rig.offline {
                try await rig.data.join(["c"])
                try await rig.data.markRead("c", upTo: time)
                try await rig.queue("m")
                try await rig.data.markRead("c", upTo: time + 1)
                #expect(try rig.kinds() == [.join, .message, .marker])
                #expect(try rig.data.outbox().last?.value == "\(time + 1)")
                #expect(try unread(rig)?.lastRead == time + 1 && unread(rig)?.isPending == true)
            }
            let count = rig.sent.all.count
            #expect(try await rig.data.sendOutbox().sent == 3)
            #expect(try unread(rig)?.lastRead == time + 1 && unread(rig)?.isPending == false)
            #expect(!rig.sent.all.dropFirst(count).contains { $0.contains("set") && $0.contains("\(time)\"") })
            let other = try await Rig(rig.address)
            try await other.data.syncRemoteChannelMembers(.init(userId: "me"))
            #expect(try unread(other)?.lastRead == time + 1 && rig.kinds().isEmpty)
        }
    }

    @Test("A refused marker stays in the store, and its entry has the error and can be retried")
    func refused() async throws {
        try await withRig { server, rig in
            try await rig.data.join(["c"])
            let time = try await rig.client.time() + 600_000_000
            try await rig.offline { try await rig.data.markRead("c", upTo: time) }
            server.faults = FaultPlan(rules: [FaultRule(.status(403, body: Rig.forbidden), family: .objects)])
            #expect(try await rig.data.sendOutbox().failures.map(\.kind) == [.marker])
            await rig.data.sendPendingMarkers()
            let entry = try #require(try rig.data.outbox().first)
            #expect(try entry.state.isFailed && rig.kinds() == [.marker])
            #expect(entry.value == "\(time)")
            #expect(try unread(rig)?.lastRead == time && unread(rig)?.isPending == true)
            server.faults = FaultPlan()
            try await rig.data.retry([entry.sequence])
            #expect(try await rig.data.sendOutbox().sent == 1)
            #expect(try unread(rig)?.lastRead == time && unread(rig)?.isPending == false && rig.kinds().isEmpty)
        }
    }

    @Test("A marker that an earlier version left is sent with the next connection")
    func earlier() async throws {
        try await withRig { _, rig in
            try await rig.data.join(["c"])
            let time = try await rig.client.time() + 600_000_000
            let isMoved = try await rig.store.write { try Ledger(db: $0).mark("c", readUpTo: time) }
            #expect(isMoved)
            #expect(try rig.kinds().isEmpty)
            await rig.data.sendPendingMarkers()
            #expect(try unread(rig)?.isPending == false && rig.kinds().isEmpty)
        }
    }
    @Test("A marker that the app discards is not sent, and that of the service applies again")
    func discarded() async throws {
        try await withRig { _, rig in
            try await rig.data.join(["c"])
            let before = try unread(rig)?.lastRead
            try await rig.offline {
                try await rig.data.markRead("c", upTo: try #require(before) + 600_000_000)
                let entry = try #require(try rig.data.outbox().first)
                #expect(try await rig.data.discard([entry.sequence]) == [entry.sequence])
                #expect(try unread(rig)?.isPending == false)
            }
            await rig.data.sendPendingMarkers()
            #expect(try unread(rig)?.lastRead == before && rig.kinds().isEmpty)
        }
    }
}
