import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "Access manager".
@Suite("Every call and the right that it needs")
struct AccessRequirementTests {
    /// A call, and the items of the smallest grant that allows it; nil if it needs no right.
    struct Row: Sendable, CustomTestStringConvertible {
        let route: Route
        let target: String
        let grants: [[String: String]]
        var testDescription: String { "\(route) \(target)" }

        init(_ route: Route, _ target: String, _ grants: [String: String]...) {
            self.route = route
            self.target = target
            self.grants = grants
        }

        var request: OriginRequest {
            OriginRequest(
                method: route.row.verb.rawValue,
                target: target,
                body: Array(body.utf8)
            )
        }

        /// The status of the response with all rights.
        var success: Int { route == .fileDownload ? 307 : 200 }

        private var body: String {
            switch route {
            case .publishCompressed, .filePublishBody: "1"
            case .fileUploadAddress: #"{"name":"f.txt"}"#
            case .messageActionAddition: #"{"type":"t","value":"v"}"#
            case .userChange, .channelChange: #"{"name":"changed"}"#
            case .membershipsChange: #"{"set":[{"channel":{"id":"a"}}],"delete":[{"channel":{"id":"b"}}]}"#
            case .membersChange: #"{"set":[{"uuid":{"id":"u"}}]}"#
            default: ""
            }
        }
    }

    private static let presence = "/v2/presence/sub-key/demo"
    private static let registry = "/v1/channel-registration/sub-key/demo"
    private static let push = "/v1/push/sub-key/demo/devices/" + String(repeating: "0a", count: 32)
    private static let push2 = "/v2/push/sub-key/demo/devices-apns2/" + String(repeating: "0a", count: 32)
    private static let objects = "/v2/objects/demo"
    private static let files = "/v1/files/demo/channels/a"
    private static let actions = "/v1/message-actions/demo/channel/a"
    private static let groupOfA = ["channel-group": "g", "r": "1"]
    private static let readA = ["channel": "a", "r": "1"]
    private static let readB = ["channel": "b", "r": "1"]
    private static let manageG = ["channel-group": "g", "m": "1"]
    private static let manageNG = ["channel-group": "n:g", "m": "1"]

