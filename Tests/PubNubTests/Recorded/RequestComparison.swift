import Foundation
import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

/// Compares a request of this project with a recorded one.
enum RequestComparison {
    static let builder = RequestBuilder(
        RequestSettings(
            origin: "ps.pndsn.com",
            publishKey: "demo",
            subscribeKey: "demo",
            identifier: "u"
        )
    )

    /// Expects that the request for `call` has the resource of the one in `exchange`.
    static func compare<Value>(_ exchange: RecordedExchange, _ call: Call<Value>) throws {
        let recorded = try #require(exchange.request)
        let built = try builder.build(call, id: RequestID(rawValue: 1))
        #expect(built.verb.rawValue == recorded.method)
        let url = try #require(URLComponents(string: built.url))
        #expect(url.path == expectedPath(of: exchange, recorded.path))
        for item in url.queryItems ?? [] where Self.comparable.contains(item.name) {
            guard let theirs = recorded.query[item.name] else { continue }
            #expect(item.value == theirs || json(item.value) == json(theirs))
        }
    }

    private static let comparable: Set<String> = [
        "channel-group", "start", "end", "count", "tt", "tr", "heartbeat", "state", "meta", "store",
        "disable_uuids", "filter-expr", "add", "remove", "channel", "r", "w", "m", "ttl",
    ]

    private static func json(_ text: String?) -> JSON? {
        // Some clients wrote spaces as plus signs, which the recordings contain.
        text.map { $0.replacing("+", with: " ") }.flatMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8), options: .fragmentsAllowed)
        }
        .map(Reference.value)
    }

    /// The recorded path, unescaped, in its current form.
    private static func expectedPath(of exchange: RecordedExchange, _ path: String) -> String {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        switch exchange.operation {
        case .time: parts[2] = "0"
        case .publish:
            parts[4] = "0"
            parts[6] = "0"
        case .subscribeV1: parts[4] = "0"
        case .subscribeV2:
            // One early client also wrote the time into the path.
            parts = Array(parts.prefix(6))
            parts[5] = "0"
        case .leave, .heartbeat:
            parts[3] = "sub-key"
            let plain = exchange.channels.filter { !$0.hasSuffix("-pnpres") }
            parts[6] = plain.isEmpty ? "," : plain.joined(separator: ",")
        case .hereNow, .whereNow, .state, .stateUpdate: parts[3] = "sub-key"
        case .pushChannels, .pushChange:
            // The newer form names the same device at another position.
            parts[1] = "v1"
            parts[5] = "devices"
        case .grant, .audit: parts[1] = "v1"
        case .history, .groups, .namespaces, .groupChannels, .registryChange, .other: break
        }
        return parts.map { $0.removingPercentEncoding ?? "" }.joined(separator: "/")
    }
}
