import Foundation
import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

/// Signals with two decoders, and their requests, as ``RecordedReplyTests`` and ``RecordedRequestTests`` do.
@Suite("Recorded signals")
struct RecordedSignalTests {
    static let exchanges = ExchangeLibrary.exchanges(of: .other)
        .filter { $0.request?.path.hasPrefix("/signal/") == true }

    @Test("Uses every exchange", .enabled(if: ExchangeLibrary.recordedCount != nil))
    func count() {
        #expect(Self.exchanges.count >= 6)
    }

    @Test("Responses", arguments: exchanges)
    func answers(_ exchange: RecordedExchange) {
        let call = MessagingEndpoints.signal(payload: [], channel: "any")
        #expect(
            Outcome(call.decode(exchange.response), \.rawValue)
                == Outcome(exchange) { json in
                    guard let array = json as? [Any], array.count == 3, array[0] as? Int != 0 else { return nil }
                    return Reference.timetoken(array[2])
                }
        )
    }

    @Test("Requests", arguments: exchanges)
    func requests(_ exchange: RecordedExchange) throws {
        let path = try #require(exchange.request).path
        let parts = path.split(separator: "/").compactMap { String($0).removingPercentEncoding }
        try RequestComparison.compare(
            exchange,
            MessagingEndpoints.signal(payload: Array(parts[6].utf8), channel: parts[4])
        )
    }
}
