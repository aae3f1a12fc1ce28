import Foundation
import GRDB
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("The stored ranges of history, and pages of older messages")
struct LocalRangeTests {
    /// A rig, and the timetokens of messages of the channel `c` at the service.
    private func withHistory(
        _ count: Int,
        _ body: (Rig, IntegrationClient, [Timetoken]) async throws -> Void
    ) async throws {
        try await withOrigin { _, address in
            let sender = try await IntegrationClient.connected(address, as: "u")
            var timetokens: [Timetoken] = []
            for number in 0..<count { timetokens.append(try await sender.say("\(number)", on: "c")) }
            try await body(try await Rig(address), sender, timetokens)
        }
    }

    private func historyRequests(_ rig: Rig) -> Int { rig.requests.all.count { $0.contains("/history") } }

    @Test("Pages upward through all messages without a hole, from the store as far as none is missing")
    func pages() async throws {
        try await withHistory(60) { rig, _, timetokens in
            var (before, found): (Timetoken?, [Timetoken]) = (timetokens[59] + 1, [])
            var requests: [Int] = []
            while let start = before {
                let page = try await rig.data.messages(on: "c", before: start, count: 20)
                found += page.messages.map(\.timetoken)
                requests.append(page.requestCount)
                before = page.next
            }
            #expect(found == timetokens.reversed())
            // The service returns 25 messages in a page. The last request finds nothing.
            #expect(requests == [1, 1, 1, 1])
            #expect(try await rig.store.localRanges(of: "c").map(\.after) == [0])
            let asked = historyRequests(rig)
            let again = try await rig.data.messages(on: "c", before: timetokens[59] + 1, count: 1_000)
            #expect(again.messages.map(\.timetoken) == timetokens.reversed())
            #expect(again.next == nil && again.requestCount == 0 && historyRequests(rig) == asked)
        }
    }

    @Test("A page before a time in the future has the newest messages, and later ones are not considered stored")
    func future() async throws {
        try await withHistory(3) { rig, sender, timetokens in
            let future = timetokens[2] + 36_000_000_000
            let page = try await rig.data.messages(on: "c", before: future)
            #expect(page.messages.map(\.timetoken) == timetokens.reversed() && page.next == nil)
            #expect(try await rig.store.localRanges(of: "c") == [ChatLocalRange(after: 0, upTo: timetokens[2])])
            let later = try await sender.say("later", on: "c")
            let again = try await rig.data.messages(on: "c", before: future)
            #expect(again.messages.first?.timetoken == later && again.messages.count == 4)
        }
    }

    @Test("A channel without messages has an empty page, and no range")
    func empty() async throws {
        try await withHistory(0) { rig, sender, _ in
            let time = try await sender.time()
            let page = try await rig.data.messages(on: "c", before: time)
            #expect(page.messages.isEmpty && page.next == nil)
            #expect(try await rig.store.localRanges(of: "c") == [])
            #expect(try await rig.data.messages(on: "c", before: 0).messages.isEmpty)
        }
    }

    @Test("Without a service, returns what is stored, and fails if nothing is")
    func offline() async throws {
        let client = await ScriptedClient(as: "me") { path in
            path.contains("/history") ? RecordedResponse.reply("{}", status: 503) : nil
        }
        let data = try client.provider()
        try await data.store.write { db in
            for timetoken in [100, 200, 300] as [Timetoken] {
                let message = message("\(timetoken)", timetoken: timetoken).withModels
                try PubNubManagedMessage.insertOrUpdate(message: message, processMessageActions: false, into: db)
            }
            try Ledger(db: db).addHistory(TimetokenRange(after: 150, upTo: 300), of: "c")
        }
        let page = try await data.messages(on: "c", before: 301)
        #expect(page.messages.map(\.timetoken) == [300, 200] && page.next == 151)
        await #expect(throws: PNError.self) { try await data.messages(on: "c", before: 151) }
    }

    @Test("Everything since the first subscription is stored, except missing ranges")
    func live() throws {
        let store = try ChatStore(configuration: .inMemory)
        func pairs() throws -> [[Timetoken]] {
            try store.read { try Ledger(db: $0).localRanges(of: "c").ranges.map { [$0.after, $0.upTo] } }
        }
        try store.write { db in
            let ledger = Ledger(db: db)
            try ledger.close("c", at: 100)
            #expect(try ledger.localRanges(of: "c").ranges == [])
            try ledger.advance("c", through: "c", to: 200)
            try ledger.advance("c", through: "c", to: 300)
        }
        #expect(try pairs() == [[100, 300]])
        try store.write { try Ledger(db: $0).miss("c", TimetokenRange(after: 150, upTo: 180)) }
        #expect(try pairs() == [[100, 150], [180, 300]])
        try store.write { db in
            let ledger = Ledger(db: db)
            try ledger.addHistory(TimetokenRange(after: 20, upTo: 120), of: "c")
            try ledger.close([TimetokenRange(after: 150, upTo: 180)], of: "c", .messages)
            try ledger.open("c")
        }
        #expect(try pairs() == [[20, 300]])
    }

    @Test("Messages that retention removed are not stored, and are fetched again")
    func retention() async throws {
        try await withHistory(10) { rig, _, timetokens in
            _ = try await rig.data.messages(on: "c", before: timetokens[9] + 1)
            try await rig.store.removeMessages(beyond: ChatRetentionPolicy(messageLimit: 4))
            #expect(try await rig.store.localRanges(of: "c").last?.after == timetokens[5])
            let page = try await rig.data.messages(on: "c", before: timetokens[9] + 1)
            #expect(page.messages.map(\.timetoken) == timetokens.reversed() && page.requestCount > 0)
        }
    }

    @Test("Another author's use of an identifier is not missing in a range, also after retention removed the message")
    func otherAuthor() async throws {
        let store = try ChatStore(configuration: .inMemory)
        try await store.write { db in
            let storage = ChatStorage<TestCustom, PubNubManagedChatEntities>(db: db)
            let first = message("m", timetoken: 100, user: "u").withModels
            let other = message("m", timetoken: 300, user: "v").withModels
            for message in [first, message("n", timetoken: 200).withModels] {
                let refusal = try storage.store(message, withActions: true)
                #expect(refusal == nil)
            }
            let refusal = try storage.store(other, withActions: true)
            #expect(refusal != nil)
            try storage.ledger.addHistory(TimetokenRange(after: 0, upTo: 300), of: "c")
        }
        try await store.removeMessages(beyond: ChatRetentionPolicy(messageLimit: 1))
        let ranges = try await store.localRanges(of: "c")
        #expect(ranges == [ChatLocalRange(after: 0, upTo: 99), ChatLocalRange(after: 100, upTo: 300)])
    }
}
