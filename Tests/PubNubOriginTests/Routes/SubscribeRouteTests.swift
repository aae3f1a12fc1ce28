import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "Subscribe".
@Suite("Subscribe version 2")
struct SubscribeRouteTests {
    private let probe = OriginProbe()

    @Test("Responds immediately to the first request with the timetoken to start from")
    func start() {
        #expect(probe.get("/v2/subscribe/demo/a/0?tt=0").body == #"{"t":{"t":"14186550000000000","r":1},"m":[]}"#)
        #expect(probe.get("/v2/subscribe/demo/a,b/0").body == #"{"t":{"t":"14186550000000000","r":1},"m":[]}"#)
        #expect(probe.get("/v2/subscribe/demo/a/s_1?tt=0").body?.hasPrefix("s_1({") == true)
    }

    @Test("Holds the next request until a message for its channel arrives")
    func waits() {
        let poll = probe.get("/v2/subscribe/demo/a/0?tt=14186550000000000&tr=1")
        #expect(poll.all.isEmpty)
        probe.publish("1", to: "b")
        #expect(poll.all.isEmpty)
        probe.publish(#""hi""#, to: "a", "?uuid=u1&meta=%7B%22k%22%3A1%7D&seqn=7")
        #expect(
            poll.body == #"{"t":{"t":"14186550000000001","r":1},"m":[{"a":"4","f":0,"i":"u1","s":7,"#
                + #""p":{"t":"14186550000000001","r":1},"k":"demo","c":"a","u":{"k":1},"d":"hi"}]}"#
        )
        probe.publish("2", to: "a")
        #expect(poll.all.count == 1)
    }

