import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "App Context".
@Suite("Events of App Context")
struct ObjectEventTests {
    private let objects = ObjectsProbe()
    private static let now = "2014-12-15T14:50:00Z"

    /// Polls channels for messages that are published from now on.
    private func listen(_ channels: String) -> OriginProbe.Exchange {
        let latest = objects.probe.core.withState { $0.clock.now(date: objects.probe.clock.date) }
        return objects.probe.get("/v2/subscribe/demo/\(channels)/0?tt=\(latest)&uuid=listener")
    }

    private func envelopes(_ exchange: OriginProbe.Exchange) throws -> [JSON] {
        try JSON(parsing: try #require(exchange.body))["m"]?.array ?? []
    }

    @Test func aChangeOfAUserIsPublishedWhereItIsAMember() throws {
        try objects.patch("/uuids/u", #"{"name":"U","email":"u@example.com"}"#)
        try objects.patch("/uuids/u/channels", #"{"set":[{"channel":{"id":"b"}},{"channel":{"id":"a"}}]}"#)
        let held = listen("a,b,c,u,other")
        let body = #"{"name":"U","email":null,"custom":{"z":1,"a":2}}"#
        let changed = try #require(try objects.patch("/uuids/u", body)["data"])
        let tag = try #require(changed["eTag"]?.string)
        let updated = try #require(changed["updated"]?.string)
        let envelopes = try envelopes(held)
        #expect(envelopes.map { $0["c"] } == ["u", "a", "b"])
        #expect(Set(envelopes.map { $0["p"]?["t"] }).count == 3, "each has a timetoken of its own")
        let data = #"{"custom":{"a":2,"z":1},"eTag":"\#(tag)","email":null,"id":"u","updated":"\#(updated)"}"#
        let text = try #require(held.body)
        #expect(text.contains(#""d":{"source":"objects","version":"2.0","event":"set","type":"uuid","data":\#(data)}"#))
        for envelope in envelopes {
            #expect(Set(envelope.object?.keys.map { $0 } ?? []) == ["a", "f", "e", "p", "k", "c", "b", "d"])
            #expect(envelope["e"] == 2)
        }
    }

    @Test func onlyEffectiveChangesArePublished() throws {
        try objects.patch("/uuids/u", #"{"name":"U"}"#)
        try objects.patch("/channels/c", "{}")
        try objects.patch("/uuids/u/channels", #"{"set":[{"channel":{"id":"c"}}]}"#)
        let held = listen("u,c")
        try objects.patch("/uuids/u", #"{"name":"U","email":null}"#)
        try objects.patch("/channels/c", "{}")
        try objects.patch("/channels/c/uuids", #"{"set":[{"uuid":{"id":"u"}}],"delete":[{"uuid":{"id":"x"}}]}"#)
        try objects.delete("/uuids/x")
        #expect(held.all.isEmpty)
    }

    @Test func aChannelIsPublishedOnItself() throws {
        let set = listen("c")
        let tag = try #require(try objects.patch("/channels/c", #"{"description":"d"}"#)["data"]?["eTag"]?.string)
        let message = try #require(try envelopes(set).first)
        #expect(
            message["d"] == [
                "source": "objects", "version": "2.0", "event": "set", "type": "channel",
                "data": ["description": "d", "eTag": .string(tag), "id": "c", "updated": .string(Self.now)],
            ]
        )
        let removal = listen("c")
        try objects.delete("/channels/c")
        #expect(try envelopes(removal).map { $0["d"]?["event"] } == ["delete"])
        #expect(try envelopes(removal).map { $0["d"]?["data"] } == [["id": "c"]])
    }

    @Test func aMembershipIsPublishedAtBothEnds() throws {
        let set = listen("c,u")
        try objects.patch("/uuids/u/channels", #"{"set":[{"channel":{"id":"c"},"status":"in"}]}"#)
        let envelopes = try envelopes(set)
        #expect(envelopes.map { $0["c"] } == ["c", "u"])
        #expect(envelopes[0]["p"]?["t"] != envelopes[1]["p"]?["t"])
        let data = try #require(envelopes[0]["d"]?["data"])
        #expect(data == envelopes[1]["d"]?["data"])
        #expect(Set(data.object?.keys.map { $0 } ?? []) == ["channel", "uuid", "status", "eTag", "updated"])
        #expect(data["updated"] == "2014-12-15T14:50:00.000000000Z")
        #expect(data["channel"] == ["id": "c"] && data["uuid"] == ["id": "u"] && data["status"] == "in")
        let removal = listen("u")
        try objects.patch("/channels/c/uuids", #"{"delete":[{"uuid":{"id":"u"}}]}"#)
        #expect(
            try self.envelopes(removal).map { $0["d"] } == [
                [
                    "source": "objects", "version": "2.0", "event": "delete", "type": "membership",
                    "data": ["channel": ["id": "c"], "uuid": ["id": "u"]],
                ]
            ]
        )
    }

    @Test func aMemberOfItsOwnChannelReceivesAnEventOnce() throws {
        let set = listen("u")
        try objects.patch("/uuids/u/channels", #"{"set":[{"channel":{"id":"u"}}]}"#)
        #expect(try envelopes(set).count == 1)
        let change = listen("u")
        try objects.patch("/uuids/u", "{}")
        #expect(try envelopes(change).count == 1)
    }

    @Test func eventsAreCaughtUpWithAndAreNoPartOfHistory() throws {
        let latest = objects.probe.core.withState { $0.clock.now(date: objects.probe.clock.date) }
        try objects.patch("/channels/c", #"{"name":"C"}"#)
        let late = objects.probe.get("/v2/subscribe/demo/c/0?tt=\(latest)&uuid=listener")
        #expect(try envelopes(late).map { $0["e"] } == [2])
        #expect(objects.probe.get("/v2/history/sub-key/demo/channel/c").body == "[[],0,0]")
    }

    @Test func subscribersOfVersionOneGetThePayload() throws {
        let latest = objects.probe.core.withState { $0.clock.now(date: objects.probe.clock.date) }
        let held = objects.probe.get("/subscribe/demo/c/0/\(latest)?uuid=listener")
        try objects.patch("/channels/c", "{}")
        let answer = try JSON(parsing: try #require(held.body))
        #expect(answer[0]?[0]?["source"] == "objects")
    }

    @Test("Each kind of event can be disabled", arguments: ["user", "channel", "membership"])
    func switches(off: String) throws {
        var settings = AppContextSettings()
        settings.sendsUserEvents = off != "user"
        settings.sendsChannelEvents = off != "channel"
        settings.sendsMembershipEvents = off != "membership"
        let probe = OriginProbe(appContext: settings)
        let objects = ObjectsProbe(probe)
        let latest = probe.core.withState { $0.clock.now(date: probe.clock.date) }
        try objects.patch("/uuids/u", "{}")
        try objects.patch("/channels/c", "{}")
        try objects.patch("/uuids/u/channels", #"{"set":[{"channel":{"id":"c"}}]}"#)
        let heard = try envelopes(probe.get("/v2/subscribe/demo/u,c/0?tt=\(latest)&uuid=listener"))
        let kinds = Set(heard.compactMap { $0["d"]?["type"]?.string })
        let names = ["user": "uuid", "channel": "channel", "membership": "membership"]
        #expect(kinds == Set(names.filter { $0.key != off }.values))
    }

    @Test func deletingWithReferentialIntegrityAlsoSendsEventsOfMemberships() throws {
        var settings = AppContextSettings()
        settings.hasReferentialIntegrity = true
        let probe = OriginProbe(appContext: settings)
        let objects = ObjectsProbe(probe)
        try objects.patch("/uuids/u", "{}")
        try objects.patch("/channels/c", "{}")
        try objects.patch("/uuids/u/channels", #"{"set":[{"channel":{"id":"c"}}]}"#)
        let latest = probe.core.withState { $0.clock.now(date: probe.clock.date) }
        try objects.delete("/uuids/u")
        let heard = try envelopes(probe.get("/v2/subscribe/demo/c/0?tt=\(latest)&uuid=listener"))
        #expect(heard.map { $0["d"]?["type"] } == ["uuid", "membership"])
        #expect(heard.allSatisfy { $0["d"]?["event"] == "delete" })
    }
}
