import Foundation
import GRDB
import PubNub
import Testing

@testable import PubNubChat

@Suite("Search for messages by their text")
struct SearchTests {
    private func put(
        _ id: String,
        _ text: String,
        _ timetoken: Timetoken,
        on channel: String = "c",
        by user: String = "u",
        in store: ChatStore
    ) throws {
        try store.write { db in
            let message = message(id, text: text, timetoken: timetoken, user: user, channel: channel).withModels
            try PubNubManagedMessage.insertOrUpdate(message: message, processMessageActions: false, into: db)
        }
    }

    private func hits(_ search: ChatSearch, in store: ChatStore) throws -> [String] {
        try store.read { try ChatSearchResult.fetchAll($0, search).map(\.id) }
    }

    /// Whether the index equals the content of its table, and has an entry for each searchable message.
    private func check(_ store: ChatStore) throws {
        try store.write { db in
            try db.execute(sql: "INSERT INTO messageSearch (messageSearch) VALUES ('integrity-check')")
            let sql = """
                SELECT COUNT(*) FROM message WHERE (timetoken > 0 AND NOT isDeleted)
                    <> EXISTS (SELECT 1 FROM searchedMessage JOIN messageSearch ON messageSearch.rowid = number
                        WHERE searchedMessage.id = message.id)
                """
            #expect(try Int.fetchOne(db, sql: sql) == 0)
            let counts = try Row.fetchOne(
                db,
                sql: "SELECT (SELECT COUNT(*) FROM searchedMessage), (SELECT COUNT(*) FROM messageSearch)"
            )
            #expect(counts?[0] as Int? == counts?[1] as Int?)
        }
    }

    @Test("Finds all words in any order, without regard to case and diacritics, the newest message first")
    func words() throws {
        let store = try ChatStore(configuration: .inMemory)
        try put("late", "Über den Wolken", 300, in: store)
        try put("early", "wolken, über uns", 100, in: store)
        try put("other", "Wolken", 200, in: store)
        #expect(try hits(ChatSearch("UBER wolken"), in: store) == ["late", "early"])
        #expect(try hits(ChatSearch("wolken"), in: store) == ["late", "other", "early"])
        #expect(try hits(ChatSearch("wolken", limit: 2), in: store) == ["late", "other"])
        #expect(try hits(ChatSearch("wolken", before: 200), in: store) == ["early"])
    }

    @Test("The last word is a prefix, unless the search says otherwise")
    func prefix() throws {
        let store = try ChatStore(configuration: .inMemory)
        try put("m", "coffee tomorrow", 100, in: store)
        #expect(try hits(ChatSearch("coffee tom"), in: store) == ["m"])
        #expect(try hits(ChatSearch("cof tomorrow"), in: store) == [])
        #expect(try hits(ChatSearch("coffee tom", matchesPrefix: false), in: store) == [])
    }

    @Test(
        "Finds the words with a beginning, however many they are",
        arguments: [1, 63, 64, 65, 200]
    )
    func beginnings(count: Int) throws {
        let store = try ChatStore(configuration: .inMemory)
        for number in 0..<count { try put("\(number)", "a Straßé\(number)", Timetoken(number + 1), in: store) }
        try put("other", "strasse straß stra", 1_000, in: store)
        try put("longer", "strand", 2_000, in: store)
        let all = Set((0..<count).map(String.init))
        for order in [ChatSearch.Order.newest, .relevance] {
            #expect(try Set(hits(ChatSearch("straße", order: order, limit: 500), in: store)) == all.union(["other"]))
            #expect(try Set(hits(ChatSearch("STRAß", order: order, limit: 500), in: store)) == all.union(["other"]))
        }
        #expect(try hits(ChatSearch("a straße", limit: 2), in: store).first == "\(count - 1)")
        #expect(try hits(ChatSearch("straße0"), in: store) == ["0"])
        #expect(try hits(ChatSearch("straßen"), in: store) == [])
    }

