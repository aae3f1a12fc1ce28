import Foundation
import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

/// State, channel groups, push and access manager, as ``RecordedRequestTests`` does.
@Suite("Recorded requests of the families")
struct RecordedFamilyRequestTests {
    @Test("Where-now", arguments: ExchangeLibrary.requests(of: .whereNow))
    func whereNow(_ exchange: RecordedExchange) throws {
        try RequestComparison.compare(exchange, StateEndpoints.whereNow(try part(6, of: exchange)))
    }

    @Test("State", arguments: ExchangeLibrary.requests(of: .state).filter { $0.isAboutOne })
    func state(_ exchange: RecordedExchange) throws {
        try RequestComparison.compare(
            exchange,
            StateEndpoints.state(of: try part(8, of: exchange), on: try target(of: exchange))
        )
    }

    @Test(
        "State update",
        arguments: ExchangeLibrary.requests(of: .stateUpdate).filter { $0.isAboutOne && $0.hasState }
    )
    func stateUpdate(_ exchange: RecordedExchange) throws {
        let text = exchange.request?.query["state"].map { text in
            let plain = text.hasPrefix("%") ? text.removingPercentEncoding ?? text : text
            return plain.replacing("+", with: " ")
        }
        let state = try JSON(parsing: try #require(text))
        let call = StateEndpoints.update(state, of: try part(8, of: exchange), on: try target(of: exchange))
        let built = try RequestComparison.builder.build(call, id: RequestID(rawValue: 1))
        let url = try #require(URLComponents(string: built.url))
        let sent = url.queryItems?.first { $0.name == "state" }?.value
        #expect(try JSON(parsing: try #require(sent)) == state)
        #expect(url.path.hasSuffix("/data"))
    }

    @Test(
        "Channel groups",
        arguments: [.groups, .namespaces, .groupChannels, .registryChange].flatMap(ExchangeLibrary.requests)
    )
    func registry(_ exchange: RecordedExchange) throws {
        let parts = try #require(exchange.request).path.split(separator: "/").dropFirst(4)
            .map { String($0).removingPercentEncoding ?? "" }
        let namespace = parts.first == "namespace" && parts.count > 1 ? parts[1] : nil
        let group = parts.firstIndex(of: "channel-group").map { $0 + 1 }.flatMap { $0 < parts.count ? parts[$0] : nil }
        let address = GroupAddress(name: group ?? "", namespace: namespace)
        switch (exchange.operation, parts.last, exchange.request?.query) {
        case (.groups, _, _):
            try RequestComparison.compare(exchange, ChannelRegistryEndpoints.groups(namespace: namespace))
        case (.namespaces, _, _): try RequestComparison.compare(exchange, ChannelRegistryEndpoints.namespaces())
        case (.groupChannels, _, _):
            try RequestComparison.compare(exchange, ChannelRegistryEndpoints.channels(of: address))
        case (_, "remove", _) where group == nil:
            try RequestComparison.compare(exchange, ChannelRegistryEndpoints.removeNamespace(try #require(namespace)))
        case (_, "remove", _): try RequestComparison.compare(exchange, ChannelRegistryEndpoints.removeGroup(address))
        case (_, _, let query?):
            let added = query["add"].map { ChannelRegistryEndpoints.add(names($0), to: address) }
            let removed = query["remove"].map { ChannelRegistryEndpoints.remove(names($0), from: address) }
            try RequestComparison.compare(exchange, try #require(added ?? removed))
        default: Issue.record("an unknown request: \(exchange.id)")
        }
    }

    @Test(
        "Push",
        arguments: [.pushChannels, .pushChange].flatMap(ExchangeLibrary.requests).filter { $0.hasToken }
    )
    func push(_ exchange: RecordedExchange) throws {
        let device = RegisteredDevice(token: bytes(try part(6, of: exchange)))
        let query = try #require(exchange.request?.query)
        switch (exchange.operation, query["add"], query["remove"]) {
        case (.pushChannels, _, _): try RequestComparison.compare(exchange, PushEndpoints.channels(of: device))
        case (_, let added?, _): try RequestComparison.compare(exchange, PushEndpoints.add(names(added), on: device))
        case (_, _, let removed?):
            try RequestComparison.compare(exchange, PushEndpoints.remove(names(removed), from: device))
        default: try RequestComparison.compare(exchange, PushEndpoints.removeAll(from: device))
        }
    }

    @Test("Audit", arguments: ExchangeLibrary.requests(of: .audit))
    func audit(_ exchange: RecordedExchange) throws {
        try RequestComparison.compare(
            exchange,
            AccessManagerEndpoints.audit(subjects(of: exchange), of: keys(of: exchange), timestamp: 1)
        )
    }

    @Test("Grant", arguments: ExchangeLibrary.requests(of: .grant))
    func grant(_ exchange: RecordedExchange) throws {
        let query = try #require(exchange.request?.query)
        let rights = [("r", PNAccessRights.readAccessRight), ("w", .writeAccessRight), ("m", .managementRight)]
            .filter { query[$0.0] == "1" }.reduce(into: PNAccessRights()) { $0.insert($1.1) }
        let call = AccessManagerEndpoints.grant(
            rights,
            on: subjects(of: exchange),
            to: keys(of: exchange),
            minutes: query["ttl"].flatMap { UInt($0) } ?? 1440,
            timestamp: 1
        )
        try RequestComparison.compare(exchange, call)
    }

    private func part(_ index: Int, of exchange: RecordedExchange) throws -> String {
        let parts = try #require(exchange.request).path.split(separator: "/", omittingEmptySubsequences: false)
        return try #require(parts.count > index ? String(parts[index]).removingPercentEncoding : nil)
    }

    private func target(of exchange: RecordedExchange) throws -> SubscriptionTarget {
        let group = exchange.groups.first
        return SubscriptionTarget(name: try #require(group ?? exchange.channels.first), isGroup: group != nil)
    }

    private func names(_ list: String) -> NameList {
        NameList(list.split(separator: ",").map(String.init))
    }

    private func bytes(_ digits: String) -> [UInt8] {
        stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
            UInt8(digits.dropFirst(index).prefix(2), radix: 16)
        }
    }

    private func keys(of exchange: RecordedExchange) -> [String] {
        exchange.request?.query["auth"]?.split(separator: ",").map(String.init) ?? []
    }

    /// The requested objects: this project never sends channels and groups in one request; here the channels count.
    private func subjects(of exchange: RecordedExchange) -> AccessManagerEndpoints.Subjects {
        if let names = exchange.request?.query["channel"] { return .channels(names.components(separatedBy: ",")) }
        return exchange.groups.isEmpty ? .application : .groups(exchange.groups)
    }
}

extension RecordedExchange {
    /// Whether its device is named by the digits of a token, as in every call of 3.x.
    fileprivate var hasToken: Bool {
        let parts = request?.path.split(separator: "/").dropFirst(5) ?? []
        return parts.first.map { $0.count % 2 == 0 && $0.allSatisfy(\.isHexDigit) } ?? false
    }

    /// Whether the sent state was recorded as well.
    fileprivate var hasState: Bool { request?.query["state"] != nil }

    /// Whether it concerns one channel or one group, as every call of 3.x does.
    fileprivate var isAboutOne: Bool { channels.count + groups.count == 1 }
}
