import Foundation
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// The keys in the recordings were replaced, so their signatures are invalid: each call is signed again, at its date.
@Suite(
    "Access rights: exchanges recorded with the real service",
    .enabled(if: Recordings.isPresent, "the folder of recordings is not there")
)
struct RecordedAccessTests {
    private static let recorded = Recordings.exchanges("pam").filter { $0.body.contains("\"Success\"") }
        // In these recordings the service of 2014 gave another time than the one requested.
        .filter { !$0.body.contains("\"ttl\":3600") && !$0.body.contains("\"r\":0,\"ttl\":1440") }
    private let probe = OriginProbe(keys: (publish: "demo", subscribe: "demo"), secretKey: SignedCall.secretKey)

    @Test func theFileIsRead() {
        #expect(Self.recorded.count >= 100)
        #expect(Self.recorded.contains { $0.path.contains("/v1/auth/audit/") })
    }

    @Test(arguments: recorded)
    func answersAsRecorded(recorded: RecordedExchange) throws {
        let seconds = recorded.query["timestamp"].flatMap { UInt64($0) } ?? 1_418_655_000
        probe.clock.setDate(seconds * 10_000_000)
        let expected = try JSON(parsing: recorded.body)
        if recorded.path.contains("/audit/") { give(try #require(expected["payload"])) }
        let answer = probe.get(Self.signed(recorded, at: seconds))
        #expect(answer.status == recorded.status)
        let body = try JSON(parsing: try #require(answer.body))
        #expect(RecordedShape.contains(body, expected), "\(answer.body ?? "") for \(recorded.body)")
        // An audit lists no more rights than were recorded.
        if let audited = body["payload"], recorded.path.contains("/audit/") {
            for member in ["channels", "channel-groups", "auths"] {
                let known = Set((expected["payload"]?[member]?.object ?? [:]).keys)
                #expect(Set((audited[member]?.object ?? [:]).keys) == known)
            }
        }
    }

    @Test func whereNothingIsChecked() throws {
        let recorded = try #require(Recordings.exchanges("pam").first { $0.body.contains("WARNING") })
        let answer = OriginProbe().get(recorded.target)
        #expect(answer.status == recorded.status)
        #expect(try JSON(parsing: answer.body ?? "") == JSON(parsing: recorded.body))
    }

    @Test("Refuses calls with the recorded bodies, character by character")
    func refusals() throws {
        let refused = Recordings.exchanges("errors").filter {
            ($0.body.contains("Forbidden") || $0.body.contains("Invalid Timestamp"))
                && $0.body.hasPrefix("{\"message\"")
        }
        #expect(refused.count >= 6)
        for recorded in refused {
            for group in recorded.groups {
                probe.core.withState { $0.groups.add(["member"], to: group, keyset: "demo") }
            }
            let answer = probe.get(recorded.target)
            #expect(answer.status == recorded.status)
            #expect(answer.body == recorded.body)
            #expect(answer.response?.contentType == "text/javascript; charset=UTF-8")
        }
    }

    private static func signed(_ recorded: RecordedExchange, at seconds: UInt64) -> String {
        let parts = recorded.path.split(separator: "/")
        var items = recorded.query
        items["signature"] = nil
        return SignedCall(version: "\(parts[0])", operation: "\(parts[2])", items: items, timestamp: seconds).target
    }

    /// Grants the rights that a recorded list contains.
    private func give(_ payload: JSON) {
        give(payload, on: .application)
        for (name, entry) in payload["channels"]?.object ?? [:] { give(entry, on: .channel(name)) }
        for (name, entry) in payload["channel-groups"]?.object ?? [:] { give(entry, on: .group(name)) }
        if let name = payload["channel"]?.string { give(payload, on: .channel(name)) }
        if let name = payload["channel-group"]?.string { give(payload, on: .group(name)) }
    }

    private func give(_ entry: JSON, on scope: AccessTarget.Scope) {
        apply(entry, key: nil, on: scope)
        if case .application = scope { return }
        for (key, value) in entry["auths"]?.object ?? [:] { apply(value, key: key, on: scope) }
    }

    private func apply(_ value: JSON, key: String?, on scope: AccessTarget.Scope) {
        let rights = AccessRights.named.reduce(into: AccessRights()) { rights, known in
            if value[known.name] == 1 { rights.insert(known.right) }
        }
        let date = probe.clock.date
        let expiry = value["ttl"]?.uint64Value.map { date + $0 * 600_000_000 }
        let grant = AccessGrant(rights: rights, expiry: expiry)
        probe.core.withState {
            $0.apply(.access(AccessRecord(target: AccessTarget(keyset: "demo", scope: scope), key: key, grant: grant)))
        }
    }
}
