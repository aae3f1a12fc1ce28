import Foundation
import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

/// State, channel groups, push and access manager with two decoders, as ``RecordedReplyTests`` does.
@Suite("Recorded responses of the families, with two decoders")
struct RecordedFamilyTests {
    @Test("Where-now", arguments: ExchangeLibrary.exchanges(of: .whereNow))
    func whereNow(_ exchange: RecordedExchange) {
        let ours = StateEndpoints.whereNow("any").decode(exchange.response)
        #expect(
            Outcome(ours) { $0 } == Outcome(exchange) { Reference.texts(Reference.content($0)?["channels"]) }
        )
    }

    @Test("State", arguments: ExchangeLibrary.exchanges(of: .state))
    func state(_ exchange: RecordedExchange) {
        let only = exchange.groups.isEmpty && exchange.channels.count == 1 ? exchange.channels.first : nil
        let target = SubscriptionTarget(name: only ?? "any", isGroup: only == nil)
        let ours = StateEndpoints.state(of: "any", on: target).decode(exchange.response)
        #expect(
            Outcome(ours) { $0.mapValues(Reference.coarse) } == Outcome(exchange) { Reference.states($0, of: only) }
        )
    }

    @Test("State update", arguments: ExchangeLibrary.exchanges(of: .stateUpdate))
    func stateUpdate(_ exchange: RecordedExchange) {
        let call = StateEndpoints.update([:], of: "any", on: SubscriptionTarget(name: "any", isGroup: false))
        #expect(
            Outcome(call.decode(exchange.response), Reference.coarse)
                == Outcome(exchange) { Reference.content($0).map(Reference.value) }
        )
    }

    @Test("Groups", arguments: ExchangeLibrary.exchanges(of: .groups))
    func groups(_ exchange: RecordedExchange) {
        let ours = ChannelRegistryEndpoints.groups(namespace: nil).decode(exchange.response)
        #expect(Outcome(ours) { $0 } == Outcome(exchange, Reference.groups))
    }

    @Test("Namespaces", arguments: ExchangeLibrary.exchanges(of: .namespaces))
    func namespaces(_ exchange: RecordedExchange) {
        let ours = ChannelRegistryEndpoints.namespaces().decode(exchange.response)
        #expect(
            Outcome(ours) { $0 } == Outcome(exchange) { Reference.texts(Reference.content($0)?["namespaces"]) }
        )
    }

    @Test("Channels of a group", arguments: ExchangeLibrary.exchanges(of: .groupChannels))
    func groupChannels(_ exchange: RecordedExchange) {
        let ours = ChannelRegistryEndpoints.channels(of: GroupAddress(name: "any")).decode(exchange.response)
        #expect(
            Outcome(ours) { $0 } == Outcome(exchange) { Reference.texts(Reference.content($0)?["channels"]) }
        )
    }

    @Test("Changes of groups", arguments: ExchangeLibrary.exchanges(of: .registryChange))
    func registryChange(_ exchange: RecordedExchange) {
        let group = GroupAddress(name: "any")
        for call in [
            ChannelRegistryEndpoints.add(["any"], to: group), ChannelRegistryEndpoints.remove(["any"], from: group),
            ChannelRegistryEndpoints.removeGroup(group), ChannelRegistryEndpoints.removeNamespace("any"),
        ] {
            #expect(
                Outcome(call.decode(exchange.response)) { true }
                    == Outcome(exchange) { Reference.content($0) == nil ? nil : true }
            )
        }
    }

    @Test("Channels of a device", arguments: ExchangeLibrary.exchanges(of: .pushChannels))
    func pushChannels(_ exchange: RecordedExchange) {
        let ours = PushEndpoints.channels(of: .init(token: [1])).decode(exchange.response)
        #expect(Outcome(ours) { $0 } == Outcome(exchange, Reference.texts))
    }

    @Test("Changes of a device", arguments: ExchangeLibrary.exchanges(of: .pushChange))
    func pushChange(_ exchange: RecordedExchange) {
        let device = RegisteredDevice(token: [1])
        for call in [
            PushEndpoints.add(["any"], on: device), PushEndpoints.remove(["any"], from: device),
            PushEndpoints.removeAll(from: device),
        ] {
            #expect(
                Outcome(call.decode(exchange.response)) { true } == Outcome(exchange, Reference.acknowledged)
            )
        }
    }

    @Test(
        "Access rights",
        arguments: ExchangeLibrary.exchanges(of: .grant) + ExchangeLibrary.exchanges(of: .audit)
    )
    func rights(_ exchange: RecordedExchange) {
        let query = exchange.request?.query ?? [:]
        func names(_ item: String) -> [String] { query[item]?.split(separator: ",").map(String.init) ?? [] }
        let subjects = AccessManagerEndpoints.Subjects.channels(names("channel") + names("channel-group"))
        let asked = Set(subjects.names + names("auth"))
        let grant = AccessManagerEndpoints.grant([], on: subjects, to: names("auth"), minutes: 0, timestamp: 0)
        let audit = AccessManagerEndpoints.audit(subjects, of: names("auth"), timestamp: 0)
        for call in [grant, audit] {
            #expect(
                Outcome(call.decode(exchange.response)) { Reference.rights($0) }
                    == Outcome(exchange) { Reference.rights($0, asked: asked) }
            )
        }
    }
}
