import Foundation
import GRDB
import PubNub
import PubNubSupport
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("Every change is stored first, and the changes of a channel are sent in the order of the calls")
struct OutboxTests {
    @Test("Changes without a connection are shown immediately, marked, and sent in their order with the messages")
    func order() async throws {
        try await withRig { _, rig in
            try await rig.say("m")
            try await rig.data.addReaction("👎", on: "m")
            let count = rig.requests.all.count
            try await rig.offline {
                try await rig.queue("n")
                try await rig.data.addReaction("👍", on: "m")
                try await rig.data.editMessage("m", text: "second")
                try await rig.data.removeReaction("👎", on: "m")
                try await rig.data.startThread(ofMessage: "m")
                try await rig.queue("o")
                try await rig.data.deleteMessage("m")
                let row = try #require(try rig.row("m"))
                #expect(row.currentText == "second" && row.isDeleted && row.isPending && row.threadId != nil)
                #expect(
                    try rig.actions("m").map { $0.split(separator: " ").first } == [
                        "reactions", "edited", "threadRootId", "deleted",
                    ]
                )
                #expect(try rig.actions("m").allSatisfy { $0.hasSuffix(" pending") })
                let value = try #require(try rig.store.message("m"))
                #expect(value.currentText == "second" && value.isDeleted && value.messageActions[0].isPending)
                #expect(rig.changes(since: count).isEmpty)
                #expect(
                    try rig.kinds() == [.message, .reaction, .edit, .reactionRemoval, .thread, .message, .deletion]
                )
                #expect(try rig.data.outbox().map(\.sequence) == rig.data.outbox().map(\.sequence).sorted())
            }
            let report = try await rig.data.sendOutbox()
            #expect(report.sent == 7 && report.failures.isEmpty)
            #expect(rig.changes(since: count) == ["publish", "add", "add", "remove", "add", "publish", "add"])
            for device in [rig, try await rig.other()] {
                let row = try #require(try device.row("m"))
                #expect(row.currentText == "second" && row.isDeleted && !row.isPending && row.threadId != nil)
                #expect(
                    try device.actions("m").map { String($0.prefix { $0 != " " }) } == [
                        "reactions", "edited", "threadRootId", "deleted",
                    ]
                )
                #expect(try device.row("n")?.timetoken != 0 && device.row("o")?.timetoken != 0)
            }
            #expect(try rig.store.count("outbox") == 0)
        }
    }

    @Test("With a connection, a call ends when the service has the change, after earlier entries of the channel")
    func connected() async throws {
        try await withRig { _, rig in
            try await rig.say("m")
            try await rig.queue("n")
            let count = rig.requests.all.count
            try await rig.data.editMessage("m", text: "second")
            #expect(rig.changes(since: count) == ["publish", "add"])
            #expect(try rig.store.count("outbox") == 0 && rig.row("n")?.timetoken != 0)
        }
    }

    @Test("A provider sends the outbox by itself when it connects")
    func automatic() async throws {
        try await withOrigin { _, address in
            let ann = try await ChatDevice(address, as: "ann", on: ["room"])
            let bob = try await ChatDevice(address, as: "bob", on: ["room"])
            try await ann.say("m", "first", on: "room")
            ann.provider.disconnect()
            try await ann.data.editMessage("m", text: "second")
            #expect(try await ann.data.toggleReaction("👍", on: "m"))
            try await ann.connect()
            try await bob.wait(for: "second", "m")
            try await bob.store.wait("the reaction") {
                try PubNubManagedMessageAction.messageActionsBy(messageId: "m").fetchAll($0).map(\.value).sorted()
            } until: {
                $0 == ["second", "👍"]
            }
            try await ann.store.wait("nothing waits") {
                try ChatOutboxEntry.fetchCount($0)
            } until: {
                $0 == 0
            }
            try await ann.close()
            try await bob.close()
        }
    }

    @Test("The outbox survives the end of the program")
    func restarted() async throws {
        try await withDirectory { directory in
            try await withOrigin { _, address in
                let owner = ChatStoreOwner(subscribeKey: "demo", userId: "me")
                let file = DatastoreConfiguration(storageDirectlyURL: directory)
                let first = try await Rig(address, store: try ChatStore(configuration: file, owner: owner))
                try await first.say("m")
                try await first.offline { try await first.data.editMessage("m", text: "second") }
                try first.store.close()
                let second = try await Rig(address, store: try ChatStore(configuration: file, owner: owner))
                #expect(try second.row("m")?.currentText == "second" && second.row("m")?.isPending == true)
                #expect(try await second.data.sendOutbox().sent == 1)
                #expect(try await second.other().row("m")?.currentText == "second")
                try second.store.close()
            }
        }
    }

    @Test("An edit and a deletion of a message that is being sent are queued behind it")
    func beingSent() async throws {
        try await withRig { _, rig in
            try await rig.offline {
                try await rig.queue("m")
                try await rig.store.write { _ = try Ledger(db: $0).claim(unsent: "m") }
                try await rig.data.editMessage("m", text: "late")
                try await rig.data.deleteMessage("m")
                #expect(try rig.kinds() == [.message, .edit, .deletion])
                #expect(try rig.row("m")?.currentText == "late" && rig.row("m")?.isDeleted == true)
                try await rig.store.write { try Ledger(db: $0).releaseAll() }
            }
            let count = rig.requests.all.count
            #expect(try await rig.data.sendOutbox().sent == 3)
            #expect(rig.changes(since: count) == ["publish", "add", "add"])
            let other = try await rig.other()
            #expect(try other.row("m")?.currentText == "late" && other.row("m")?.isDeleted == true)
        }
    }

    @Test("Queued messages of an earlier version are in the outbox, in their order and with their states")
    func migration() throws {
        let queue = try DatabaseQueue()
        var (entities, ledger) = (DatabaseMigrator(), DatabaseMigrator())
        StoreSchema.register(in: &entities)
        LedgerSchema.register(in: &ledger)
        var configuration = Configuration()
        configuration.prepareDatabase { $0.add(tokenizer: SearchTokenizer.self) }
        try entities.migrate(queue, upTo: "26 tokens of the search")
        try ledger.migrate(queue, upTo: "ledger 25")
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO channel (id) VALUES ('c');
                    INSERT INTO user (id) VALUES ('me');
                    INSERT INTO message (id, timetoken, dateCreated, text, pubnubUserId, pubnubChannelId) VALUES
                        ('b', 0, 2, '', 'me', 'c'), ('a', 0, 1, '', 'me', 'c'), ('old', 7, 9, '', 'me', 'c'),
                        ('d', 0, 0, '', 'me', 'c');
                    INSERT INTO unsentMessage (id, ttl, stage, attempts, errorCode, error, failedAt, holder) VALUES
                        ('a', 3, 2, 2, 122, 'Access is forbidden', 5, NULL), ('d', NULL, 1, 1, NULL, NULL, NULL, 17);
                    """
            )
        }
        try entities.migrate(queue)
        try ledger.migrate(queue)
        try queue.write { db in
            let entries = try ChatOutboxEntry.order(Column("sequence")).fetchAll(db)
            #expect(entries.map(\.messageId) == ["b", "a", "d"] && entries.allSatisfy { $0.kind == .message })
            #expect(entries.map(\.attempts) == [0, 2, 1] && entries.map(\.ttl) == [nil, 3, nil])
            #expect(entries.allSatisfy { $0.channelId == "c" && $0.userId == "me" })
            #expect(
                entries.map(\.state) == [
                    .queued, .failed(reason: "Access is forbidden", code: 122, attempts: 2), .sending,
                ]
            )
            #expect(try !db.tableExists("unsentMessage"))
            try Ledger(db: db).releaseAll(of: 17)
            #expect(try PubNubManagedMessage.fetchOne(db, id: "d")?.sendState == .queued)
            try db.execute(sql: "UPDATE message SET timetoken = 8 WHERE id = 'd'; DELETE FROM message WHERE id = 'b'")
            #expect(try ChatOutboxEntry.fetchAll(db).map(\.messageId) == ["a"])
        }
    }
}

@Suite("A change that the service refuses is undone in the store, and can be retried or discarded")
struct RefusedChangeTests {
    private typealias Kind = ChatOutboxEntry.Kind

    private func refusing(_ server: OriginServer, _ families: FaultFamily...) {
        server.faults = FaultPlan(rules: families.map { FaultRule(.status(403, body: Rig.forbidden), family: $0) })
    }

    @Test("After a refusal, the rows are as before, and the failed entries have the error")
    func undone() async throws {
        try await withRig { server, rig in
            try await rig.say("m")
            try await rig.data.editMessage("m", text: "second")
            try await rig.data.addReaction("👎", on: "m")
            try await rig.say("deleted")
            try await rig.data.deleteMessage("deleted")
            let before = try rig.rows()
            try await rig.offline {
                try await rig.data.editMessage("m", text: "third")
                try await rig.data.addReaction("👍", on: "m")
                try await rig.data.removeReaction("👎", on: "m")
                try await rig.data.deleteMessage("m")
                try await rig.data.startThread(ofMessage: "m")
                try await rig.data.restoreMessage("deleted")
                #expect(try rig.row("m")?.currentText == "third" && rig.row("deleted")?.isDeleted == false)
                #expect(try !rig.actions("m").contains("reactions 👎"))
            }
            refusing(server, .messageActions)
            let report = try await rig.data.sendOutbox()
            #expect(report.sent == 0 && report.failures.count == 6 && report.failures.allSatisfy(\.isPermanent))
            #expect(
                report.failures.map(\.kind) == [.edit, .reaction, .reactionRemoval, .deletion, .thread, .restoration]
            )
            #expect(try rig.rows() == before)
            #expect(report.failures.allSatisfy { $0.channelId == "c" })
            let failed = try await rig.store.read { try ChatOutboxEntry.failed().fetchAll($0) }
            #expect(failed.map(\.sequence) == report.failures.map(\.sequence))
            #expect(failed.map(\.kind) == report.failures.map(\.kind) && failed.map(\.value)[0] == "third")
            guard case .failed(let reason, let code, 1)? = failed.first?.state else {
                return #expect(Bool(false), "the entry is not failed")
            }
            #expect(!reason.isEmpty && code == kPNAPIAccessForbiddenError)

            // One is discarded, and the others are shown and sent again.
            let removed = try await rig.data.discard([failed[0].sequence])
            #expect(removed == [failed[0].sequence])
            try await rig.offline {
                try await rig.data.retry()
                #expect(try rig.row("m")?.currentText == "second" && rig.row("m")?.isDeleted == true)
                #expect(try rig.row("deleted")?.isDeleted == false && rig.row("m")?.isPending == true)
            }
            server.faults = FaultPlan()
            #expect(try await rig.data.sendOutbox().sent == 5)
            let other = try await rig.other()
            #expect(try other.actions("m") == rig.actions("m"))
            #expect(try other.row("m")?.isDeleted == true && other.row("deleted")?.isDeleted == false)
        }
    }

    @Test("A call throws the error of the service, and the store shows what was before")
    func thrown() async throws {
        try await withRig { server, rig in
            try await rig.say("m")
            refusing(server, .messageActions)
            await #expect(throws: PNError.self) { try await rig.data.editMessage("m", text: "second") }
            await #expect(throws: PNError.self) { try await rig.data.toggleReaction("👍", on: "m") }
            #expect(try rig.row("m")?.currentText == "first" && rig.actions("m").isEmpty)
            #expect(try rig.kinds() == [.edit, .reaction])
            // Another decision about the same replaces the failed one.
            server.faults = FaultPlan()
            try await rig.data.editMessage("m", text: "third")
            #expect(try rig.kinds() == [.reaction])
        }
    }

    @Test("A reaction that the service removed while its removal waits does not come back after a refusal")
    func removedElsewhere() async throws {
        try await withRig { server, rig in
            try await rig.say("m")
            try await rig.data.addReaction("👍", on: "m")
            let action = try #require(try rig.store.message("m")?.messageActions.first)
            try await rig.offline {
                try await rig.data.removeReaction("👍", on: "m")
                try await rig.data.apply(.reactionRemoved(action))
            }
            refusing(server, .messageActions)
            #expect(try await rig.data.sendOutbox().failures.count == 1)
            #expect(try rig.actions("m").isEmpty)
        }
    }

    @Test(
        "A change that waits stays shown after another device made an equal one and undid it",
        arguments: [true, false]
    )
    func undoneElsewhere(isFetched: Bool) async throws {
        try await withRig { _, rig in
            let elsewhere = try await rig.actionsUndoneElsewhere().filter { $0.sourceType != "edited" }
            try await rig.offline {
                try await rig.data.addReaction("👍", on: "m")
                try await rig.data.deleteMessage("m")
            }
            let shown: Set = ["reactions 👍", "deleted deleted"]
            let waiting = Set(shown.map { "\($0) pending" })
            #expect(try Set(rig.actions("m")) == waiting)
            for action in elsewhere { try await rig.data.apply(.reaction(action)) }
            #expect(try Set(rig.actions("m")) == shown)
            if isFetched {
                try await rig.data.syncRemoteMessages(.init(channels: ["c"]))
            } else {
                for action in elsewhere { try await rig.data.apply(.reactionRemoved(action)) }
            }
            #expect(try Set(rig.actions("m")) == waiting)
            #expect(try rig.store.message("m")?.isDeleted == true)
            #expect(try await rig.data.sendOutbox().failures.isEmpty)
            #expect(try Set(rig.actions("m")) == shown)
        }
    }

    @Test("A change is sent although another device made an equal one, if that is undone at the service")
    func undoneBeforeSending() async throws {
        try await withRig { _, rig in
            let elsewhere = try await rig.actionsUndoneElsewhere().filter { $0.sourceType != "reactions" }
            try await rig.offline {
                try await rig.data.editMessage("m", text: "second")
                try await rig.data.deleteMessage("m")
            }
            for action in elsewhere { try await rig.data.apply(.reaction(action)) }
            #expect(try await rig.data.sendOutbox().failures.isEmpty)
            for action in elsewhere { try await rig.data.apply(.reactionRemoved(action)) }
            try await rig.data.syncRemoteMessages(.init(channels: ["c"]))
            #expect(try Set(rig.actions("m")) == ["edited second", "deleted deleted"])
        }
    }

    @Test("The late event of a reaction that is removed does not show it again, whether its message is stored or not")
    func lateEvent() async throws {
        try await withRig { _, rig in
            try await rig.say("m")
            try await rig.data.addReaction("👍", on: "m")
            let reaction = try #require(try rig.store.message("m")?.messageActions.first)
            try await rig.data.removeReaction("👍", on: "m")
            try await rig.data.apply(.reaction(reaction))
            #expect(try rig.actions("m").isEmpty)
            var early = reaction
            early.parentTimetoken += 1
            try await rig.data.apply(.reactionRemoved(early))
            try await rig.data.apply(.reaction(early))
            #expect(try rig.store.count("parkedReaction") == 0)
        }
    }

    @Test("A channel remembers the last thousand reactions that were removed")
    func removedLimit() async throws {
        try await withRig { _, rig in
            try await rig.say("m")
            try await rig.data.addReaction("👍", on: "m")
            let reaction = try #require(try rig.store.message("m")?.messageActions.first)
            let removed = (1...1_100).map { number in
                var removed = reaction
                removed.actionTimetoken += Timetoken(number)
                return removed
            }
            try await rig.store.write { db in
                for reaction in removed { try Ledger(db: db).addRemoved(reaction) }
            }
            #expect(try rig.store.count("removedReaction") == 1_000)
            for reaction in [removed[0], removed[1_099]] { try await rig.data.apply(.reaction(reaction)) }
            #expect(try rig.actions("m").count == 2, "only the oldest one is forgotten")
        }
    }

    @Test("What is fetched while a removal waits stays hidden, and returns after a refusal")
    func fetched() async throws {
        try await withRig { server, rig in
            try await rig.say("m")
            try await rig.data.addReaction("👍", on: "m")
            try await rig.store.write { db in
                _ = try Ledger(db: db).add(
                    OutboxChange(
                        kind: .reactionRemoval,
                        channelId: "c",
                        messageId: "m",
                        actionType: "reactions",
                        value: "👍"
                    ),
                    by: "me"
                )
            }
            for _ in 0..<2 {
                try await rig.data.syncRemoteMessages(.init(channels: ["c"]))
                #expect(try rig.actions("m").isEmpty)
            }
            refusing(server, .messageActions)
            #expect(try await rig.data.sendOutbox().failures.count == 1)
            #expect(try rig.actions("m") == ["reactions 👍"])
        }
    }

    @Test("If a message fails or is discarded, its changes are removed")
    func dependents() async throws {
        try await withRig { server, rig in
            refusing(server, .publish)
            for (id, isDiscarded) in [("m", false), ("n", true)] {
                try await rig.offline {
                    try await rig.queue(id)
                    try await rig.data.addReaction("👍", on: id)
                    #expect(try rig.actions(id) == ["reactions 👍 pending"])
                }
                if isDiscarded {
                    let entry = try #require(
                        try await rig.store.read { try ChatOutboxEntry.unsentBy(messageId: id).fetchOne($0) }
                    )
                    #expect(try await rig.data.discard([entry.sequence]) == [entry.sequence])
                    #expect(try rig.row(id) == nil)
                } else {
                    #expect(try await rig.data.sendOutbox().failures.map(\.messageId) == [id])
                }
                #expect(try rig.kinds() == [.message] && rig.store.count("messageAction") == 0)
            }
        }
    }

    @Test("A reaction to a message that is not published is sent after it")
    func unpublished() async throws {
        try await withRig { _, rig in
            try await rig.offline {
                try await rig.queue("m")
                try await rig.data.addReaction("👍", on: "m")
                try await rig.data.editMessage("m", text: "final")
            }
            let count = rig.requests.all.count
            #expect(try await rig.data.sendOutbox().sent == 2)
            #expect(rig.changes(since: count) == ["publish", "add"])
            #expect(try await rig.other().actions("m") == ["reactions 👍"])
            #expect(try rig.row("m")?.text == "final" && rig.actions("m") == ["reactions 👍"])
        }
    }
}

@Suite("Opposite changes that were not sent cancel, and every change is repeatable")
struct CancelledChangeTests {
    @Test("Adding and removing, deleting and restoring, editing and undoing cause no request")
    func opposite() async throws {
        try await withRig { _, rig in
            try await rig.say("m")
            try await rig.data.addReaction("👎", on: "m")
            let (count, before) = (rig.requests.all.count, try rig.rows())
            try await rig.offline {
                #expect(try await rig.data.toggleReaction("👍", on: "m"))
                #expect(try await !rig.data.toggleReaction("👍", on: "m"))
                #expect(try await !rig.data.toggleReaction("👎", on: "m"))
                #expect(try await rig.data.toggleReaction("👎", on: "m"))
                try await rig.data.deleteMessage("m")
                try await rig.data.restoreMessage("m")
                try await rig.data.editMessage("m", text: "second")
                try await rig.data.undoEdit(ofMessage: "m")
                #expect(try rig.data.outbox().isEmpty && rig.rows() == before)
            }
            #expect(try await rig.data.sendOutbox().sent == 0)
            #expect(rig.changes(since: count).isEmpty)
        }
    }

    @Test("Of several edits only the last one is sent, and an edit that is undone shows the one before")
    func edits() async throws {
        try await withRig { _, rig in
            try await rig.say("m")
            let count = rig.requests.all.count
            try await rig.offline {
                for text in ["a", "b", "c", "d"] { try await rig.data.editMessage("m", text: text) }
                try await rig.data.undoEdit(ofMessage: "m")
                #expect(try rig.row("m")?.currentText == "c")
            }
            try await rig.data.sendOutbox()
            #expect(rig.changes(since: count) == ["add"])
            let other = try await rig.other()
            #expect(try rig.row("m")?.currentText == "c" && other.row("m")?.currentText == "c")
        }
    }

    @Test("An edit that was not sent, because a later one replaced it, is sent if the user undoes the later one")
    func undoneAfterAttempt() async throws {
        try await withRig { server, rig in
            try await rig.say("m", "a")
            try await rig.offline {
                for text in ["b", "c"] { try await rig.data.editMessage("m", text: text) }
            }
            server.faults = FaultPlan(rules: [FaultRule(.status(503), family: .messageActions)])
            #expect(try await rig.data.sender.send("c", attempts: 1).failures.map(\.isPermanent) == [false])
            server.faults = FaultPlan()
            #expect(try rig.kinds() == [.edit, .edit] && rig.row("m")?.currentText == "c")
            try await rig.offline {
                try await rig.data.undoEdit(ofMessage: "m")
                #expect(try rig.row("m")?.currentText == "b" && rig.kinds() == [.edit, .edit, .editRemoval])
            }
            #expect(try await rig.data.sendOutbox().failures.isEmpty)
            let other = try await rig.other()
            #expect(try rig.actions("m") == ["edited b"] && other.actions("m") == ["edited b"])
            #expect(try rig.row("m")?.currentText == "b" && rig.kinds().isEmpty)
        }
    }

    @Test("Of several edits that are undone in turn, the one that is left is sent, and nothing is left of the others")
    func undoneTwice() async throws {
        try await withRig { _, rig in
            try await rig.say("m", "a")
            try await rig.offline {
                for text in ["b", "c", "d"] { try await rig.data.editMessage("m", text: text) }
                // As after attempts whose outcome is unknown.
                try await rig.store.write { try $0.execute(sql: "UPDATE outbox SET openAttempts = 1") }
                for text in ["c", "b"] {
                    try await rig.data.undoEdit(ofMessage: "m")
                    #expect(try rig.row("m")?.currentText == text)
                }
            }
            #expect(try await rig.data.sendOutbox().failures.isEmpty)
            #expect(try rig.kinds().isEmpty && rig.actions("m") == ["edited b"])
            #expect(try await rig.other().actions("m") == ["edited b"])
        }
    }

    @Test("If the service refuses the last of several edits, the one before it is sent")
    func refusedEdit() async throws {
        try await withRig { server, rig in
            try await rig.say("m", "a")
            try await rig.offline {
                for text in ["b", "c"] { try await rig.data.editMessage("m", text: text) }
            }
            let refusal = FaultRule(.status(403, body: Rig.forbidden), family: .messageActions, occurrence: .first(1))
            server.faults = FaultPlan(rules: [refusal])
            let report = try await rig.data.sendOutbox()
            #expect(report.sent == 1 && report.failures.map(\.isPermanent) == [true])
            let entries = try rig.data.outbox()
            #expect(entries.map(\.value) == ["c"] && entries.allSatisfy(\.state.isFailed))
            #expect(try rig.row("m")?.currentText == "b")
            #expect(try await rig.other().row("m")?.currentText == "b")
            try await rig.data.retry()
            #expect(try await rig.data.sendOutbox().sent == 1)
            #expect(try await rig.other().row("m")?.currentText == "c")
        }
    }

    @Test("An edit back to an earlier text replaces that edit")
    func earlierText() async throws {
        try await withRig { _, rig in
            try await rig.say("m", "a")
            for text in ["b", "c"] { try await rig.data.editMessage("m", text: text) }
            try await rig.offline { try await rig.data.editMessage("m", text: "b") }
            #expect(try await rig.data.sendOutbox().sent == 1)
            #expect(try await rig.other().actions("m") == ["edited c", "edited b"])
            #expect(try rig.actions("m") == ["edited c", "edited b"])
        }
    }

    @Test("A change whose response is lost is repeated, and the service has it once", arguments: [true, false])
    func lost(isAddition: Bool) async throws {
        try await withRig { server, rig in
            try await rig.say("m")
            if !isAddition { try await rig.data.addReaction("👍", on: "m") }
            try await rig.offline { _ = try await rig.data.toggleReaction("👍", on: "m") }
            server.faults = FaultPlan(rules: [FaultRule(.dropResponse, family: .messageActions, occurrence: .first(1))])
            var report = try await rig.data.sendOutbox()
            if report.sent == 0 { report = try await rig.data.sendOutbox() }
            #expect(report.sent == 1 && report.failures.isEmpty)
            let expected = isAddition ? ["reactions 👍"] : []
            #expect(try rig.actions("m") == expected && rig.kinds().isEmpty)
            #expect(try await rig.other().actions("m") == expected)
        }
    }

    @Test("A permanent deletion is sent although a restoration waits")
    func deletionAfterRestoration() async throws {
        try await withRig { _, rig in
            try await rig.say("m")
            try await rig.data.deleteMessage("m")
            try await rig.offline {
                try await rig.data.restoreMessage("m")
                #expect(try rig.row("m")?.isDeleted == false && rig.kinds() == [.restoration])
                try await rig.data.deleteMessage("m", .hard)
                #expect(try rig.row("m")?.isDeleted == true && rig.kinds() == [.deletion])
            }
            #expect(try await rig.data.sendOutbox().sent == 1)
            #expect(try rig.row("m") == nil)
            #expect(try await rig.other().row("m") == nil)
        }
    }

    @Test("A restoration cancels a permanent deletion that was not sent, and undoes the soft one before it")
    func restorationAfterDeletion() async throws {
        try await withRig { _, rig in
            try await rig.say("m")
            try await rig.offline {
                try await rig.data.deleteMessage("m")
                try await rig.data.deleteMessage("m", .hard)
                #expect(try rig.kinds() == [.deletion])
                try await rig.data.restoreMessage("m")
                #expect(try rig.kinds().isEmpty && rig.row("m")?.isDeleted == false)
            }
            try await rig.data.deleteMessage("m")
            try await rig.offline {
                try await rig.data.deleteMessage("m", .hard)
                try await rig.data.restoreMessage("m")
                #expect(try rig.kinds() == [.restoration] && rig.row("m")?.isDeleted == false)
            }
            #expect(try await rig.data.sendOutbox().sent == 1)
            #expect(try rig.row("m")?.isDeleted == false)
            #expect(try await rig.other().row("m")?.isDeleted == false)
        }
    }

    @Test("A change that is refused after the opposite one was queued is not retried: the later one applies")
    func refusedBeforeOpposite() async throws {
        try await withRig { server, rig in
            try await rig.say("m")
            server.faults = FaultPlan(rules: [FaultRule(.dropResponse, family: .messageActions)])
            try await rig.data.addReaction("👍", on: "m")
            try await rig.offline { try await rig.data.removeReaction("👍", on: "m") }
            let refusal = FaultRule(.status(403, body: Rig.forbidden), family: .messageActions, occurrence: .first(1))
            server.faults = FaultPlan(rules: [refusal])
            let report = try await rig.data.sendOutbox()
            #expect(report.sent == 1 && report.failures.map(\.kind) == [.reaction])
            #expect(try rig.kinds().isEmpty)
            try await rig.data.retry()
            #expect(try await rig.data.sendOutbox().sent == 0)
            #expect(try rig.actions("m").isEmpty)
            #expect(try await rig.other().actions("m").isEmpty)
        }
    }

    @Test("A change is sent again although the opposite one waits, if the service refused it before")
    func againAfterRefusal() async throws {
        try await withRig { _, rig in
            try await rig.say("m")
            try await rig.offline {
                try await rig.data.addReaction("👍", on: "m")
                let added = try #require(try rig.data.outbox().first).sequence
                try await rig.store.write { try $0.execute(sql: "UPDATE outbox SET openAttempts = 1") }
                try await rig.data.removeReaction("👍", on: "m")
                try await rig.store.write { db in
                    try Ledger(db: db).markFailed(added, ChatError.notImplemented("refused"), at: Date())
                }
                #expect(try rig.kinds() == [.reactionRemoval])
                try await rig.data.addReaction("👍", on: "m")
                #expect(try rig.kinds() == [.reaction] && rig.actions("m") == ["reactions 👍 pending"])
            }
            #expect(try await rig.data.sendOutbox().sent == 1)
            #expect(try await rig.other().actions("m") == ["reactions 👍"])
        }
    }

    @Test("An opposite change does not cancel one that the service may have")
    func tried() async throws {
        try await withRig { server, rig in
            try await rig.say("m")
            server.faults = FaultPlan(rules: [FaultRule(.dropResponse, family: .messageActions)])
            try await rig.data.addReaction("👍", on: "m")
            #expect(try rig.kinds() == [.reaction])
            try await rig.offline { try await rig.data.removeReaction("👍", on: "m") }
            #expect(try rig.kinds() == [.reaction, .reactionRemoval] && rig.actions("m").isEmpty)
            server.faults = FaultPlan()
            #expect(try await rig.data.sendOutbox().sent == 2)
            #expect(try rig.actions("m").isEmpty)
            #expect(try await rig.other().actions("m").isEmpty)
        }
    }

    @Test("What the service has already is no error: a reaction of another device, and one that is gone")
    func already() async throws {
        try await withRig { _, rig in
            try await rig.say("m")
            let other = try await rig.other()
            try await other.data.addReaction("👍", on: "m")
            try await rig.data.addReaction("👍", on: "m")
            #expect(try rig.actions("m") == ["reactions 👍"] && rig.actions("m") == other.actions("m"))
            try await other.data.removeReaction("👍", on: "m")
            try await rig.data.removeReaction("👍", on: "m")
            #expect(try rig.actions("m").isEmpty && rig.kinds().isEmpty)
            // A reaction that this store does not know.
            try await other.data.addReaction("🎉", on: "m")
            try await rig.data.removeReaction("🎉", on: "m")
            #expect(try await rig.other().actions("m").isEmpty)
        }
    }
}

@Suite("Memberships are begun and ended without a connection")
struct JoiningTests {
    private func isMember(_ rig: Rig) throws -> Bool? {
        try rig.store.read { db in
            try PubNubManagedMember.memberBy(pubnubChannelId: "c", pubnubUserId: "me").fetchOne(db)?.isMember
        }
    }

    private func members(_ rig: Rig) async throws -> [String] {
        try await rig.data.syncRemoteUserMembers(UserMemberFetchRequest(channelId: "c")).members.map(\.chatUser.id)
    }

    @Test("A join and a leave are shown immediately, sent later, and cancel each other")
    func offline() async throws {
        try await withRig { _, rig in
            try await rig.offline {
                #expect(try await rig.data.join(["c"]) == ["c"])
                #expect(try isMember(rig) == true)
                try await rig.data.leave(["c"])
                #expect(try isMember(rig) != true && rig.kinds().isEmpty)
                try await rig.data.join(["c"])
                try await rig.queue("m")
                #expect(try rig.kinds() == [.join, .message])
                let row = try await rig.store.read { try PubNubManagedMember.fetchAll($0) }
                #expect(row.map(\.isPending) == [true])
            }
            #expect(try await rig.data.sendOutbox().sent == 2)
            #expect(try await members(rig) == ["me"])
            let member = try #require(try rig.store.member("c", "me"))
            #expect(try member.eTag != nil && rig.store.memberCustom()[ReadMarker.key] != nil)
            try await rig.offline {
                try await rig.data.leave(["c"])
                #expect(try isMember(rig) == false)
            }
            let other = try await Rig(rig.address, as: "other")
            #expect(try await members(other) == ["me"])
            // The membership that the service still has stays hidden.
            _ = try await members(rig)
            #expect(try isMember(rig) == false)
            #expect(try await rig.data.sendOutbox().sent == 1)
            #expect(try await members(other).isEmpty)
            #expect(try isMember(rig) != true && rig.store.count("outbox") == 0)
        }
    }

    @Test("A leave that cancels a join removes the changes of that membership")
    func leaveAfterChange() async throws {
        try await withRig { _, rig in
            try await rig.offline {
                try await rig.data.join(["c"])
                try await rig.data.changeMembership(in: "c") { $0.status = "away" }
                try await rig.data.markRead("c", upTo: 5)
                try await rig.data.leave(["c"])
                #expect(try rig.kinds().isEmpty && isMember(rig) != true)
                try await rig.data.join(["c"])
            }
            #expect(try await rig.data.sendOutbox().sent == 1)
            #expect(try await members(rig) == ["me"])
            let member = try #require(try rig.store.member("c", "me"))
            #expect(try member.status == nil && rig.store.memberCustom()[ReadMarker.key] != nil)
        }
    }

    @Test("A leave is sent after a join that changes nothing, and a join after a leave that changes nothing")
    func needless() async throws {
        try await withRig { _, rig in
            let other = try await Rig(rig.address, as: "other")
            try await rig.data.join(["c"])
            try await rig.offline {
                #expect(try await rig.data.join(["c"]).isEmpty)
                try await rig.data.leave(["c"])
                #expect(try isMember(rig) == false && rig.kinds() == [.leave])
            }
            #expect(try await rig.data.sendOutbox().sent == 1)
            #expect(try await members(other).isEmpty && isMember(rig) != true)
            try await rig.offline {
                try await rig.data.leave(["c"])
                #expect(try await rig.data.join(["c"]) == ["c"])
                #expect(try isMember(rig) == true && rig.kinds() == [.join])
            }
            #expect(try await rig.data.sendOutbox().sent == 1)
            #expect(try await members(other) == ["me"])
            // The service has the membership, so nothing is to be sent.
            try await rig.offline {
                try await rig.data.leave(["c"])
                try await rig.data.join(["c"])
                #expect(try isMember(rig) == true && rig.kinds().isEmpty)
            }
            #expect(try rig.store.member("c", "me")?.eTag != nil)
        }
    }

    @Test("A leave while several channels are being joined is sent after them")
    func leaveMeanwhile() async throws {
        try await withRig { _, rig in
            let other = try await Rig(rig.address, as: "other")
            rig.held.holdMembershipWrite()
            let joining = Task { try await rig.data.join(["c", "d"]) }
            let send = try await rig.held.next()
            let leaving = Task { try await rig.data.leave(["c"]) }
            try await rig.store.wait("the leave, or the removal of the join") { db in
                try ChatOutboxEntry.fetchAll(db).map(\.kind)
            } until: {
                $0.contains(.leave) || $0.count == 1
            }
            send()
            #expect(try await joining.value == ["c", "d"])
            try await leaving.value
            #expect(try await members(other).isEmpty && isMember(rig) != true && rig.kinds().isEmpty)
            let rest = try await other.data.syncRemoteUserMembers(UserMemberFetchRequest(channelId: "d")).members
            #expect(rest.map(\.chatUser.id) == ["me"])
        }
    }

    @Test("R9.2: a user who joins again while the leave is being sent is shown as a member all the time")
    func joinMeanwhile() async throws {
        try await withRig { _, rig in
            try await rig.data.join(["c"])
            rig.held.holdMembershipWrite()
            let leaving = Task { try await rig.data.leave(["c"]) }
            let sendLeave = try await rig.held.next()
            let joining = Task { try await rig.data.join(["c"]) }
            try await rig.store.wait("the join") {
                try ChatOutboxEntry.fetchAll($0).map(\.kind)
            } until: {
                $0.contains(.join)
            }
            #expect(try isMember(rig) == true)
            rig.held.holdMembershipWrite()
            sendLeave()
            let sendJoin = try await rig.held.next()
            #expect(try isMember(rig) == true && rig.kinds() == [.join])
            // The event of the removal.
            try await rig.store.write { db in
                let storage = ChatStorage<TestCustom, PubNubManagedChatEntities>(db: db)
                _ = try storage.apply(.memberRemoved(channelId: "c", userId: "me", at: Date()))
            }
            #expect(try isMember(rig) == true)
            sendJoin()
            try await leaving.value
            #expect(try await joining.value == ["c"])
            #expect(try await members(rig) == ["me"] && isMember(rig) == true)
        }
    }

    @Test("A change of a membership is merged with what others changed in the meantime")
    func changed() async throws {
        try await withRig { _, rig in
            try await rig.data.join(["c"])
            let admin = try await Rig(rig.address, as: "admin")
            try await rig.offline {
                try await rig.data.changeMembership(in: "c") { $0.status = "away" }
                try await rig.data.changeMembership(in: "c") { $0.custom.role = "guest" }
                let member = try #require(try rig.store.member("c", "me"))
                #expect((member.status, member.custom.role) == ("away", "guest"))
                #expect(try rig.kinds() == [.membership, .membership])
            }
            try await admin.data.changeRemoteMember(channelId: "c", userId: "me") { $0.status = "muted" }
            // The row shows the change while it waits, also after the service returned the other one.
            _ = try await members(rig)
            #expect(try rig.store.member("c", "me")?.status == "away")
            #expect(try await rig.data.sendOutbox().sent == 2)
            _ = try await members(admin)
            for device in [rig, admin] {
                let member = try #require(try device.store.member("c", "me"))
                #expect((member.status, member.custom.role) == ("away", "guest"))
                #expect(try device.store.memberCustom()[ReadMarker.key] != nil)
            }
        }
    }

    @Test("A refused change of a membership is undone, and what the service returned stays")
    func refusedChange() async throws {
        try await withRig { server, rig in
            try await rig.data.join(["c"])
            let admin = try await Rig(rig.address, as: "admin")
            try await rig.offline {
                for status in ["away", "back"] {
                    try await rig.data.changeMembership(in: "c") { $0.status = status }
                }
                try await rig.data.changeMembership(in: "c") { $0.custom.role = "guest" }
            }
            try await admin.data.changeRemoteMember(channelId: "c", userId: "me") { $0.status = "muted" }
            _ = try await members(rig)
            let first = try #require(try rig.data.outbox().first)
            #expect(try await rig.data.discard([first.sequence]) == [first.sequence])
            #expect(try rig.store.member("c", "me")?.status == "back")
            server.faults = FaultPlan(rules: [FaultRule(.status(403, body: Rig.forbidden), family: .objects)])
            #expect(try await rig.data.sendOutbox().failures.map(\.kind) == [.membership, .membership])
            let member = try #require(try rig.store.member("c", "me"))
            #expect(member.status == "muted" && member.custom.role != "guest")
            let rows = try await rig.store.read { try PubNubManagedMember.fetchAll($0) }
            #expect(rows.allSatisfy { !$0.isPending })
        }
    }

    @Test("A retry of a refused change keeps what later changes of the membership set, and what else it sets is sent")
    func refusedBeforeChange() async throws {
        try await withRig { server, rig in
            try await rig.data.join(["c"])
            server.faults = FaultPlan(rules: [FaultRule(.status(403, body: Rig.forbidden), family: .objects)])
            await #expect(throws: PNError.self) {
                try await rig.data.changeMembership(in: "c") { ($0.status, $0.custom.role) = ("away", "guest") }
            }
            server.faults = FaultPlan()
            try await rig.data.changeMembership(in: "c") { $0.status = "back" }
            #expect(try rig.kinds() == [.membership])
            try await rig.data.retry()
            #expect(try await rig.data.sendOutbox().sent == 1)
            let member = try #require(try rig.store.member("c", "me"))
            #expect((member.status, member.custom.role) == ("back", "guest"))
            // The later one waits when the earlier one is refused.
            try await rig.offline {
                for status in ["busy", "here"] {
                    try await rig.data.changeMembership(in: "c") { $0.status = status }
                }
            }
            let refusal = FaultRule(.status(403, body: Rig.forbidden), family: .objects, occurrence: .first(1))
            server.faults = FaultPlan(rules: [refusal])
            let report = try await rig.data.sendOutbox()
            #expect(report.sent == 1 && report.failures.count == 1)
            #expect(try rig.kinds().isEmpty && rig.store.member("c", "me")?.status == "here")
        }
    }

    @Test("A change does not begin a membership again that ended in the meantime, and a leave ends refused changes")
    func endedMembership() async throws {
        try await withRig { server, rig in
            let admin = try await Rig(rig.address, as: "admin")
            try await rig.data.join(["c"])
            let member = Member(channelId: "c", userId: "me")
            try await admin.data.removeRemoteMemberships(
                .init(members: [member], modificationDirection: .modifyUsersByChannel)
            )
            try await rig.data.changeMembership(in: "c") { $0.status = "away" }
            #expect(try await members(admin).isEmpty)
            try await rig.data.join(["c"])
            server.faults = FaultPlan(rules: [FaultRule(.status(403, body: Rig.forbidden), family: .objects)])
            await #expect(throws: PNError.self) {
                try await rig.data.changeMembership(in: "c") { $0.status = "back" }
            }
            server.faults = FaultPlan()
            try await rig.data.leave(["c"])
            #expect(try rig.kinds().isEmpty)
            #expect(try await members(admin).isEmpty)
        }
    }

    @Test("Changes of a membership that follow a join are removed if the service refuses the join")
    func refusedBeginning() async throws {
        try await withRig { server, rig in
            try await rig.offline {
                try await rig.data.join(["c"])
                try await rig.data.changeMembership(in: "c") { $0.status = "away" }
                try await rig.data.markRead("c", upTo: 5)
            }
            let refusal = FaultRule(.status(403, body: Rig.forbidden), family: .objects)
            server.faults = FaultPlan(rules: [refusal])
            let report = try await rig.data.sendOutbox()
            #expect(report.sent == 0 && report.failures.map(\.kind) == [.join])
            #expect(try rig.kinds() == [.join] && isMember(rig) != true)
        }
    }

    @Test("A refused join or leave is undone, and can be retried")
    func refused() async throws {
        try await withRig { server, rig in
            let faults = FaultPlan(rules: [FaultRule(.status(403, body: Rig.forbidden), family: .objects)])
            server.faults = faults
            await #expect(throws: PNError.self) { try await rig.data.join(["c"]) }
            #expect(try isMember(rig) != true && rig.kinds() == [.join])
            server.faults = FaultPlan()
            try await rig.data.retry()
            #expect(try isMember(rig) == true)
            #expect(try await rig.data.sendOutbox().sent == 1)
            #expect(try await rig.data.join(["c"]).isEmpty, "a member joins again")
            let custom = try rig.store.memberCustom()
            server.faults = faults
            await #expect(throws: PNError.self) { try await rig.data.leave(["c"]) }
            #expect(try isMember(rig) == true && rig.store.memberCustom() == custom)
            server.faults = FaultPlan()
            try await rig.data.leave(["c"])
            try await rig.data.leave(["c"])
            #expect(try isMember(rig) != true && rig.kinds().isEmpty)
        }
    }
}