    static let rows: [Row] = [
        Row(.time, "/time/0"),
        Row(.publish, "/publish/demo/demo/0/a/0/1", ["channel": "a", "w": "1"]),
        Row(.publishCompressed, "/publish/demo/demo/0/a/0", ["channel": "a", "w": "1"]),
        Row(.publishCompressed, "/v2/publish/demo/demo/0/a/0", ["channel": "a", "w": "1"]),
        Row(.signal, "/signal/demo/demo/0/a/0/1", ["channel": "a", "w": "1"]),
        Row(.subscribe, "/subscribe/demo/a,b/0/0", readA, readB),
        Row(.subscribe, "/subscribe/demo/,/0/0?channel-group=g", groupOfA),
        Row(.subscribeV2, "/v2/subscribe/demo/a/0?tt=0&channel-group=g", readA, groupOfA),
        Row(.subscribeV2, "/v2/subscribe/demo/a-pnpres/0?tt=0", ["channel": "a-pnpres", "r": "1"]),
        Row(.subscribeV2, "/v2/subscribe/demo/a.*/0?tt=0", ["channel": "a.*", "r": "1"]),
        Row(.leave, presence + "/channel/a/leave?uuid=u", readA),
        Row(.heartbeat, presence + "/channel/a/heartbeat?uuid=u", readA),
        Row(.history, "/v2/history/sub-key/demo/channel/a", readA),
        Row(.batchHistory, "/v3/history/sub-key/demo/channel/a,b", readA, readB),
        Row(.historyWithActions, "/v3/history-with-actions/sub-key/demo/channel/a", readA),
        Row(.messageCounts, "/v3/history/sub-key/demo/message-counts/a,b?timetoken=1", readA, readB),
        Row(.historyDeletion, "/v3/history/sub-key/demo/channel/a", ["channel": "a", "d": "1"]),
        Row(.messageActions, actions, readA),
        Row(.messageActionAddition, actions + "/message/1?uuid=u", ["channel": "a", "w": "1"]),
        Row(.messageActionRemoval, actions + "/message/1/action/2?uuid=u", ["channel": "a", "d": "1"]),
        Row(.hereNow, presence + "/channel/a,b", readA, readB),
        Row(.hereNow, presence + "/channel/,?channel-group=g", groupOfA),
        Row(.hereNowGlobal, presence, ["r": "1"]),
        Row(.hereNowGlobal, presence + "?channel-group=g", groupOfA),
        Row(.whereNow, presence + "/uuid/u"),
        Row(.state, presence + "/channel/a/uuid/u", readA),
        Row(.state, presence + "/channel/./uuid/u?channel-group=g", groupOfA),
        Row(.stateUpdate, presence + "/channel/a/uuid/u/data?state=%7B%7D", readA),
        Row(.channelGroups, registry + "/channel-group", ["m": "1"]),
        Row(.namespaceGroups, registry + "/namespace/n/channel-group", ["m": "1"]),
        Row(.namespaces, registry + "/namespace", ["m": "1"]),
        Row(.namespaceRemoval, registry + "/namespace/n/remove", ["m": "1"]),
        Row(.groupChannels, registry + "/channel-group/g", manageG),
        Row(.groupChannels, registry + "/channel-group/g?add=x", manageG),
        Row(.namespaceGroupChannels, registry + "/namespace/n/channel-group/g?remove=x", manageNG),
        Row(.namespaceGroupChannels, registry + "/namespace/n/channel-group/g", ["channel-group": "n:", "m": "1"]),
        Row(.groupRemoval, registry + "/channel-group/g/remove", manageG),
        Row(.namespaceGroupRemoval, registry + "/namespace/n/channel-group/g/remove", manageNG),
        Row(.pushChannels, push + "?add=a&remove=b", readA, readB),
        Row(.pushChannels, push),
        Row(.pushRemoval, push + "/remove"),
        Row(.pushChannelsV2, push2 + "?topic=t&add=a", readA),
        Row(.pushRemovalV2, push2 + "/remove?topic=t"),
        Row(.users, objects + "/uuids", ["g": "1"]),
        Row(.user, objects + "/uuids/u", ["target-uuid": "u", "g": "1"]),
        Row(.userChange, objects + "/uuids/u", ["target-uuid": "u", "u": "1"]),
        Row(.userRemoval, objects + "/uuids/u", ["target-uuid": "u", "d": "1"]),
        Row(.channels, objects + "/channels", ["g": "1"]),
        Row(.channel, objects + "/channels/a", ["channel": "a", "g": "1"]),
        Row(.channelChange, objects + "/channels/a", ["channel": "a", "u": "1"]),
        Row(.channelRemoval, objects + "/channels/a", ["channel": "a", "d": "1"]),
        Row(.memberships, objects + "/uuids/u/channels", ["target-uuid": "u", "g": "1"]),
        Row(
            .membershipsChange,
            objects + "/uuids/u/channels",
            ["target-uuid": "u", "u": "1"],
            ["channel": "a", "j": "1"],
            ["channel": "b", "j": "1"]
        ),
        Row(.members, objects + "/channels/a/uuids", ["channel": "a", "g": "1"]),
        Row(.membersChange, objects + "/channels/a/uuids", ["channel": "a", "m": "1"]),
        Row(.fileUploadAddress, files + "/generate-upload-url", ["channel": "a", "w": "1"]),
        Row(.filePublish, "/v1/files/publish-file/demo/demo/0/a/0/1", ["channel": "a", "w": "1"]),
        Row(.filePublishBody, "/v1/files/publish-file/demo/demo/0/a/0", ["channel": "a", "w": "1"]),
        Row(.files, files + "/files", readA),
        Row(.fileDownload, files + "/files/1/f.txt", readA),
        Row(.fileRemoval, files + "/files/1/f.txt", ["channel": "a", "d": "1"]),
    ]

    @Test func everyRouteThatIsNotSignedHasARow() {
        let signed: Set<Route> = [
            .grant, .audit, .grantV2, .auditV2, .tokenGrant, .tokenRevocation, .fileUpload, .fileContent,
        ]
        #expect(Set(Self.rows.map(\.route)).union(signed) == Set(Route.allCases))
    }

    @Test("Refused with all other rights, allowed with this one", arguments: rows)
    func row(row: Row) {
        #expect(row.request.call?.route == row.route)
        for missing in row.grants {
            let probe = probe(with: [Self.everythingBut(missing)] + row.grants.filter { $0 != missing })
            #expect(probe.send(row.request).status == 403, "without \(missing)")
        }
        #expect(probe(with: row.grants).send(row.request).status == row.success)
    }

