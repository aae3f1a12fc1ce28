import Foundation
import PubNubCodec
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub

/// README "History"; Documentation/WireProtocol.md, "History".
@Suite struct HistoryTests {
    typealias Call = @Sendable (PubNub, PNChannel) -> Void

    private static let early = PNDate(token: 14_000_000_000_000_000)
    private static let late = PNDate(token: 15_000_000_000_000_000)

    static let forms: [(call: Call, query: String)] = [
        ({ $0.requestHistory(for: $1, from: nil) }, "count=100&reverse=false&include_token=false"),
        (
            { $0.requestHistory(for: $1, from: early) },
            "start=14000000000000000&count=100&reverse=false&include_token=false"
        ),
        (
            { $0.requestHistory(for: $1, from: nil, to: late) },
            "end=15000000000000000&count=100&reverse=false&include_token=false"
        ),
        (
            { $0.requestHistory(for: $1, from: early, to: late) },
            "start=14000000000000000&end=15000000000000000&count=100&reverse=false&include_token=false"
        ),
        (
            { $0.requestHistory(for: $1, from: late, to: early) },
            "start=14000000000000000&end=15000000000000000&count=100&reverse=false&include_token=false"
        ),
        (
            { $0.requestHistory(for: $1, from: nil, limit: 34) },
            "count=34&reverse=false&include_token=false"
        ),
        ({ $0.requestHistory(for: $1, from: nil, limit: 0) }, "count=100&reverse=false&include_token=false"),
        (
            { $0.requestHistory(for: $1, from: nil, limit: 10_000) },
            "count=100&reverse=false&include_token=false"
        ),
        ({ $0.requestHistory(for: $1, from: nil, limit: .max) }, "count=100&reverse=false&include_token=false"),
        (
            { $0.requestHistory(for: $1, from: nil, to: late, limit: 100, reverseHistory: true) },
            "end=15000000000000000&count=100&reverse=true&include_token=false"
        ),
        (
            { $0.requestHistory(for: $1, from: nil, includingTimeToken: true) },
            "count=100&reverse=false&include_token=true"
        ),
        (
            {
                $0.requestHistory(
                    for: $1,
                    from: early,
                    to: late,
                    limit: 1,
                    reverseHistory: true,
                    includingTimeToken: true,
                    withCompletionBlock: nil
                )
            },
            "start=14000000000000000&end=15000000000000000&count=1&reverse=true&include_token=true"
        ),
        ({ $0.requestFullHistory(for: $1) }, "count=100&reverse=false&include_token=false"),
        (
            { $0.requestFullHistory(for: $1, includingTimeToken: true) },
            "count=100&reverse=false&include_token=true"
        ),
    ]

    /// "If you set from or to as nil, that argument will be ignored". An end date before the start date swaps the two. `count` is
    /// always sent; 100 is the default and the maximum.
    @Test(arguments: forms.indices)
    func theRequestOfEachForm(_ index: Int) {
        let scripted = ScriptedClient.connected()
        Self.forms[index].call(scripted.client, PNChannel(name: "a b"))
        #expect(scripted.requested == ["/v2/history/sub-key/sub/channel/a%20b?\(Self.forms[index].query)&uuid=me"])
    }

