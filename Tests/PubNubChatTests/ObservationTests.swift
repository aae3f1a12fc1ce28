import Dispatch
import Foundation
import GRDB
import PubNubChat
import Testing

@Suite("Observed queries")
struct ObservationTests {
    private func ids(_ rows: [PubNubManagedMessage]) -> [String] { rows.map(\.id) }

    private func write(_ messages: Message..., to store: ChatStore) async throws {
        try await store.write { db in
            for message in messages {
                try PubNubManagedMessage.insertOrUpdate(message: message, processMessageActions: false, into: db)
            }
        }
    }

    @Test(
        "A sequence distinguishes insertions, updates and removals, in the order of the query",
        arguments: [true, false]
    )
    func sequence(isInMemory: Bool) async throws {
        try await withDirectory { directory in
            let file = DatastoreConfiguration(storageDirectlyURL: directory)
            let store = try ChatStore(configuration: isInMemory ? .inMemory : file)
            try await store.write { db in
                try PubNubManagedMember.insertOrUpdate(member: member(), into: db)
                try PubNubManagedMember.insertOrUpdate(member: member("d"), into: db)
            }
            try await write(message("b", timetoken: 2), message("d", timetoken: 4), to: store)
            let request = store.changes(
                of: PubNubManagedMessage.messagesBy(pubnubChannelId: "c").order(Column("timetoken"))
            )
            var changes = request.makeAsyncIterator()
            let first = try #require(try await changes.next())
            #expect(ids(first.insertions) == ["b", "d"] && first.updates.isEmpty && first.removals.isEmpty)

            try await store.write { db in
                try PubNubManagedMessage.insert(message: message("c", timetoken: 3), into: db)
                try PubNubManagedMessage.insertOrUpdate(
                    message: message("d", text: "Edited", timetoken: 4),
                    processMessageActions: false,
                    into: db
                )
                try PubNubManagedMessage.remove(messageId: "b", from: db)
            }
            let second = try #require(try await changes.next())
            #expect(ids(second.entities) == ["c", "d"])
            #expect(ids(second.insertions) == ["c"] && ids(second.updates) == ["d"] && ids(second.removals) == ["b"])
            #expect(second.updates.first?.text == "Edited")

            // Neither equal content nor a message in another channel is a change. A message that leaves the channel is
            // one.
            try await write(message("c", timetoken: 3), to: store)
            try await write(message("x", channel: "d"), to: store)
            try await write(message("c", timetoken: 3, channel: "d"), to: store)
            let third = try #require(try await changes.next())
            #expect(ids(third.removals) == ["c"] && third.insertions.isEmpty && third.updates.isEmpty)

            // Removing the channel takes its messages out of the query.
            try await store.write { db in _ = try PubNubManagedChannel.remove(channelId: "c", from: db) }
            #expect(try await changes.next()?.removals.map(\.id) == ["d"])
        }
    }

    @Test("Calls closures on their queue, and not after the observation is cancelled")
    func closures() async throws {
        let store = try storeWithBoth()
        let queue = DispatchQueue(label: "test.observation")
        let (changes, continuation) = AsyncStream.makeStream(of: ChatQueryChange<PubNubManagedUser>.self)
        let observation = store.observe(
            PubNubManagedUser.userBy(userId: "u"),
            on: queue,
            onError: { error in Issue.record("\(error)") },
            onChange: { change in
                dispatchPrecondition(condition: .onQueue(queue))
                continuation.yield(change)
            }
        )
        var iterator = changes.makeAsyncIterator()
        #expect(await iterator.next()?.insertions.map(\.id) == ["u"])
        try await store.write { db in
            _ = try PubNubManagedUser.insertOrUpdate(user: user(name: "New"), into: db)
        }
        #expect(await iterator.next()?.updates.map(\.name) == ["New"])
        observation.cancel()
        try await store.write { db in _ = try PubNubManagedUser.remove(userId: "u", from: db) }
        await withCheckedContinuation { done in queue.async { done.resume() } }
        continuation.finish()
        #expect(await iterator.next() == nil)
    }

    @Test("A channel changes when members are added, and members change when they become present")
    func counts() async throws {
        let store = try storeWithBoth()
        var channels = store.changes(of: PubNubManagedChannel.channelBy(channelID: "c")).makeAsyncIterator()
        _ = try await channels.next()
        try await store.write { db in _ = try PubNubManagedMember.insertOrUpdate(member: member(), into: db) }
        #expect(try await channels.next()?.updates.map(\.memberCount) == [1])
        var members = store.changes(of: PubNubManagedMember.membersBy(channelID: "c", onlyPresent: true))
            .makeAsyncIterator()
        #expect(try await members.next()?.entities.isEmpty == true)
        try await store.write { db in
            let event = Member(channelId: "c", userId: "u", presence: .init(isPresent: true))
            _ = try PubNubManagedMember.insertOrUpdate(member: event, into: db)
        }
        #expect(try await members.next()?.insertions.map(\.id) == ["c:u"])
        #expect(try await channels.next()?.updates.map(\.presentMemberCount) == [1])
    }

    @Test("An error of the query ends the observation")
    func errors() async throws {
        let store = try storeWithBoth()
        let changes = store.changes(of: PubNubManagedUser.filter(sql: "nothing = 1"))
        await #expect(throws: DatabaseError.self) { for try await _ in changes {} }
    }

    @Test(
        "Differences of two results",
        arguments: [("", "ab", "ab", ""), ("ab", "ba", "", ""), ("abc", "cd", "d", "ab")]
    )
    func differences(before: String, after: String, insertions: String, removals: String) throws {
        let store = try storeWithBoth()
        let rows = try store.write { db in
            try "abcd".reduce(into: [Character: PubNubManagedUser]()) { rows, id in
                rows[id] = try PubNubManagedUser.insertOrUpdate(user: user(String(id)), into: db)
            }
        }
        let change = ChatQueryChange(from: before.compactMap { rows[$0] }, to: after.compactMap { rows[$0] })
        #expect(change.insertions.map(\.id).joined() == insertions && change.removals.map(\.id).joined() == removals)
        #expect(change.updates.isEmpty && change.entities.map(\.id).joined() == after)
    }
}