    @Test("A token allows a call exactly if it has all rights that the call needs", arguments: rows)
    func token(row: Row) throws {
        let probe = probe(with: [])
        func status(_ grants: [[String: String]]) throws -> Int? {
            let target = row.request.target.with(probe.token(Self.terms(grants)))
            return probe.send(row.request.with(target: target)).status
        }
        for missing in row.grants {
            #expect(try status([Self.everythingBut(missing)] + row.grants.filter { $0 != missing }) == 403)
        }
        // A token has some right.
        #expect(try status(row.grants + [["channel": "unrelated", "r": "1"]]) == row.success)
    }

    @Test("The signature of the secret key allows every call, and no other signature does", arguments: rows)
    func signature(row: Row) {
        let probe = probe(with: [])
        let seconds = probe.clock.date / 10_000_000
        let isFree = row.grants.isEmpty
        #expect(probe.send(row.request.signed(at: seconds, secretKey: "another")).status == (isFree ? 200 : 403))
        #expect(probe.send(row.request.signed(at: seconds - 61)).status == (isFree ? 200 : 403), "an old one")
        let signed = row.request.signed(at: seconds)
        let changed = signed.with(target: signed.target + "&x=1")
        #expect(probe.send(changed).status == (isFree ? 200 : 403), "a changed query")
        // The form of 2014 covers neither the method nor the body, so clients use it for a POST publish only.
        let allowsFirst = isFree || row.route == .publishCompressed
        #expect(probe.send(row.request.signed(at: seconds, .first)).status == (allowsFirst ? 200 : 403))
        #expect(probe.send(row.request.signed(at: seconds)).status == row.success)
    }

    @Test(
        "A signature gives all rights, whatever authorization key or token the call has as well",
        arguments: ["k", "qEF2"]
    )
    func signatureWithAKey(key: String) {
        let probe = probe(with: [])
        let request = OriginRequest(target: "/publish/demo/demo/0/a/0/1".with(key))
        #expect(probe.send(request).status == 403)
        #expect(probe.send(request.signed(at: probe.clock.date / 10_000_000)).status == 200)
    }

    /// The terms of a token with the same rights as grants: those on everything are rights on the pattern `.*`.
    private static func terms(_ grants: [[String: String]]) -> AccessTokenTerms {
        var terms = AccessTokenTerms(minutes: 1, resources: .init())
        for grant in grants {
            let known = AccessRights.named + AccessRights.namedLater
            let bits = known.reduce(0) { grant[$1.name] == "1" ? $0 | $1.right.rawValue : $0 }
            if let channel = grant["channel"] {
                terms.resources.channels[channel, default: 0] |= bits
            } else if let group = grant["channel-group"] {
                // A grant on a namespace is a pattern of a token.
                if group.hasSuffix(":") {
                    terms.patterns.groups["^\(group)", default: 0] |= bits
                } else {
                    terms.resources.groups[group, default: 0] |= bits
                }
            } else if let user = grant["target-uuid"] {
                terms.resources.users[user, default: 0] |= bits
            } else {
                terms.patterns.channels[".*", default: 0] |= bits
                terms.patterns.groups["^.*$", default: 0] |= bits
                terms.patterns.users[".*", default: 0] |= bits
            }
        }
        return terms
    }

    private func probe(with grants: [[String: String]]) -> OriginProbe {
        let probe = OriginProbe(keys: (publish: "demo", subscribe: "demo"), secretKey: SignedCall.secretKey)
        probe.core.withState { state in
            state.groups.add(["a"], to: "g", keyset: "demo")
            let action = StoredAction(timetoken: 2, message: 1, type: "x", value: "y", publisher: "u")
            state.actions.apply(ActionChange(topic: Topic(keyset: "demo", name: "a"), kind: .add(action)))
            for (id, kind) in [("u", ObjectKind.user), ("a", .channel)] {
                let record = MetadataRecord(id: id, updated: 1, eTag: "1")
                state.apply(.object(ObjectChange(keyset: "demo", kind: .set(record, kind))))
            }
        }
        for grant in grants { #expect(probe.grant(grant, version: "v2").status == 200) }
        return probe
    }

    /// All rights but one, on everything.
    private static func everythingBut(_ grant: [String: String]) -> [String: String] {
        var items = Dictionary(uniqueKeysWithValues: ["r", "w", "m", "d", "g", "u", "j"].map { ($0, "1") })
        for name in grant.keys where grant[name] == "1" { items[name] = "0" }
        return items
    }
}
