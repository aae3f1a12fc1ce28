import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/Limits.md, "Server".
@Suite("The most memberships of a user")
struct MembershipLimitTests {
    private let objects: ObjectsProbe

    init() {
        var limits = OriginLimits()
        limits.membershipsPerUser = 3
        objects = ObjectsProbe(OriginProbe(limits: limits))
    }

    private func relations(_ kind: String, _ ids: [String]) -> String {
        ids.map { #"{"\#(kind)":{"id":"\#($0)"}}"# }.joined(separator: ",")
    }

    /// The status of a call that sets and deletes memberships of the user `u`.
    private func change(set: [String], delete: [String] = []) throws -> Int {
        let body = #"{"set":[\#(relations("channel", set))],"delete":[\#(relations("channel", delete))]}"#
        return try objects.call("PATCH", "/uuids/u/channels", body: body).status
    }

    @Test("A call that brings more is refused and changes nothing, from either end")
    func refused() throws {
        #expect(try change(set: ["a", "b", "c", "d"]) == 429)
        #expect(try objects.ids("/uuids/u/channels") == [])
        #expect(try change(set: ["a", "b", "c"]) == 200)
        let member = #"{"set":[\#(relations("uuid", ["u", "v"]))]}"#
        let refusal = try objects.call("PATCH", "/channels/d/uuids", body: member)
        #expect(refusal.status == 429)
        #expect(refusal.json["error"]?["message"] == "A user must not have more than 3 memberships.")
        #expect(try objects.ids("/channels/d/uuids") == [])
        #expect(try objects.call("PATCH", "/channels/c/uuids", body: member).status == 200, "u is a member already")
    }

    @Test("A membership may be changed, and replaced by another one")
    func replaced() throws {
        #expect(try change(set: ["a", "b", "c"]) == 200)
        try objects.patch("/uuids/u/channels", #"{"set":[{"channel":{"id":"a"},"status":"s"}]}"#)
        #expect(try change(set: ["d"], delete: ["a"]) == 200)
        #expect(try objects.ids("/uuids/u/channels") == ["b", "c", "d"])
    }

    @Test("A change of a user who has more of them is published on the first channels only")
    func earlier() throws {
        objects.probe.core.withState { state in
            for channel in ["a", "b", "c", "d"] {
                let record = MembershipRecord(user: "u", channel: channel, updated: 1)
                state.apply(.object(ObjectChange(keyset: "demo", kind: .join(record))))
            }
        }
        try objects.patch("/uuids/u", #"{"name":"U"}"#)
        let page = try #require(objects.probe.get("/v2/subscribe/demo/a,b,c,d,u/0?tt=1&uuid=listener").body)
        let messages = try JSON(parsing: page)["m"]?.array ?? []
        #expect(messages.map { $0["c"] } == ["u", "a", "b", "c"])
        #expect(try change(set: ["e"], delete: ["a"]) == 200, "one that has more may have as many")
    }

    @Test("With referential integrity a channel with more members is not removed before its members are")
    func removed() throws {
        var limits = OriginLimits()
        limits.membershipsPerUser = 3
        var settings = AppContextSettings()
        settings.hasReferentialIntegrity = true
        let objects = ObjectsProbe(OriginProbe(limits: limits, appContext: settings))
        let users = ["s", "t", "u", "v"]
        for user in users { try objects.patch("/uuids/\(user)", "{}") }
        try objects.patch("/channels/c", "{}")
        try objects.patch("/channels/c/uuids", #"{"set":[\#(relations("uuid", users))]}"#)
        let refusal = try objects.call("DELETE", "/channels/c")
        #expect(refusal.status == 429)
        #expect(
            refusal.json["error"]?["message"]
                == "Channel with more than 3 memberships cannot be removed. Remove memberships first."
        )
        #expect(try objects.ids("/channels/c/uuids") == users)
        try objects.patch("/channels/c/uuids", #"{"delete":[\#(relations("uuid", ["s"]))]}"#)
        try objects.delete("/channels/c")
        #expect(try objects.ids("/channels/c/uuids") == [])
    }
}
