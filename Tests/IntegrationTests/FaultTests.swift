import Foundation
import PubNub
import PubNubCore
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("After a fault, the client recovers or reports an error, and valid data is delivered")
struct FaultTests {
    @Test(
        "Recovers from a failed long poll without an event, and loses or repeats no message",
        arguments: [
            FaultAction.drop, .dropResponse, .truncate(bytes: 20), .reset, .status(500),
            .status(503, body: "<html>busy"),
            .status(200, body: "{\"t\":{\"t\":\"1"), .status(200, body: "<html>maintenance</html>"),
            .status(200, body: ""), .slow(bytes: 7, every: .milliseconds(1)), .delay(.milliseconds(50)),
        ],
        [PNSubscribeVersion.v1, .v2]
    )
    func mendedPoll(fault: FaultAction, version: PNSubscribeVersion) async throws {
        try await withOrigin { server, address in
            let client = try await IntegrationClient.connected(address) { $0.subscribeVersion = version }
            let sender = try await IntegrationClient.connected(address)
            try await client.subscribe("steady")
            server.faults = FaultPlan(rules: [FaultRule(fault, family: .subscribe, occurrence: .nth(1))])
            for number in 0..<5 {
                try await sender.publish(number, to: "steady")
                #expect(try await client.message().message as? Int == number)
            }
            #expect(
                client.events.all.map(\.word).filter { $0 != "message" } == [
                    "willConnect", "didConnect", "didSubscribe",
                ]
            )
        }
    }

    @Test("A long poll with invalid encoding is error 142 once, and polling continues")
    func wronglyEncodedPoll() async throws {
        try await withOrigin { server, address in
            let client = try await IntegrationClient.connected(address)
            try await client.subscribe("steady")
            server.faults = FaultPlan(rules: [FaultRule(.wrongEncoding, family: .subscribe, occurrence: .nth(1))])
            for number in 0..<3 {
                try await client.publish(number, to: "steady")
                #expect(try await client.message().message as? Int == number)
            }
            #expect(client.events.all.compactMap(\.subscribingError?.code) == [142])
        }
    }

    @Test(
        "Repeats a repeatable call up to three times",
        arguments: [FaultAction.drop, .reset, .truncate(bytes: 3), .status(500), .status(200, body: "[")]
    )
    func repeatedCall(fault: FaultAction) async throws {
        try await withOrigin { server, address in
            let client = try await IntegrationClient.connected(address)
            try await client.publish("kept", to: "log")
            server.faults = FaultPlan(rules: [FaultRule(fault, family: .history, occurrence: .first(3))])
            #expect(try await client.history("log").first?.message as? String == "kept")
        }
    }

    @Test(
        "A call that fails every time ends with the documented error; other calls succeed",
        arguments: [
            (FaultAction.drop, 105), (.reset, 105), (.truncate(bytes: 3), 105), (.status(500), -1),
            (.status(402, body: "{}"), 123),
            (.status(403, body: "{}"), 122), (.status(429, body: "{}"), 141), (.status(200, body: "<html>"), 143),
            (.status(200, body: "{"), 143),
            (.status(200, body: ""), 143), (.wrongEncoding, 142),
        ]
    )
    func failingCall(fault: FaultAction, code: Int) async throws {
        try await withOrigin { server, address in
            let client = try await IntegrationClient.connected(address)
            try await client.subscribe("steady")
            server.faults = FaultPlan(rules: [FaultRule(fault, family: .history)])
            async let failing: Void = expectFailure(code) { try await client.history("log") }
            try await client.publish("beside it", to: "steady")
            #expect(try await client.message().message as? String == "beside it")
            await failing
            #expect(try await client.time() > 0)
            #expect(client.pubnub.isConnected())
        }
    }

    @Test("README nonSubscriptionRequestTimeout: a response that takes too long is error 110")
    func timeout() async throws {
        try await withOrigin { server, address in
            let client = try await IntegrationClient.connected(address) { $0.nonSubscriptionRequestTimeout = 0.2 }
            let sender = try await IntegrationClient.connected(address)
            try await client.subscribe("steady")
            server.faults = FaultPlan(rules: [FaultRule(.delay(.seconds(30)), family: .history)])
            async let late: Void = expectFailure(110) { try await client.history("log") }
            try await sender.publish("beside it", to: "steady")
            #expect(try await client.message().message as? String == "beside it")
            await late
            #expect(client.pubnub.isConnected())
        }
    }

    @Test("Connects again if the server closes the connection immediately")
    func refusedConnections() async throws {
        try await withOrigin { server, address in
            server.faults = FaultPlan(refusedConnections: 1)
            // With a transport of its own, which no connection of another test shares.
            let client = IntegrationClient(address, transport: CurlTransport())
            client.pubnub.connect()
            _ = try await client.events.next("didConnect", \.origin)
            #expect(server.faults.refusedConnections == 0)
            try await client.subscribe("steady")
            try await client.publish("there", to: "steady")
            #expect(try await client.message().message as? String == "there")
        }
    }

    @Test(
        "A change of the list survives a failed first request",
        arguments: [FaultAction.drop, .status(500), .truncate(bytes: 4)]
    )
    func mendedJoin(fault: FaultAction) async throws {
        try await withOrigin { server, address in
            let client = try await IntegrationClient.connected(address)
            server.faults = FaultPlan(rules: [FaultRule(fault, family: .subscribe, occurrence: .first(2))])
            try await client.subscribe("steady")
            try await client.publish("there", to: "steady")
            #expect(try await client.message().message as? String == "there")
        }
    }

    @Test("Reports a refused subscription with its objects; earlier subscriptions continue")
    func refusedJoin() async throws {
        try await withOrigin { server, address in
            let client = try await IntegrationClient.connected(address)
            try await client.subscribe("steady")
            let body =
                #"{"status":403,"service":"Access Manager","error":true,"message":"Forbidden","payload":{"channels":["closed"]}}"#
            server.faults = FaultPlan(rules: [
                FaultRule(.status(403, body: body), family: .subscribe, channel: "closed")
            ])
            await expectFailure(122) { try await client.subscribe("closed") }
            let error = try await client.events.next("failure", \.subscribingError)
            #expect((error.associatedObject as? [any PNChannelProtocol])?.map(\.name) == ["closed"])
            #expect(client.pubnub.subscribedObjectsList().map(\.name) == ["steady"])
            try await client.publish("still here", to: "steady")
            #expect(try await client.message().message as? String == "still here")
        }
    }

    @Test("Five megabytes instead of a few bytes are an error without other effects")
    func tooMuch() async throws {
        try await withOrigin { server, address in
            let client = try await IntegrationClient.connected(address)
            try await client.subscribe("steady")
            let body = "<html>" + String(repeating: "padding ", count: 5 * 1024 * 1024 / 8)
            server.faults = FaultPlan(rules: [
                FaultRule(.status(200, body: body), family: .publish, channel: "flooded"),
                FaultRule(.status(200, body: body), family: .subscribe, occurrence: .nth(1)),
            ])
            await expectFailure(143) { try await client.publish("lost", to: "flooded") }
            for number in 0..<2 {
                try await client.publish(number, to: "steady")
                #expect(try await client.message().message as? Int == number)
            }
        }
    }
}
