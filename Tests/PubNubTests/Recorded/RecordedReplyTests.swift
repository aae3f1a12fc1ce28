import Foundation
import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

/// For every available response, including those of the real service, the project's decoders and a plain reading of
/// Documentation/WireProtocol.md give the same result.
@Suite("Responses, with two decoders")
struct RecordedReplyTests {
    @Test("Responses of every operation exist")
    func replies() {
        for operation in RecordedOperation.known + [.other] {
            #expect(!ExchangeLibrary.exchanges(of: operation).isEmpty)
        }
        if let count = ExchangeLibrary.recordedCount { #expect(count > 0) }
    }

    @Test("Time", arguments: ExchangeLibrary.exchanges(of: .time))
    func time(_ exchange: RecordedExchange) {
        let ours = Outcome(TimeEndpoints.time().decode(exchange.response), \.rawValue)
        #expect(ours == Outcome(exchange) { Reference.timetoken(($0 as? [Any])?.first) })
    }

    @Test("Publish", arguments: ExchangeLibrary.exchanges(of: .publish))
    func publish(_ exchange: RecordedExchange) {
        let call = MessagingEndpoints.publish(payload: [], channel: "any")
        #expect(
            Outcome(call.decode(exchange.response), \.rawValue)
                == Outcome(exchange) { json in
                    guard let array = json as? [Any], array.count == 3, array[0] as? Int != 0 else { return nil }
                    return Reference.timetoken(array[2])
                }
        )
    }

    @Test("Subscribe, version 1", arguments: ExchangeLibrary.exchanges(of: .subscribeV1))
    func subscribeV1(_ exchange: RecordedExchange) {
        subscribe(exchange, version: .v1)
    }

    @Test("Subscribe, version 2", arguments: ExchangeLibrary.exchanges(of: .subscribeV2))
    func subscribeV2(_ exchange: RecordedExchange) {
        subscribe(exchange, version: .v2)
    }

    private func subscribe(_ exchange: RecordedExchange, version: SubscribeVersion) {
        let call = SubscribeEndpoints.subscribe(
            channels: NameList(exchange.channels),
            groups: NameList(exchange.groups),
            version: version
        )
        let only = Set(exchange.channels).count == 1 && exchange.groups.isEmpty ? exchange.channels[0] : nil
        #expect(
            Outcome(call.decode(exchange.response), Reference.Page.init)
                == Outcome(exchange) { Reference.page($0, only: only) }
        )
    }

    @Test("Leave", arguments: ExchangeLibrary.exchanges(of: .leave))
    func leave(_ exchange: RecordedExchange) {
        let call = PresenceEndpoints.leave(channels: ["any"])
        #expect(
            Outcome(call.decode(exchange.response)) { true }
                == Outcome(exchange) { $0 is [String: Any] ? true : nil }
        )
    }

    @Test("Heartbeat", arguments: ExchangeLibrary.exchanges(of: .heartbeat))
    func heartbeat(_ exchange: RecordedExchange) {
        let call = PresenceEndpoints.heartbeat(channels: ["any"])
        #expect(Outcome(call.decode(exchange.response)) { true } == Outcome(exchange) { _ in true })
    }

    @Test("History", arguments: ExchangeLibrary.exchanges(of: .history))
    func history(_ exchange: RecordedExchange) {
        let asked = exchange.request?.query["include_token"]
        let tokens = asked == "true" || asked == "1"
        let call = HistoryEndpoints.page(channel: "any", includeToken: tokens)
        #expect(
            Outcome(call.decode(exchange.response), Reference.History.init)
                == Outcome(exchange) { Reference.history($0, tokens: tokens) }
        )
    }

    @Test("Here-now", arguments: ExchangeLibrary.exchanges(of: .hereNow))
    func hereNow(_ exchange: RecordedExchange) {
        let call = PresenceEndpoints.hereNow(
            channels: NameList(exchange.channels),
            groups: NameList(exchange.groups)
        )
        #expect(
            Outcome(call.decode(exchange.response)) { $0.channels.mapValues(Reference.Presence.init) }
                == Outcome(exchange) {
                    Reference.hereNow($0, channels: exchange.channels, groups: exchange.groups)
                }
        )
    }

    @Test("Envelopes and errors of all other operations", arguments: ExchangeLibrary.exchanges(of: .other))
    func other(_ exchange: RecordedExchange) {
        let ours = ResponseReader.decode(exchange.response) { $0 }
        #expect(
            Outcome(ours, Reference.coarse)
                == Outcome(exchange) { json in
                    guard var members = json as? [String: Any] else { return Reference.value(json) }
                    if let payload = members["payload"] { return Reference.value(payload) }
                    for name in ["service", "status", "error", "message", "warning"] { members[name] = nil }
                    return Reference.value(members)
                }
        )
    }
}
