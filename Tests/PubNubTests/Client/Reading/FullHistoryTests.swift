import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub

/// "The first four methods will receive the full message history for a specified channel" (README "History"), page by page:
/// while a page is full, the client requests the one before it (Documentation/WireProtocol.md, "History").
@Suite struct FullHistoryTests {
    /// Messages `from..<to`, whose numbers are also their timetokens.
    private func page(_ numbers: Range<Int>) -> String {
        "[[\(numbers.map(String.init).joined(separator: ","))],\(numbers.first ?? 0),\(numbers.last ?? 0)]"
    }

    private final class Reading {
        let progress = Notes<Int>()
        let outcomes = Notes<(messages: [Int]?, dates: [UInt64?], code: Int?)>()

        func start(_ client: PubNub) {
            client.requestFullHistory(
                for: PNChannel(name: "a"),
                progressBlock: { [progress] in progress.add($0) },
                withCompletionBlock: { [outcomes] messages, _, start, end, error in
                    let numbers = messages?.compactMap { $0.message as? Int }
                    outcomes.add((numbers, [start, end].map { $0?.timeToken.uint64Value }, error?.code))
                }
            )
        }
    }

    @Test func everythingIsReadToTheEnd() throws {
        let scripted = ScriptedClient.connected()
        let reading = Reading()
        reading.start(scripted.client)
        scripted.reply(Path.history, page(1151..<1251))
        #expect(reading.progress.values == [100])
        #expect(reading.outcomes.values.isEmpty)
        scripted.reply(Path.history, page(1051..<1151))
        scripted.reply(Path.history, page(1001..<1051))
        let path = "/v2/history/sub-key/sub/channel/a?"
        let rest = "count=100&reverse=false&include_token=false&uuid=me"
        #expect(scripted.requested == ["\(path)\(rest)", "\(path)start=1151&\(rest)", "\(path)start=1051&\(rest)"])
        #expect(reading.progress.values == [100, 200, 250])
        #expect(reading.outcomes.values.count == 1)
        let outcome = try #require(reading.outcomes.values.first)
        #expect(outcome.messages == Array(1001..<1251))
        #expect(outcome.dates == [1001, 1250])
        #expect(scripted.reported == ["didReceiveHistory a 250"])
    }

    @Test func aHistoryOfWholePagesEndsWithAnEmptyOne() throws {
        let scripted = ScriptedClient.connected()
        let reading = Reading()
        reading.start(scripted.client)
        scripted.reply(Path.history, page(1101..<1201))
        scripted.reply(Path.history, "[[],0,0]")
        let outcome = try #require(reading.outcomes.values.first)
        #expect(outcome.messages == Array(1101..<1201))
        #expect(outcome.dates == [1101, 1200])
        #expect(scripted.waiting == [])
    }

    @Test func anEmptyHistoryIsEmpty() throws {
        let scripted = ScriptedClient.connected()
        let reading = Reading()
        reading.start(scripted.client)
        scripted.reply(Path.history, "[[],0,0]")
        let outcome = try #require(reading.outcomes.values.first)
        #expect(outcome.messages == [])
        #expect(outcome.code == nil)
    }

    /// The client stops if a server repeats the same page.
    @Test func aServerThatRepeatsItselfIsNotReadForEver() throws {
        let scripted = ScriptedClient.connected()
        let reading = Reading()
        reading.start(scripted.client)
        var pages = 0
        while scripted.reply(Path.history, page(1101..<1201)) != nil { pages += 1 }
        #expect(pages == 2)
        #expect(reading.outcomes.values.first?.messages == Array(1101..<1201))
    }

    /// An incomplete history is not returned: the error is reported once.
    @Test func aFailureInTheMiddleIsTheEnd() throws {
        let scripted = ScriptedClient.connected()
        let reading = Reading()
        reading.start(scripted.client)
        scripted.reply(Path.history, page(1101..<1201))
        scripted.reply(Path.history, status: 403, "Forbidden")
        #expect(reading.outcomes.values.count == 1)
        let outcome = try #require(reading.outcomes.values.first)
        #expect(outcome.messages == nil)
        #expect(outcome.code == 122)
        #expect(scripted.reported == ["didFailHistoryDownload a 122"])
        #expect(scripted.waiting == [])
    }

    @Test func datesComeAlongWhereTheyWereAskedFor() {
        let scripted = ScriptedClient.connected()
        let dates = Notes<UInt64?>()
        scripted.client.requestFullHistory(for: PNChannel(name: "a"), includingTimeToken: true) {
            messages,
            _,
            _,
            _,
            _ in
            for message in messages ?? [] { dates.add(message.date?.timeToken.uint64Value) }
        }
        scripted.reply(Path.history, #"[[{"message":1,"timetoken":17},{"message":2,"timetoken":"18"}],17,18]"#)
        #expect(dates.values == [17, 18])
    }
}
