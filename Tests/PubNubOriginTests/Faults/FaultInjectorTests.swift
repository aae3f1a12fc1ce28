import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite("Fault plans: by rule and count, the same in each run")
struct FaultInjectorTests {
    private func strikes(_ rule: FaultRule, _ requests: [(FaultFamily?, [String])]) -> [Bool] {
        var injector = FaultInjector(FaultPlan(rules: [rule]))
        return requests.map { injector.requestArrived(family: $0.0, names: $0.1) != nil }
    }

    @Test(arguments: [
        (FaultRule.Occurrence.always, [true, true, true, true]),
        (.nth(2), [false, true, false, false]),
        (.first(2), [true, true, false, false]),
        (.first(0), [false, false, false, false]),
        (.every(2), [false, true, false, true]),
        (.every(0), [false, false, false, false]),
    ])
    func occurrences(occurrence: FaultRule.Occurrence, expected: [Bool]) {
        let requests = Array(repeating: (FaultFamily?.some(.time), [String]()), count: 4)
        #expect(strikes(FaultRule(.drop, occurrence: occurrence), requests) == expected)
    }

    @Test func onlyMatchingRequestsCount() {
        let requests: [(FaultFamily?, [String])] = [
            (.time, []), (.publish, ["a"]), (.publish, ["b"]), (nil, []), (.publish, ["b", "a"]),
        ]
        #expect(strikes(FaultRule(.drop, family: .publish), requests) == [false, true, true, false, true])
        #expect(strikes(FaultRule(.drop, channel: "a"), requests) == [false, true, false, false, true])
        #expect(
            strikes(FaultRule(.drop, channel: "a", occurrence: .nth(2)), requests) == [
                false, false, false, false, true,
            ]
        )
        #expect(strikes(FaultRule(.drop), requests) == [true, true, true, true, true])
    }

    @Test("Every rule counts every request that it matches; the first rule that applies decides")
    func order() {
        var injector = FaultInjector(
            FaultPlan(rules: [FaultRule(.reset, occurrence: .nth(1)), FaultRule(.drop, occurrence: .first(2))])
        )
        #expect(injector.requestArrived(family: .time, names: []) == .reset)
        #expect(injector.requestArrived(family: .time, names: []) == .drop)
        #expect(injector.requestArrived(family: .time, names: []) == nil)
    }

    @Test func connectionsAreRefusedByCount() {
        var injector = FaultInjector(FaultPlan(refusedConnections: 2))
        #expect((0..<3).map { _ in injector.connectionArrived() } == [true, true, false])
        #expect(injector.remaining == FaultPlan())
    }
}

@Suite("Faults and their effect on the request")
struct FaultedRequestTests {
    private func probe(_ action: FaultAction) -> OriginProbe {
        OriginProbe(faults: FaultPlan(rules: [FaultRule(action, family: .publish, occurrence: .nth(1))]))
    }

    private func isPublished(_ probe: OriginProbe) -> Bool {
        probe.get("/v2/history/sub-key/demo/channel/a").body != "[[],0,0]"
    }

    @Test(arguments: [
        (FaultAction.drop, OriginReply.close, false), (.reset, .reset, false), (.dropResponse, .close, true),
    ])
    func withoutResponse(action: FaultAction, reply: OriginReply, isServed: Bool) {
        let probe = probe(action)
        #expect(probe.publish("1", to: "a").all == [reply])
        #expect(isPublished(probe) == isServed)
        #expect(probe.publish("1", to: "a").status == 200)
    }

    @Test func status() {
        let probe = probe(.status(503, body: "busy"))
        let exchange = probe.publish("1", to: "a")
        #expect(exchange.status == 503)
        #expect(exchange.body == "busy")
        #expect(!isPublished(probe))
        #expect(self.probe(.status(500)).publish("1", to: "a").body?.contains("\"status\":500") == true)
    }

    @Test(arguments: [
        (FaultAction.truncate(bytes: 3), OriginReply.Manner.truncated(bytes: 3)),
        (.wrongEncoding, .wronglyEncoded),
        (.slow(bytes: 2, every: .milliseconds(5)), .slow(bytes: 2, every: .milliseconds(5))),
    ])
    func manners(action: FaultAction, manner: OriginReply.Manner) {
        let probe = probe(action)
        let response = OriginResponse(text: #"[1,"Sent","14186550000000000"]"#)
        #expect(probe.publish("1", to: "a").all == [.response(response, manner: manner)])
        #expect(isPublished(probe))
    }

    @Test("A rule can match a channel group, and a long poll")
    func groups() {
        let rule = FaultRule(.drop, family: .subscribe, channel: "g", occurrence: .always)
        let probe = OriginProbe(faults: FaultPlan(rules: [rule]))
        #expect(probe.get("/v2/subscribe/demo/a/0?tt=1&channel-group=g").all == [.close])
        #expect(probe.get("/v2/subscribe/demo/a/0?tt=1").all.isEmpty)
    }

    @Test("Faults can be replaced at any time, and their counts restart")
    func replaced() {
        let probe = probe(.drop)
        probe.core.faults = FaultPlan()
        #expect(probe.publish("1", to: "a").status == 200)
        probe.core.faults = FaultPlan(rules: [FaultRule(.drop, occurrence: .nth(1))])
        #expect(probe.get("/time/0").all == [.close])
        #expect(probe.get("/time/0").status == 200)
    }
}
