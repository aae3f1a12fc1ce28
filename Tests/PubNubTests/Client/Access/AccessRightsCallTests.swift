import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// README "PAM Methods"; Documentation/WireProtocol.md, "Access manager".
@Suite struct AccessRightsCallTests {
    private static func client(secretKey: String? = "secret") -> ScriptedClient {
        .connected(
            PNConfiguration(
                origin: "origin.test",
                publishKey: "pub",
                subscribeKey: "sub",
                secretKey: secretKey,
                cipherKey: nil
            )
        )
    }

    private func query(_ request: String?) -> [String: String] {
        let items = request?.split(separator: "?").last?.split(separator: "&") ?? []
        return items.reduce(into: [:]) { found, item in
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            found[String(pair[0])] = String(pair[1]).removingPercentEncoding
        }
    }

    private func answer(_ payload: String) -> String {
        #"{"status":200,"service":"Access Manager","message":"Success","payload":\#(payload)}"#
    }

    /// A missing or empty secret key is error 138, and nothing is sent.
    @Test(arguments: [nil, ""])
    func withoutASecretKeyNothingIsSent(_ secretKey: String?) throws {
        let scripted = Self.client(secretKey: secretKey)
        let errors = Notes<PNError?>()
        let a = PNChannel(name: "a")
        scripted.client.changeApplicationAccessRights(to: .readAccessRight, onPeriod: 1) { errors.add($1) }
        scripted.client.changeAccessRights(for: [a], to: .readAccessRight, onPeriod: 1) { errors.add($1) }
        scripted.client.changeAccessRights(forClients: ["k"], object: a, to: .readAccessRight, onPeriod: 1) {
            errors.add($1)
        }
        scripted.client.auditAccessRightsForApplication { errors.add($1) }
        scripted.client.auditAccessRights(for: [a]) { errors.add($1) }
        scripted.client.auditAccessRights(for: a, clients: ["k"]) { errors.add($1) }
        scripted.settle()
        #expect(errors.values.map { $0?.code } == [138, 138, 138, 138, 138, 138])
        #expect(scripted.requested == [])
        let options = try #require(errors.values[2]?.associatedObject as? PNAccessRightOptions)
        #expect(options.clientsAuthorizationKeys == ["k"])
        #expect(options.channels.map(\.name) == ["a"])
        #expect(options.level == .userAccessRightsLevel)
    }

    /// The period is in minutes: a negative one is 1,440, 0 means no expiry, and more than a year is a year.
    @Test(arguments: [
        (-1, "1440"), (Int.min, "1440"), (0, "0"), (1, "1"), (525_600, "525600"), (525_601, "525600"),
        (Int.max, "525600"),
    ])
    func periods(_ minutes: Int, _ sent: String) {
        let scripted = Self.client()
        scripted.client.changeApplicationAccessRights(to: .allAccessRights, onPeriod: minutes)
        #expect(query(scripted.requested.last)["ttl"] == sent)
    }

    /// Without rights, all of them are sent as 0.
    @Test(arguments: [PNAccessRights.noAccessRights, [], [.noAccessRights, .readAccessRight]])
    func revoking(_ rights: PNAccessRights) {
        let scripted = Self.client()
        scripted.client.changeAccessRights(for: [PNChannel(name: "a")], to: rights, onPeriod: 60)
        let sent = query(scripted.requested.last)
        #expect([sent["r"], sent["w"], sent["m"], sent["ttl"]] == ["0", "0", "0", "0"])
    }

    static let badObjects: [(objects: [any PNChannelProtocol], code: Int)] = [
        ([], 117), ([PNChannel(name: "")], 117), ([PNChannel(name: "a,b")], 117), ([PNChannel(name: "a/b")], 117),
        ([PNChannel(name: "a:b")], 117), ([PNChannel(name: String(repeating: "n", count: 93))], 117),
        ([PNChannel(name: "fine"), PNChannelGroup(name: "a/b")], 115), ([PNChannelGroup(name: "")], 115),
        ([PNChannelGroup(name: String(repeating: "n", count: 93))], 115),
        ([PNChannelGroup(name: "g", inNamespace: "a,b")], 116), ([PNChannelGroupNamespace(name: "a/b")], 116),
        ([PNChannelGroupNamespace(name: "")], 116),
        ([PNChannelGroupNamespace(name: String(repeating: "n", count: 93))], 116),
    ]

    @Test(arguments: badObjects.indices)
    func badNamesAreRefused(_ index: Int) {
        let (objects, code) = Self.badObjects[index]
        let scripted = Self.client()
        scripted.client.changeAccessRights(for: objects, to: .readAccessRight, onPeriod: 1)
        scripted.client.auditAccessRights(for: objects)
        #expect(scripted.reported == ["accessRightsChangeDidFail \(code)", "accessRightsAuditDidFail \(code)"])
        #expect(scripted.requested == [])
    }