    @Test("Envelopes contain the members that the publisher gave")
    func envelopeMembers() {
        let poll = probe.get("/v2/subscribe/demo/a,x/0?tt=1")
        probe.publish("1", to: "a", "?ortt=%7B%22t%22%3A14660946903655722%7D&custom_message_type=note&uuid=a%22b")
        #expect(
            poll.body == #"{"t":{"t":"14186550000000000","r":1},"m":[{"a":"4","f":0,"i":"a\"b","#
                + #""o":{"t":"14660946903655722"},"p":{"t":"14186550000000000","r":1},"k":"demo","c":"a","#
                + #""cmt":"note","d":1,"b":"a"}]}"#
        )
    }

    @Test func catchesUpFromAnyTimetokenInOrder() {
        for number in 0..<5 { probe.publish("\(number)", to: number.isMultiple(of: 2) ? "a" : "b") }
        let body = probe.get("/v2/subscribe/demo/b,a/0?tt=14186550000000001").body ?? ""
        #expect(body.hasPrefix(#"{"t":{"t":"14186550000000004","r":1},"m":["#))
        let positions = (2...4).compactMap { body.firstRange(of: "\"d\":\($0),")?.lowerBound }
        #expect(positions.count == 3 && positions == positions.sorted())
        #expect(!body.contains("\"d\":1,"))
    }

    @Test(
        "Without catchesUpFromHistory, a subscriber that is behind continues with the newest 100 messages of a channel, in pages of 100"
    )
    func pages() {
        var limits = OriginLimits()
        limits.catchesUpFromHistory = false
        let probe = OriginProbe(limits: limits)
        for number in 1...250 { probe.publish("\(number)", to: "a") }
        let first = probe.get("/v2/subscribe/demo/a/0?tt=1").body ?? ""
        #expect(first.hasPrefix(#"{"t":{"t":"14186550000000249","r":1}"#))
        #expect(first.contains("\"d\":151}") && !first.contains("\"d\":150}") && first.contains("\"d\":250}"))
        for number in 251...300 { probe.publish("\(number)", to: "b") }
        let second = probe.get("/v2/subscribe/demo/a,b/0?tt=1").body ?? ""
        #expect(second.hasPrefix(#"{"t":{"t":"14186550000000249","r":1}"#))
        let third = probe.get("/v2/subscribe/demo/a,b/0?tt=14186550000000249").body ?? ""
        #expect(third.hasPrefix(#"{"t":{"t":"14186550000000299","r":1}"#))
        #expect(third.contains("\"d\":251,") && third.contains("\"d\":300,"))
    }

    @Test("Responds after 280 s without a message, with an empty page and the same timetoken")
    func emptyAnswer() {
        let poll = probe.get("/v2/subscribe/demo/a/0?tt=14186549999999999")
        probe.advance(by: .seconds(279))
        #expect(poll.all.isEmpty)
        probe.advance(by: .seconds(1))
        #expect(poll.body == #"{"t":{"t":"14186549999999999","r":1},"m":[]}"#)
        #expect(probe.core.heldCount == 0)
    }

    @Test("Delivers only messages after the timetoken, also if it lies in the future")
    func aheadOfTime() {
        let poll = probe.get("/v2/subscribe/demo/a/0?tt=14186550000000001")
        probe.publish("1", to: "a")
        probe.publish("2", to: "a")
        #expect(poll.all.isEmpty)
        probe.publish("3", to: "a")
        #expect(poll.body?.contains("\"d\":3") == true)
    }

    @Test func aClientThatIsGoneIsForgotten() {
        let poll = probe.get("/v2/subscribe/demo/a/0?tt=1")
        #expect(probe.core.heldCount == 1)
        probe.abandon(poll)
        #expect(probe.core.heldCount == 0)
        probe.publish("1", to: "a")
        #expect(poll.all.isEmpty)
    }

    @Test("Accepts a timetoken as the object that some clients send")
    func tokenObject() {
        probe.publish("1", to: "a")
        let exchange = probe.get("/v2/subscribe/demo/a/0?t=%7B%22r%22%3A1%2C%22t%22%3A%2214186549999999999%22%7D")
        #expect(exchange.body?.contains("\"d\":1") == true)
        #expect(
            probe.get("/v2/subscribe/demo/a/0?t=%7B%22r%22%3A0%2C%22t%22%3A0%7D").body?.hasSuffix("\"m\":[]}") == true
        )
    }

    @Test(arguments: ["x", "-1", "1.5", "99999999999999999999999"])
    func refusesInvalidTimetokens(text: String) {
        #expect(probe.get("/v2/subscribe/demo/a/0?tt=\(text)").status == 400)
        #expect(probe.get("/subscribe/demo/a/0/\(text)").status == 400)
    }

    @Test("Keysets do not share messages")
    func keysets() {
        let poll = probe.get("/v2/subscribe/other/a/0?tt=1")
        probe.publish("1", to: "a")
        #expect(poll.all.isEmpty)
        #expect(probe.get("/v2/history/sub-key/other/channel/a").body == "[[],0,0]")
    }

    @Test("Decodes names; escaped and plain names are equal")
    func escapedNames() {
        let poll = probe.get("/v2/subscribe/demo/%C3%A9%20%2F%3F,b/0?tt=1")
        probe.publish("1", to: "%c3%a9%20%2f%3F")
        #expect(poll.body?.contains(#""c":"é /?","d":1,"b":"é /?""#) == true)
    }

    @Test func stoppingRespondsToAllHeldRequests() async {
        let polls = (0..<3).map { probe.get("/v2/subscribe/demo/c\($0)/0?tt=7") }
        await probe.core.stop()
        for poll in polls { #expect(poll.body == #"{"t":{"t":"7","r":1},"m":[]}"#) }
        #expect(probe.get("/time/0").all == [.close])
    }
}

/// Documentation/WireProtocol.md, "Subscribe".
@Suite("Groups and wildcards")
struct GroupAndWildcardTests {
    private let probe = OriginProbe()

    init() {
        probe.core.withState { state in
            state.groups.add(["a", "b"], to: "g", keyset: "demo")
            state.groups.add(["w.*"], to: "wild", keyset: "demo")
        }
    }

    private func matches(_ exchange: OriginProbe.Exchange) -> [String] {
        (exchange.body ?? "").split(separator: "\"c\":").dropFirst().map { part in
            let fields = part.split(separator: "\"", omittingEmptySubsequences: false)
            let matched = part.firstRange(of: "\"b\":\"").map { part[$0.upperBound...].prefix { $0 != "\"" } }
            return "\(fields[1])<\(matched ?? "")"
        }
    }

    @Test func aGroupBringsTheMessagesOfItsChannels() {
        let poll = probe.get("/v2/subscribe/demo/,/0?channel-group=g&tt=1")
        probe.publish("1", to: "c")
        #expect(poll.all.isEmpty)
        probe.publish("1", to: "b")
        #expect(matches(poll) == ["b<g"])
        #expect(matches(probe.get("/v2/subscribe/demo/,/0?channel-group=g&tt=1")) == ["b<g"])
    }

