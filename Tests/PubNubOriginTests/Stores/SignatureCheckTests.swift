import PubNubCodec
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Calls of the access manager are signed with the secret key (Documentation/WireProtocol.md, "Access manager").
@Suite struct SignatureCheckTests {
    private func call(_ signature: String) throws -> OriginCall {
        let request = OriginRequest(target: "/v1/auth/grant/sub-key/sub?timestamp=1&signature=\(signature)")
        return try #require(request.call)
    }

    @Test("Refuses an empty signature, also if the server cannot compute the right one", arguments: ["", "v2."])
    func emptySignature(_ signature: String) throws {
        let call = try call(signature)
        #expect(!SignatureCheck(publishKey: "pub", secretKey: "secret").passes(call))
        var broken = SignatureCheck(publishKey: "pub", secretKey: "secret")
        broken.digest = { _, _ throws(DigestError) in throw .unavailable }
        #expect(!broken.passes(call))
    }

    @Test("Version 2 covers the bytes of the body, also those that are not UTF-8")
    func compressedBody() throws {
        let body: [UInt8] = [0x1F, 0x8B, 0xFF, 0x00]
        let request = OriginRequest(
            method: "PATCH",
            target: "/v2/objects/demo/uuids/u",
            contentEncoding: "gzip",
            body: body
        ).signed(at: 1)
        func passes(_ body: [UInt8]) throws -> Bool {
            let call = try #require(request.with(body: body).call)
            return SignatureCheck(publishKey: "demo", secretKey: SignedCall.secretKey).passes(call)
        }
        #expect(try passes(body))
        #expect(try !passes([0x1F, 0x8B, 0xFE, 0x00]))
        let replaced = Array("\u{1F}\u{FFFD}\u{FFFD}\u{0}".utf8)
        #expect(try !passes(replaced), "the characters that stand for bytes that are not UTF-8")
    }

    @Test("Accepts the signature of a library that signs the bytes of a body that is not UTF-8")
    func signedBytes() throws {
        let body: [UInt8] = [0x1F, 0x8B, 0xFF, 0x00]
        let path = "/v2/objects/demo/uuids/u"
        let text = Array("PATCH\ndemo\n\(path)\ntimestamp=1\n".utf8) + body
        let digest = try HMAC.sha256(key: Array(SignedCall.secretKey.utf8), message: text)
        let signature = Base64.encode(digest, urlSafe: true, padded: false)
        let target = "\(path)?timestamp=1&signature=v2.\(signature)"
        let call = try #require(OriginRequest(method: "PATCH", target: target, body: body).call)
        #expect(SignatureCheck(publishKey: "demo", secretKey: SignedCall.secretKey).passes(call))
    }
}