    @Test("A beginning of a word becomes the words that begin so, which are read in the order of time")
    func expansion() throws {
        let store = try ChatStore(configuration: .inMemory)
        for number in 1...50 { try put("\(number)", "hundred characters", Timetoken(number), in: store) }
        try put("m", "character", 100, in: store)
        try store.read { db in
            #expect(
                try ChatSearch("hundred Char").query(db)
                    == #"text : ("hundred" AND ("character" OR "characters"))"#
            )
            #expect(try ChatSearch("hundred char", order: .relevance).query(db) == #"text : ("hundred" AND "char" *)"#)
            #expect(try ChatSearch("hundred cha").query(db) == #"text : ("hundred" AND "cha" *)"#)
            #expect(try ChatSearch("char", matchesPrefix: false).query(db) == #"text : ("char")"#)
            // 2 means that the table begins at the given word, and does not read those before it.
            let plan = try Row.fetchAll(
                db,
                sql: "EXPLAIN QUERY PLAN SELECT term FROM searchWord WHERE term >= ? LIMIT 1",
                arguments: ["char"]
            )
            #expect(plan.map { $0["detail"] as String } == ["SCAN searchWord VIRTUAL TABLE INDEX 2:"])
        }
    }

    @Test("Searches within channels and authors")
    func scope() throws {
        let store = try ChatStore(configuration: .inMemory)
        try put("1", "tea", 100, on: "c", by: "ann", in: store)
        try put("2", "tea", 200, on: "c", by: "bob", in: store)
        try put("3", "tea", 300, on: "it's 🎉", by: "ann", in: store)
        #expect(try hits(ChatSearch("tea", channelIds: ["c"]), in: store) == ["2", "1"])
        #expect(try hits(ChatSearch("tea", channelIds: ["it's 🎉", "x"]), in: store) == ["3"])
        #expect(try hits(ChatSearch("tea", authorIds: ["ann"]), in: store) == ["3", "1"])
        #expect(try hits(ChatSearch("tea", channelIds: ["c"], authorIds: ["ann"]), in: store) == ["1"])
        #expect(try hits(ChatSearch("c63"), in: store) == [], "the words for channels are not part of the text")
        #expect(throws: ChatError.self) {
            try hits(ChatSearch("tea", channelIds: (0...100).map { "\($0)" }), in: store)
        }
    }

    @Test("Ranks messages in which the word is frequent first")
    func relevance() throws {
        let store = try ChatStore(configuration: .inMemory)
        try put("often", "tea tea tea", 100, in: store)
        try put("once", "tea and a very long story about something else that nobody wants to read", 200, in: store)
        #expect(try hits(ChatSearch("tea", order: .relevance), in: store) == ["often", "once"])
    }

    @Test("The snippet marks the found words")
    func snippet() throws {
        let store = try ChatStore(configuration: .inMemory)
        let filler = repeatElement("word", count: 40).joined(separator: " ")
        try put("m", "\(filler) Café 🎉 olé \(filler)", 100, in: store)
        let result = try #require(try store.read { try ChatSearchResult.fetchAll($0, ChatSearch("cafe ole")) }.first)
        #expect(result.matches.map { String(result.snippet[$0]) } == ["Café", "olé"])
        #expect(result.snippet.hasPrefix("…") && result.snippet.hasSuffix("…") && result.message.id == "m")
        try put("n", "marks \u{3}\u{2} in the text", 200, in: store)
        let marked = try #require(try store.read { try ChatSearchResult.fetchAll($0, ChatSearch("marks")) }.first)
        #expect(marked.matches.map { String(marked.snippet[$0]) } == ["marks"])
    }

    @Test(
        "No input is an error of the query language",
        arguments: [
            "", " ", "\"", "\"\"", "*", "a*", "AND", "NOT tea", "tea OR", "NEAR(tea", "text : tea", "-tea", "(",
            "{scope}: c63",
            "^tea", "tea + tea", "\u{0}", "🎉", String(repeating: "tea ", count: 10_000),
            String(repeating: "a", count: 100_000),
        ]
    )
    func anyInput(text: String) throws {
        let store = try ChatStore(configuration: .inMemory)
        try put("m", "tea", 100, in: store)
        for order in [ChatSearch.Order.newest, .relevance] {
            #expect(try hits(ChatSearch(text, order: order), in: store).count <= 1)
        }
    }

    @Test("The index follows every change of a message")
    func followed() throws {
        let store = try ChatStore(configuration: .inMemory)
        try put("m", "old", 0, by: "me", in: store)
        #expect(try hits(ChatSearch("old"), in: store) == [], "a message that is not published is not found")
        try put("m", "old", 100, by: "me", in: store)
        #expect(try hits(ChatSearch("old", authorIds: ["me"]), in: store) == ["m"])
        var edit = action(200, value: "new", user: "me")
        edit.sourceType = "edited"
        try store.write { [edit] in _ = try PubNubManagedMessageAction.insertOrUpdate(messageAction: edit, into: $0) }
        #expect(try hits(ChatSearch("new"), in: store) == ["m"] && hits(ChatSearch("old"), in: store) == [])
        var deletion = action(300, value: "deleted", user: "me")
        deletion.sourceType = "deleted"
        try store.write { [deletion] in
            _ = try PubNubManagedMessageAction.insertOrUpdate(messageAction: deletion, into: $0)
        }
        #expect(try hits(ChatSearch("new"), in: store) == [])
        try check(store)
        try store.write { _ = try PubNubManagedMessageAction.remove(messageActionId: deletion.id, from: $0) }
        #expect(try hits(ChatSearch("new"), in: store) == ["m"])
        try store.write { _ = try PubNubManagedMessage.remove(messageId: "m", from: $0) }
        #expect(try hits(ChatSearch("new"), in: store) == [])
        try check(store)
    }

    /// Stores, changes and removes messages in one transaction.
    private func change(_ number: Int, _ db: Database) throws {
        let timetoken = Timetoken(number) * 10
        let message = message("\(number)", text: "tea \(number)", timetoken: timetoken).withModels
        try PubNubManagedMessage.insertOrUpdate(message: message, processMessageActions: false, into: db)
        switch number % 5 {
        case 1:
            var edit = action(timetoken + 1, value: "cup \(number)", parent: timetoken)
            edit.sourceType = "edited"
            try PubNubManagedMessageAction.insertOrUpdate(messageAction: edit, into: db)
        case 2: try PubNubManagedMessage.remove(messageId: "\(number)", from: db)
        case 3:
            try PubNubManagedMessage.remove(messageId: "\(number - 3)", from: db)
            // It gets the place in the index that the removed message had.
            try db.execute(
                sql:
                    "INSERT INTO message (id, timetoken, dateCreated, text, pubnubChannelId) VALUES (?, ?, 0, 'pot', 'c')",
                arguments: ["again \(number - 3)", (number - 3) * 10]
            )
        case 4: throw ChatError.wrongContentType("a failing item")
        default: break
        }
    }

    @Test("The index has the messages of a batch, whatever happens to them within it", arguments: [1, 3, 100])
    func batches(size: Int) async throws {
        let store = try ChatStore(configuration: .inMemory)
        let numbers = Array(5..<35)
        let failed = try await store.write(numbers, batchSize: size) { db, number in try change(number, db) }
        #expect(failed.map(\.item) == numbers.filter { $0 % 5 == 4 })
        let left = numbers.filter { $0 % 5 == 3 }.map { "\($0)" }
        #expect(try Set(hits(ChatSearch("tea", limit: 500), in: store)) == Set(left))
        let cups = numbers.filter { $0 % 5 == 1 }.reversed().map { "\($0)" }
        #expect(try hits(ChatSearch("cup", limit: 500), in: store) == cups)
        let pots = numbers.filter { $0 % 5 == 3 }.reversed().map { "again \($0 - 3)" }
        #expect(try hits(ChatSearch("pot", limit: 500), in: store) == pots)
        #expect(try store.count("searchQueue") == 0)
        try check(store)
    }

    @Test("A search within a batch finds what the batch stored, and a failed batch leaves nothing")
    func withinBatch() async throws {
        let store = try ChatStore(configuration: .inMemory)
        try await store.write([1, 2, 3]) { db, number in
            let message = message("\(number)", text: "coffee", timetoken: Timetoken(number)).withModels
            try PubNubManagedMessage.insertOrUpdate(message: message, processMessageActions: false, into: db)
            #expect(try ChatSearchResult.fetchAll(db, ChatSearch("coffee")).count == number)
        }
        try check(store)
        try await store.write { db in
            #expect(throws: ChatError.self) {
                try SearchSchema.queueing(db) {
                    let message = message("4", text: "coffee", timetoken: 4).withModels
                    try PubNubManagedMessage.insertOrUpdate(message: message, processMessageActions: false, into: db)
                    throw ChatError.wrongContentType("after the message")
                }
            }
        }
        #expect(try hits(ChatSearch("coffee"), in: store) == ["4", "3", "2", "1"], "the transaction continued")
        try check(store)
        #expect(throws: ChatError.self) {
            try store.write { db in
                try SearchSchema.queueing(db) {
                    let message = message("5", text: "coffee", timetoken: 5).withModels
                    try PubNubManagedMessage.insertOrUpdate(message: message, processMessageActions: false, into: db)
                }
                throw ChatError.wrongContentType("after the block")
            }
        }
        #expect(try hits(ChatSearch("coffee"), in: store) == ["4", "3", "2", "1"])
        #expect(try store.count("searchQueue") == 0)
        try check(store)
    }

    @Test("The words of a batch are one segment of the index")
    func segments() async throws {
        let store = try ChatStore(configuration: .inMemory)
        try await store.write(Array(1...200)) { db, number in
            let message = message("\(number)", timetoken: Timetoken(number)).withModels
            try PubNubManagedMessage.insertOrUpdate(message: message, processMessageActions: false, into: db)
        }
        let segments = try await store.read { db in
            try Int.fetchOne(db, sql: "SELECT COUNT(DISTINCT segid) FROM messageSearch_idx")
        }
        #expect(segments == 1)
    }

    @Test("Messages with the same timetoken in different channels are all found")
    func sameTime() throws {
        let store = try ChatStore(configuration: .inMemory)
        for number in 0..<5 { try put("\(number)", "tea", 100, on: "c\(number)", in: store) }
        try store.write { _ = try PubNubManagedMessage.remove(messageId: "2", from: $0) }
        try put("5", "tea", 100, on: "c5", in: store)
        #expect(try Set(hits(ChatSearch("tea"), in: store)) == ["0", "1", "3", "4", "5"])
        try check(store)
    }

    @Test("A row that SQL replaces, and the compaction of the file, leave the index correct")
    func vacuum() async throws {
        try await withDirectory { directory in
            let store = try ChatStore(configuration: DatastoreConfiguration(storageDirectlyURL: directory))
            for number in 1...20 { try put("\(number)", "tea \(number)", Timetoken(number * 10), in: store) }
            for number in stride(from: 1, through: 20, by: 2) {
                try await store.write { _ = try PubNubManagedMessage.remove(messageId: "\(number)", from: $0) }
            }
            try await store.write { db in
                try db.execute(
                    sql: """
                        INSERT OR REPLACE INTO message (id, timetoken, dateCreated, text, pubnubChannelId)
                            VALUES ('2', 20, 0, 'cup', 'c')
                        """
                )
            }
            try await store.writer.vacuum()
            #expect(try hits(ChatSearch("tea"), in: store) == stride(from: 20, to: 2, by: -2).map { "\($0)" })
            #expect(try hits(ChatSearch("cup"), in: store) == ["2"])
            try check(store)
            try store.close()
        }
    }

    @Test("A store of an earlier version finds the messages that it has")
    func migration() throws {
        let queue = try DatabaseQueue()
        var migrator = DatabaseMigrator()
        StoreSchema.register(in: &migrator)
        try migrator.migrate(queue, upTo: "11 edits and deletions")
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO channel (id) VALUES ('c');
                    INSERT INTO message (id, timetoken, dateCreated, text, editedText, isDeleted, pubnubChannelId) VALUES
                        ('a', 1, 0, 'tea', NULL, 0, 'c'), ('b', 1, 0, 'tea', NULL, 0, 'c'),
                        ('c', 2, 0, 'tea', 'cup', 0, 'c'), ('d', 3, 0, 'tea', NULL, 1, 'c'),
                        ('e', 0, 0, 'tea', NULL, 0, 'c'), ('f', 4, 0, X'74656100', NULL, 0, 'c')
                    """
            )
        }
        try migrator.migrate(queue)
        let found = try queue.read { try ChatSearchResult.fetchAll($0, ChatSearch("tea")).map(\.id) }
        #expect(Set(found) == ["a", "b", "f"])
        #expect(try queue.read { try ChatSearchResult.fetchAll($0, ChatSearch("cup")).map(\.id) } == ["c"])
    }
}
