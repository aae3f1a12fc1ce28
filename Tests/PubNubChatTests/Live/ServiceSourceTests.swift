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
}
