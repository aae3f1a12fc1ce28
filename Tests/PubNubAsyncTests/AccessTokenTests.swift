import Foundation
import PubNubAsync
import PubNubTestSupport
import PubNubWire
import Testing

/// Tokens that the service has issued, of the recorded fixtures `pam-v3`.
struct AccessTokenTests {
    private static let byName =
        "qEF2AkF0GmGFTxxDdHRsGDxDcmVzpURjaGFuoWx0ZXN0X2NoYW5uZWwYz0NncnCgQ3VzcqBDc3BjoER1dWlkoENwYXSlRGNoYW6gQ2dycKBD"
        + "dXNyoENzcGOgRHV1aWSgRG1ldGGgRHV1aWRkdGVzdENzaWdYIMD7y8nuLytwo00ZNv2Dv9_nQU46Zg5f7qql6Yw9dkhr"
    private static let byPattern =
        "qEF2AkF0GmLftmNDdHRsGDxDcmVzpURjaGFuoW9zb21lX2NoYW5uZWxfaWQDQ2dycKBDc3BjoW9zb21lX2NoYW5uZWxfaWQDQ3VzcqBEdXVp"
        + "ZKBDcGF0pURjaGFuoWZzb21lXyoDQ2dycKBDc3BjoWZzb21lXyoDQ3VzcqBEdXVpZKBEbWV0YaBEdXVpZGlzb21lX3V1aWRDc2lnWCDrcjv6"
        + "GD5KvKwQiq6mIHic84J1_WjgKjN3N4go1Z0vfw=="

    @Test("Reads version, times, authorized user and rights by name")
    func names() throws {
        let token = try AccessToken(parsing: Self.byName)
        #expect(token.version == 2 && token.validity == .seconds(3_600) && token.authorizedUserID == "test")
        #expect(token.issued == Date(timeIntervalSince1970: 0x6185_4F1C))
        #expect(token.expires == token.issued + 3_600)
        let rights: AccessPermissions = [.read, .write, .manage, .delete, .update, .join]
        #expect(token.resources == AccessScope(channels: ["test_channel": rights]))
        #expect(token.patterns == AccessScope() && token.meta.isEmpty)
        #expect(!"\(token)".contains(Self.byName))
    }

    @Test("Reads rights by pattern")
    func patterns() throws {
        let token = try AccessToken(parsing: Self.byPattern)
        #expect(token.patterns == AccessScope(channels: ["some_*": [.read, .write]]))
        #expect(token.resources.channels == ["some_channel_id": [.read, .write]])
        #expect(token.authorizedUserID == "some_uuid")
    }

    @Test("Rejects strings that are no tokens", arguments: ["", "hello", "qEF2", "====", "/////w", "n0F2", "u_____8"])
    func rejects(string: String) {
        let error = #expect(throws: PubNubError.self) { try AccessToken(parsing: string) }
        #expect(error?.code == .invalidToken)
    }

    @Test("Reads what it writes, with further fields")
    func roundTrip() throws {
        var content = AccessTokenContent(timestamp: 1_600_000_000, minutes: 15)
        content.resources = .init(channels: ["a": 17], groups: ["g": 4], users: ["u": 32])
        content.patterns = .init(channels: ["^b-[0-9]+$": 3])
        content.meta = ["name": "x", "age": 7, "big": 70_000, "low": -1, "on": true, "none": .null, "half": 0.5]
        content.user = "ann"
        content.signature = [UInt8](repeating: 9, count: 32)
        #expect(try AccessTokenContent(reading: content.serialized()) == content)
        let bytes = Data(content.serialized())
        let scope = try AccessToken(parsing: bytes.base64EncodedString()).resources
        #expect(scope.channels["a"] == [.read, .create] && scope.users["u"] == .get)
    }

    @Test("A nested value that an access token does not have is an error, not a crash")
    func depth() {
        #expect(throws: CBORError.tooMany) { try CBORValue(reading: [UInt8](repeating: 0x81, count: 100) + [0]) }
        #expect(throws: CBORError.length) {
            try CBORValue(reading: [0x9B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
        }
        #expect(throws: CBORError.unsupported) { try CBORValue(reading: [0x9F, 0xFF]) }
        #expect(throws: CBORError.encoding) { try CBORValue(reading: [0x61, 0xFF]) }
        #expect(throws: CBORError.length) { try CBORValue(reading: [0x00, 0x00]) }
    }

    @Test("A new token is sent with the next requests, and the long poll is sent again with it")
    func setToken() async throws {
        let service = ScriptedService { request in
            request.path.hasPrefix("/signal/") ? ScriptedService.ok("[1,\"Sent\",\"15000000000000007\"]") : nil
        }
        let iteration = Task { for try await _ in service.client.subscribe(to: ["a"]) {} }
        try await service.page(100)
        let before = try await service.request("/v2/subscribe/")
        #expect(!before.path.contains("auth="))
        service.client.setToken("token-2")
        let after = try await service.request("/v2/subscribe/")
        #expect(after.path.contains("auth=token-2") && after.path.contains("tt=100"))
        try await service.client.signal(1, to: "a")
        #expect(service.transport.requests.last?.path.contains("auth=token-2") == true)
        iteration.cancel()
        try await iteration.value
    }
}
