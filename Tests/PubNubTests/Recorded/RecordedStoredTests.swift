import Foundation
import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

/// Stored messages of several channels with two decoders.
@Suite("Recorded stored messages")
struct RecordedStoredTests {
    static let exchanges = ExchangeLibrary.exchanges(of: .other).filter { exchange in
        guard let request = exchange.request, request.method == "GET", request.path.hasPrefix("/v3/history") else {
            return false
        }
        return request.path.contains("/channel/")
    }

    @Test("Uses every exchange", .enabled(if: ExchangeLibrary.recordedCount != nil))
    func count() {
        #expect(Self.exchanges.count >= 12)
    }

    @Test("Responses", arguments: exchanges)
    func answers(_ exchange: RecordedExchange) throws {
        let ours = try? HistoryEndpoints.stored(on: [], StoredPage.Query()).decode(exchange.response).get()
        let plain = (Reference.json(exchange.body) as? [String: Any])?["channels"] as? [String: [[String: Any]]]
        guard exchange.response.status == 200, let plain else {
            #expect(ours == nil)
            return
        }
        let page = try #require(ours)
        #expect(Set(page.channels.keys.map(\.text)) == Set(plain.keys.map { $0.removingPercentEncoding ?? $0 }))
        for (name, items) in plain {
            let read = page.channels[NameKey(name.removingPercentEncoding ?? name)] ?? []
            #expect(read.map { "\($0.timetoken)" } == items.map { $0["timetoken"] as? String ?? "?" })
            #expect(read.map(\.publisher) == items.map { $0["uuid"] as? String })
            let counts = items.map { item in
                ((item["actions"] as? [String: [String: [Any]]]) ?? [:]).values.flatMap(\.values).flatMap { $0 }.count
            }
            #expect(read.map(\.actions.count) == counts)
        }
    }
}