    @Test func aPageReachesEveryReceiver() throws {
        let scripted = ScriptedClient.connected()
        let channel = PNChannel(name: "a")
        let pages = Notes<(messages: [Any]?, channel: PNChannel?, dates: [PNDate?], error: PNError?)>()
        let observed = Notes<Int?>()
        let posted = NotificationNotes(of: scripted.client)
        scripted.client.observationCenter.addMessageHistoryProcessingObserver("test") { messages, _, _, _, _ in
            observed.add(messages?.count)
        }
        scripted.client.requestHistory(for: channel, from: nil) { messages, channel, start, end, error in
            pages.add((messages?.map(\.message), channel, [start, end], error))
        }
        scripted.reply(Path.history, #"[["m1",{"k":1},null],14356962364490888,14356962405294305]"#)
        #expect(pages.values.count == 1)
        let page = try #require(pages.values.first)
        #expect(try JSONBridge.value(page.messages) == ["m1", ["k": 1], .null])
        #expect(page.channel === channel)
        #expect(page.dates.map(\.?.timeToken) == [14_356_962_364_490_888, 14_356_962_405_294_305])
        #expect(page.error == nil)
        #expect(observed.values == [3])
        #expect(scripted.reported == ["didReceiveHistory a 3"])
        #expect(posted.words == ["DidReceiveMessagesHistory"])
    }

    /// As in 3.7.8, so that an app that reads on from these dates does not begin again.
    @Test("The closure of a request that could not be sent receives the dates of the request")
    func datesOfFailure() {
        let dates = Notes<PNDate?>()
        let codes = Notes<Int?>()
        let note: PNClientHistoryLoadHandlingBlock = { _, _, start, end, error in
            dates.add(start)
            dates.add(end)
            codes.add(error?.code)
        }
        let offline = ScriptedClient()
        offline.client.requestHistory(
            for: PNChannel(name: "a"),
            from: Self.early,
            to: Self.late,
            withCompletionBlock: note
        )
        offline.settle()
        #expect(dates.values == [Self.early, Self.late])
        let scripted = ScriptedClient.connected()
        scripted.client.requestHistory(for: PNChannel(name: "a"), from: Self.early, withCompletionBlock: note)
        scripted.reply(Path.history, status: 403, #"{"status":403,"error":true,"message":"Forbidden"}"#)
        #expect(dates.values == [Self.early, Self.late, nil, nil])
        #expect(codes.values == [kPNRequestExecutionFailedClientNotReadyError, kPNAPIAccessForbiddenError])
    }

    @Test func messagesComeWithTheirDatesWhereThatWasAskedFor() {
        let scripted = ScriptedClient.connected()
        let dates = Notes<NSNumber?>()
        scripted.client.requestHistory(for: PNChannel(name: "a"), from: nil, includingTimeToken: true) {
            messages,
            _,
            _,
            _,
            _ in
            for message in messages ?? [] {
                dates.add(message.date?.timeToken)
                dates.add(message.receiveDate.timeToken)
            }
        }
        scripted.reply(
            Path.history,
            #"[[{"message":"x","timetoken":14356962364490888},{"message":{"k":1},"timetoken":"14356962405294305"}],"#
                + "14356962364490888,14356962405294305]"
        )
        let (first, second) = (14_356_962_364_490_888 as NSNumber, 14_356_962_405_294_305 as NSNumber)
        #expect(dates.values == [first, first, second, second])
    }

    @Test func messagesHaveNoDatesUnlessAskedFor() {
        let scripted = ScriptedClient.connected()
        let dates = Notes<PNDate?>()
        scripted.client.requestHistory(for: PNChannel(name: "a"), from: nil) { messages, _, _, _, _ in
            for message in messages ?? [] { dates.add(message.receiveDate) }
        }
        scripted.reply(Path.history, #"[["x"],14356962364490888,14356962364490888]"#)
        #expect(dates.values == [nil])
    }

    @Test func anEmptyHistoryIsNoError() {
        let scripted = ScriptedClient.connected()
        scripted.client.requestHistory(for: PNChannel(name: "a"), from: nil)
        scripted.reply(Path.history, "[[],0,0]")
        #expect(scripted.reported == ["didReceiveHistory a 0"])
    }

    /// Each message is decrypted; failures become DECRYPTION_ERROR.
    @Test func messagesAreDecrypted() throws {
        let scripted = ScriptedClient.connected(.scripted(cipherKey: "enigma"))
        let other = try Cryptor(cipherKey: "other").encrypt(Array("1".utf8))
        let messages = Notes<Any>()
        scripted.client.requestHistory(for: PNChannel(name: "a"), from: nil) { page, _, _, _, _ in
            for message in page ?? [] { messages.add(message.message) }
        }
        scripted.reply(
            Path.history,
            #"[["Wi24KS4pcTzvyuGOHubiXg==","plain","\#(other)",{"pn_other":"Wi24KS4pcTzvyuGOHubiXg=="}],1,2]"#
        )
        #expect(
            try JSONBridge.value(messages.values)
                == ["yay!", "DECRYPTION_ERROR", "DECRYPTION_ERROR", ["pn_other": "yay!"]]
        )
    }

    /// "'error.associatedObject' contains PNChannel instance for which PubNub client was unable to receive history."
    @Test(arguments: [
        (
            #"[["Use of the history API requires the Storage & Playback which is not enabled for this subscribe key."],0,0]"#,
            140
        ),
        (#"[0,"Invalid Key","1"]"#, 113), ("[[],0]", 143), (#"{"a":1}"#, 143), (#"[["x"],"one",2]"#, 143),
    ])
    func aFailureIsAboutTheChannel(_ body: String, _ code: Int) throws {
        let scripted = ScriptedClient.connected()
        let channel = PNChannel(name: "a")
        let outcomes = Notes<(channel: PNChannel?, error: PNError?, count: Int?)>()
        scripted.client.requestHistory(for: channel, from: nil) { outcomes.add(($1, $4, $0?.count)) }
        while scripted.reply(Path.history, body) != nil { scripted.wait(.seconds(3)) }
        #expect(scripted.reported == ["didFailHistoryDownload a \(code)"])
        #expect(outcomes.values.count == 1)
        let outcome = try #require(outcomes.values.first)
        #expect(outcome.channel === channel)
        #expect(outcome.error?.associatedObject as? PNChannel === channel)
        #expect(outcome.count == nil)
    }

    @Test(arguments: [("", 134), ("a,b", 117), ("a/b", 117), (String(repeating: "n", count: 93), 117)])
    func aNameThatCannotBeIsRefused(_ name: String, _ code: Int) {
        let scripted = ScriptedClient.connected()
        let codes = Notes<Int?>()
        scripted.client.requestHistory(for: PNChannel(name: name), from: nil) { _, _, _, _, error in
            codes.add(error?.code)
        }
        scripted.client.requestFullHistory(
            for: PNChannel(name: name),
            withCompletionBlock: { _, _, _, _, error in codes.add(error?.code) }
        )
        scripted.settle()
        #expect(codes.values == [code, code])
        #expect(scripted.requested == [])
    }
}
