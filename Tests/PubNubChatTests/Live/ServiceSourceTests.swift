import Foundation
import PubNub
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("The source of missing data")
struct ServiceSourceTests {
    @Test("Two requests for the time in flight do not replace each other, nor one of the app", .timeLimit(.minutes(5)))
    func times() async throws {
        let client = await ScriptedClient(body: "[]")
        let source = ServiceSource<TestCustom>(service: ChatService(pubnub: client.pubnub))
        let requests = IntegrationInbox<String>()
        client.transport.respond { request in
            requests.put(request.path)
            return nil
        }
        async let first = source.time()
        async let second = source.time()
        _ = try await requests.next(2, "request for the time") { $0.hasPrefix("/time/") ? true : nil }
        let answers = IntegrationInbox<UInt64>()
        client.pubnub.requestServerTimeToken { time, _ in
            if let time { answers.put(time.uint64Value) }
        }
        _ = try await requests.next("request of the app") { $0.hasPrefix("/time/") ? true : nil }
        // A request is known before it waits for its response.
        #expect(await eventually { client.transport.waiting.count { $0.path.hasPrefix("/time/") } == 3 })
        for _ in 0..<3 { client.transport.reply("/time/", "[15000000000000000]") }
        #expect(try await [first, second] == [15_000_000_000_000_000, 15_000_000_000_000_000])
        #expect(try await answers.next("time of the app") { $0 } == 15_000_000_000_000_000)
    }

    @Test("A full page of messages with reactions has older ones before it, although the service reports none")
    func fullPage() async throws {
        let items = (301...325).map { time in
            #"{"message":{"id":"m\#(time)","text":"t","createdAt":"2022-05-10T14:48:00.000Z"},"#
                + #""timetoken":"\#(time)","uuid":"u"}"#
        }
        let channels = #"{"c":[\#(items.joined(separator: ","))]}"#
        let client = await ScriptedClient(body: #"{"status":200,"channels":\#(channels),"error":false}"#)
        let source = ServiceSource<TestCustom>(service: ChatService(pubnub: client.pubnub))
        let range = TimetokenRange(after: 100, upTo: 400)
        let page = try await source.messages(on: "c", in: range, withReactions: true)
        #expect(page.items.count == 25 && page.timetokens?.count == 25 && page.oldest == 301)
        #expect(client.transport.requests.last?.path.contains("max=25&start=401&end=101&") == true)
    }
}
