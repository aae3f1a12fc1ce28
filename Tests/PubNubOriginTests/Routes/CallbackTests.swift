import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "Requests", "Leave and heartbeat requests" and "Here-now, where-now and state".
@Suite("JSONP and the spellings of 3.7.8")
struct CallbackTests {
    private static let presence = "/v2/presence/sub-key/demo"

    /// An origin whose group `g` contains the channels `a` and `b`.
    private func probe() -> OriginProbe {
        let probe = OriginProbe()
        probe.core.withState { $0.groups.add(["a", "b"], to: "g", keyset: "demo") }
        return probe
    }

    /// A call with a callback at the position that its row defines.
    private static func target(_ row: AccessRequirementTests.Row, callback: String) -> String {
        guard case .path = row.route.row.callback else {
            return row.target + (row.target.contains("?") ? "&" : "?") + "callback=\(callback)"
        }
        let parts = row.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var segments = parts[0].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        // The index of the segment in the row's template, plus one for the empty segment before the first slash.
        let template = row.route.row.template.text.split(separator: "/", omittingEmptySubsequences: false)
        if let index = template.firstIndex(of: "{callback}") {
            // The path of version 2 of POST is another one of the same route, with a segment more in front.
            segments[row.target.hasPrefix("/v2/publish/") ? index + 1 : index] = callback
        }
        return ([segments.joined(separator: "/")] + parts.dropFirst().map(String.init)).joined(separator: "?")
    }

    @Test(
        "With a callback, the response to every call is the same, wrapped; files, which are newer than callbacks, have none",
        arguments: AccessRequirementTests.rows.filter { $0.route.row.callback != .none }
    )
    func wrapped(row: AccessRequirementTests.Row) throws {
        let plain = try #require(probe().send(row.request).response)
        let named = row.request.with(target: Self.target(row, callback: "x_1a2b3"))
        let wrapped = try #require(probe().send(named).response)
        #expect(wrapped.body == Array("x_1a2b3(".utf8) + plain.body + Array(")".utf8))
        #expect(wrapped.status == plain.status)
        let unnamed = row.request.with(target: Self.target(row, callback: "0"))
        #expect(probe().send(unnamed).response?.body == plain.body)
    }

    @Test(
        "Wraps refusals",
        arguments: [
            "/publish/demo/demo/0/a/m_1/%7B", "/subscribe/demo/,/m_1/0",
            "/v2/history/sub-key/demo/channel/a?count=x&callback=m_1",
            "/v1/push/sub-key/demo/devices/00?callback=m_1",
            "/v2/presence/sub-key/demo/channel/,/heartbeat?callback=m_1",
            "/v1/channel-registration/sub-key/demo/channel-group/g?add=&callback=m_1",
            "/v2/subscribe/demo/a/m_1?tt=0&filter-expr=%21",
        ]
    )
    func wrappedRefusals(target: String) {
        let body = probe().get(target).body ?? ""
        #expect(body.hasPrefix("m_1(") && body.hasSuffix(")"))
    }

    @Test("A dot instead of channels means no channel if groups are named", arguments: [".", ",", "%2C"])
    func dot(channels: String) {
        let probe = probe()
        let path = "\(Self.presence)/channel/\(channels)/uuid/u"
        let set = probe.get("\(path)/data?callback=mu_1&state=%7B%22k%22%3A1%7D&channel-group=g")
        #expect(set.body == #"mu_1({"status": 200, "message": "OK", "payload": {"k":1}, "service": "Presence"})"#)
        let read = probe.get("\(path)?channel-group=g")
        #expect(read.body?.contains(#""payload": {"channels": {"a": {"k":1}, "b": {"k":1}}}"#) == true)
        #expect(probe.core.withState { $0.presence.channels(of: "u", keyset: "demo") } == ["a", "b"])
        #expect(probe.get("\(path)?channel-group=none").body?.contains("No valid channels specified") == true)
    }

    @Test("Refuses a dot without groups")
    func dotAlone() {
        let probe = probe()
        #expect(probe.get("\(Self.presence)/channel/./uuid/u/data?state=%7B%22k%22%3A1%7D").status == 400)
        #expect(probe.core.withState { $0.presence.channels(of: "u", keyset: "demo") }.isEmpty)
    }

    @Test(
        "Accepts sub_key in presence paths, as older clients spell it",
        arguments: [
            "/channel/a/leave?uuid=u", "/channel/a/heartbeat?uuid=u", "/channel/a", "/channel/,?channel-group=g", "",
            "/uuid/u",
            "/channel/a/uuid/u", "/channel/a/uuid/u/data?state=%7B%7D",
        ]
    )
    func underscore(rest: String) {
        let old = probe().get("/v2/presence/sub_key/demo\(rest)")
        #expect(old.status == 200)
        #expect(old.body == probe().get(Self.presence + rest).body)
        #expect(old.body?.contains("404") == false)
    }
}