    /// An empty list of keys must not mean all clients, and a comma must not split a key.
    @Test(arguments: [[], [""], ["k", ""], ["a,b"]])
    func badKeysAreRefused(_ keys: [String]) {
        let scripted = Self.client()
        scripted.client.changeAccessRights(
            forClients: keys,
            object: PNChannel(name: "a"),
            to: .readAccessRight,
            onPeriod: 1
        )
        scripted.client.auditAccessRights(for: PNChannel(name: "a"), clients: keys)
        #expect(scripted.reported == ["accessRightsChangeDidFail -1", "accessRightsAuditDidFail -1"])
        #expect(scripted.requested == [])
    }

    @Test("Revoking takes the valid objects, and reports the others after that")
    func revokingAnInvalidName() throws {
        let scripted = Self.client()
        let errors = Notes<PNError?>()
        scripted.client.changeAccessRights(
            for: [PNChannel(name: "a/b"), PNChannel(name: "a")],
            to: .noAccessRights,
            onPeriod: 1
        ) { errors.add($1) }
        #expect(scripted.requested.map { query($0)["channel"] } == ["a"])
        scripted.reply(
            "/v1/auth/grant",
            answer(#"{"level":"channel","subscribe_key":"sub","channels":{"a":{"r":0,"w":0,"m":0}},"ttl":0}"#)
        )
        #expect(scripted.reported == ["didChangeAccessRights a/- 8", "accessRightsChangeDidFail 117"])
        #expect(errors.values.map { $0?.code } == [117])
        let options = try #require(errors.values.first??.associatedObject as? PNAccessRightOptions)
        #expect(options.channels.map(\.name) == ["a/b"])
    }

    /// A list with channels and groups is sent as two requests, the channels first.
    @Test func channelsAndGroupsGoApart() {
        let scripted = Self.client()
        scripted.client.changeAccessRights(
            for: [PNChannelGroup(name: "g"), PNChannel(name: "a")],
            to: .readAccessRight,
            onPeriod: 5
        )
        #expect(scripted.requested.map { query($0)["channel"] } == ["a"])
        scripted.reply(
            "/v1/auth/grant",
            answer(#"{"level":"channel","subscribe_key":"sub","ttl":5,"channels":{"a":{"r":1,"w":0,"m":0}}}"#)
        )
        #expect(scripted.reported == [])
        #expect(scripted.requested.map { query($0)["channel-group"] } == ["g"])
        scripted.reply(
            "/v1/auth/grant",
            answer(#"{"level":"channel-group","subscribe_key":"sub","ttl":5,"channel-groups":{"g":{"r":1}}}"#)
        )
        let reported = scripted.reported
        #expect(reported.count == 1)
        #expect(reported.first?.contains("a/- 1") == true && reported.first?.contains("g/- 1") == true, "\(reported)")
    }

    @Test func theSecondRequestIsNotSentAfterAFailure() {
        let scripted = Self.client()
        scripted.client.changeAccessRights(
            for: [PNChannel(name: "a"), PNChannelGroup(name: "g")],
            to: .readAccessRight,
            onPeriod: 5
        )
        scripted.reply(
            "/v1/auth/grant",
            status: 403,
            #"{"message":"Signature Does Not Match","error":true,"service":"Access Manager","status":403}"#
        )
        #expect(scripted.reported == ["accessRightsChangeDidFail 138"])
        #expect(scripted.waiting == [])
    }

    /// Changes of one object are sent one after another, so that the last one wins.
    @Test func changesFollowOneAnother() {
        let scripted = Self.client()
        scripted.client.changeApplicationAccessRights(to: .allAccessRights, onPeriod: 0)
        scripted.client.changeApplicationAccessRights(to: .noAccessRights, onPeriod: 0)
        #expect(scripted.requested.map { query($0)["r"] } == ["1"])
        scripted.reply("/v1/auth/grant", answer(#"{"level":"subkey","subscribe_key":"sub","ttl":0,"r":1,"w":1}"#))
        #expect(scripted.requested.map { query($0)["r"] } == ["0"])
    }

    /// Errors contain neither the secret key nor a signature.
    @Test func errorsDoNotNameTheSecret() {
        let scripted = Self.client(secretKey: "my-very-secret")
        let texts = Notes<String>()
        scripted.client.auditAccessRightsForApplication { _, error in texts.add("\(error as Any)") }
        let signature = query(scripted.requested.last)["signature"] ?? ""
        scripted.fail("/v1/auth/audit", .unreachable)
        #expect(texts.values.count == 1)
        #expect(!signature.isEmpty)
        for secret in ["my-very-secret", signature] { #expect(!texts.values.joined().contains(secret)) }
    }
}
