import PubNubCodec
import Testing

@testable import PubNubOrigin

/// Calls of the access manager are signed with the secret key (Documentation/WireProtocol.md, "Access manager").
@Suite struct SignatureCheckTests {
    private func call(_ signature: String) throws -> OriginCall {
        let request = OriginRequest(target: "/v1/auth/grant/sub-key/sub?timestamp=1&signature=\(signature)")
        return try #require(OriginRouter.call(for: request))
    }

    @Test("Refuses an empty signature, also if the server cannot compute the right one", arguments: ["", "v2."])
    func emptySignature(_ signature: String) throws {
        let call = try call(signature)
        #expect(!SignatureCheck(publishKey: "pub", secretKey: "secret").passes(call))
        var broken = SignatureCheck(publishKey: "pub", secretKey: "secret")
        broken.digest = { _, _ throws(DigestError) in throw .unavailable }
        #expect(!broken.passes(call))
    }
}
