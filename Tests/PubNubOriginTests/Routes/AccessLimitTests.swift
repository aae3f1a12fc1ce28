import PubNubCodec
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// The rights of a call are computed with the limits that its change is applied with.
@Suite("Rights to join on a server with other limits than the default")
struct AccessLimitTests {
    private static let target = "/v2/objects/demo/uuids/u/channels"

    private func probe(_ change: (inout OriginLimits) -> Void) -> OriginProbe {
        var limits = OriginLimits()
        change(&limits)
        let keys = (publish: "demo", subscribe: "demo")
        let probe = OriginProbe(limits: limits, keys: keys, secretKey: SignedCall.secretKey)
        #expect(probe.grant(["target-uuid": "u", "u": "1"], version: "v2").status == 200)
        return probe
    }

    /// The request that sets memberships in channels.
    private func joining(_ channels: [String], encoding: String? = nil) throws -> OriginRequest {
        let body = Array(#"{"set":[\#(channels.map { #"{"channel":{"id":"\#($0)"}}"# }.joined(separator: ","))]}"#.utf8)
        return OriginRequest(
            method: "PATCH",
            target: Self.target,
            contentEncoding: encoding,
            body: encoding == nil ? body : try Gzip.compress(body)
        )
    }

    /// Expects that a user with the right to change itself joins a channel only with the right to join it.
    private func expectRight(on channel: String, _ request: OriginRequest, _ probe: OriginProbe) {
        #expect(probe.send(request).status == 403, "without a right on the channel")
        var terms = AccessTokenTerms(minutes: 1, resources: .init(users: ["u": AccessRights.update.rawValue]))
        let withToken = request.with(target: Self.target.with(probe.token(terms)))
        #expect(probe.send(withToken).status == 403, "with a token for the user only")
        #expect(probe.core.withState { $0.objectStore["demo"].count } == 0)
        terms.resources.channels[channel] = AccessRights.join.rawValue
        #expect(probe.send(request.with(target: Self.target.with(probe.token(terms)))).status == 200)
        #expect(probe.grant(["channel": channel, "j": "1"], version: "v2").status == 200)
        #expect(probe.send(request).status == 200)
    }

    @Test("A channel whose name is longer than the default limit needs its right", arguments: [93, 200])
    func longName(length: Int) throws {
        let channel = String(repeating: "c", count: length)
        expectRight(on: channel, try joining([channel]), probe { $0.nameLength = 200 })
    }

    @Test("A compressed body beyond the default limit needs the rights on its channels")
    func largeBody() throws {
        let request = try joining(Array(repeating: "c", count: 4000), encoding: "gzip")
        expectRight(on: "c", request, probe { $0.maximumBodyBytes = 256 * 1024 })
    }

    @Test("A body that cannot be read names no channels, and is refused")
    func unreadableBody() throws {
        let request = try joining(Array(repeating: "c", count: 4000), encoding: "gzip")
        let probe = probe { $0.maximumBodyBytes = 64 * 1024 }
        #expect(probe.send(request).status == 400, "a body beyond the limit of this server")
        #expect(probe.send(request.with(body: [1, 2, 3])).status == 400)
        #expect(probe.core.withState { $0.objectStore["demo"].count } == 0)
    }
}
