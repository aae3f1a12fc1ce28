import GRDB
import PubNubChat
import Testing

#if DEBUG
@Suite("Scopes that lack rows, in debug builds")
struct ScopeCheckTests {
    /// Observes the messages of the channel `c` with a scope, and stores a message in it.
    private static func observe(_ scope: ChatScope) async throws {
        let store = try ChatStore(configuration: .inMemory)
        try await store.write { db in
            try PubNubManagedMember.insertOrUpdate(member: member(), into: db)
            try PubNubManagedMember.insertOrUpdate(member: member("d"), into: db)
        }
        let request = PubNubManagedMessage.messagesBy(pubnubChannelId: "c").order(Column("id"))
        var changes = store.changes(of: request, watching: scope).makeAsyncIterator()
        _ = try await changes.next()
        // The observation listens through the writer, which now has nothing else to do.
        try await store.write { _ in }
        try await store.write { db in
            // A row of another channel is neither in the result nor in the scope.
            try PubNubManagedMessage.insert(message: message("x", channel: "d"), into: db)
        }
        try await store.write { db in
            try PubNubManagedMessage.insert(message: message("a", timetoken: 1), into: db)
        }
        let next = try await changes.next()
        #expect(next?.entities.map(\.id) == ["a"])
    }

    @Test("A scope that lacks a row of the result stops the program, and names the request but no values")
    func narrow() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await ScopeCheckTests.observe(.message("m"))
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("lacks rows that its request of PubNubManagedMessage reads"))
        #expect(text.contains("\"pubnubChannelId\" = ?"), "\(text)")
    }

    @Test("A scope with all rows of the result does not")
    func whole() async throws {
        await #expect(processExitsWith: .success) {
            try await ScopeCheckTests.observe(.messages(inChannel: "c"))
        }
    }
}
#endif