    @Test("Delivers a message twice if it matches a channel and a group, held or catching up")
    func twice() {
        let poll = probe.get("/v2/subscribe/demo/a/0?channel-group=g&tt=1")
        probe.publish("1", to: "a")
        #expect(matches(poll) == ["a<a", "a<g"])
        #expect(matches(probe.get("/v2/subscribe/demo/a/0?channel-group=g&tt=1")) == ["a<a", "a<g"])
    }

    @Test("Never splits the deliveries of one message over two pages")
    func twiceAcrossPages() {
        var limits = OriginLimits()
        limits.pageMessages = 3
        let probe = OriginProbe(limits: limits)
        probe.core.withState { $0.groups.add(["a"], to: "g", keyset: "demo") }
        for _ in 0..<4 { probe.publish("1", to: "a") }
        let first = probe.get("/v2/subscribe/demo/a/0?channel-group=g&tt=1")
        #expect(matches(first) == ["a<a", "a<g", "a<a", "a<g"])
        let second = probe.get("/v2/subscribe/demo/a/0?channel-group=g&tt=14186550000000001")
        #expect(matches(second) == ["a<a", "a<g", "a<a", "a<g"])
    }

    @Test func aGroupThatGrowsBringsTheNewChannel() {
        let poll = probe.get("/v2/subscribe/demo/,/0?channel-group=g&tt=1")
        probe.core.withState { $0.groups.add(["new"], to: "g", keyset: "demo") }
        probe.publish("1", to: "new")
        #expect(matches(poll) == ["new<g"])
    }

    @Test func aGroupWithoutChannelsIsRefused() {
        let exchange = probe.get("/subscribe/demo/%2C/0/0?channel-group=none,none-pnpres")
        #expect(exchange.status == 400)
        #expect(
            exchange.body == #"{"status":400,"service":"PubSub","error":true,"#
                + #""message":"Channel group or groups result in empty subscription set"}"#
        )
        #expect(probe.get("/v2/subscribe/demo/,/0?tt=0").status == 400)
        #expect(probe.get("/v2/subscribe/demo/a/0?tt=0&channel-group=none").status == 200)
        #expect(probe.get("/v2/subscribe/demo/,/0?tt=0&channel-group=none,g").status == 200)
    }

    @Test func aWildcardBringsAllBelowIt() {
        let poll = probe.get("/v2/subscribe/demo/x.*/0?tt=1")
        for channel in ["x", "xx.a", "y.x.a"] { probe.publish("1", to: channel) }
        #expect(poll.all.isEmpty)
        probe.publish("1", to: "x.a")
        #expect(matches(poll) == ["x.a<x.*"])
        probe.publish("1", to: "x.a.b")
        #expect(matches(probe.get("/v2/subscribe/demo/x.*/0?tt=1")) == ["x.a<x.*", "x.a.b<x.*"])
        #expect(matches(probe.get("/v2/subscribe/demo/x.a,x.*/0?tt=1")) == ["x.a<x.a", "x.a<x.*", "x.a.b<x.*"])
        #expect(matches(probe.get("/v2/subscribe/demo/x.%2A/0?tt=1")) == ["x.a<x.*", "x.a.b<x.*"])
    }

    @Test func aGroupMayHoldAWildcard() {
        let poll = probe.get("/v2/subscribe/demo/,/0?channel-group=wild&tt=1")
        probe.publish("1", to: "w.1")
        #expect(matches(poll) == ["w.1<wild"])
        #expect(matches(probe.get("/v2/subscribe/demo/,/0?channel-group=wild&tt=1")) == ["w.1<wild"])
    }

    @Test("Delivers presence through -pnpres names of a channel, a group and a pattern")
    func presence() {
        let polls = ["x.a-pnpres/0?tt=1", "x.*-pnpres/0?tt=1", ",/0?channel-group=g-pnpres&tt=1", "x.*/0?tt=1"]
            .map { probe.get("/v2/subscribe/demo/\($0)") }
        probe.get("/v2/presence/sub-key/demo/channel/x.a,b/heartbeat?uuid=u1")
        #expect(polls.prefix(3).map(matches) == [["x.a-pnpres<"], ["x.a-pnpres<x.*-pnpres"], ["b-pnpres<g-pnpres"]])
        #expect(polls[3].all.isEmpty)
    }

    @Test("A subscriber to a pattern is present under the pattern's own name")
    func presenceOfThePattern() {
        let poll = probe.get("/v2/subscribe/demo/x.*-pnpres/0?tt=1")
        probe.get("/v2/subscribe/demo/x.*/0?tt=0&uuid=u1")
        #expect(matches(poll) == ["x.*-pnpres<"])
    }
}
