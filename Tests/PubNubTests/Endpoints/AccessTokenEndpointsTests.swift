import PubNubTestSupport
import PubNubWire
import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore

/// Issuing and revoking tokens. The signatures were computed by another program from the string to sign in
/// Documentation/WireProtocol.md, "Access tokens", with the secret key `my-secret`.
@Suite("AccessTokenEndpoints")
struct AccessTokenEndpointsTests {
    private static let query = "?uuid=me&pnsdk=PubNub-Swift-Linux%2F3.7.8&timestamp=1418652694&signature="

    private let terms = AccessTokenTerms(
        minutes: 15,
        user: "ann",
        resources: .init(channels: ["a b": 1], groups: ["g": 4], users: ["u": 32]),
        patterns: .init(channels: ["^b": 2]),
        meta: ["k": 1]
    )

    @Test("The exact request for a token; the signature covers the body, and the client's own token is not sent")
    func grant() {
        let request = Requests.request(AccessTokenEndpoints.grant(terms)) {
            $0.secretKey = "my-secret"
            $0.authorizationKey = "own"
        }
        #expect(request.verb == .post)
        let signature = "v2.k7fz-eLilv3LQL2cD7zNKJanLbeRWs8JqdXcoDw6IK4"
        #expect(request.path == "/v3/pam/sub/grant" + Self.query + signature)
        #expect(
            request.body.map { String(decoding: $0, as: UTF8.self) }
                == #"{"permissions":{"meta":{"k":1},"patterns":{"channels":{"^b":2},"groups":{},"uuids":{}},"resources":"#
                + #"{"channels":{"a b":1},"groups":{"g":4},"uuids":{"u":32}},"uuid":"ann"},"ttl":15}"#
        )
    }

    @Test("The exact request that revokes a token")
    func revocation() {
        let request = Requests.request(AccessTokenEndpoints.revoke("qEF2-_==")) {
            $0.secretKey = "my-secret"
        }
        #expect(request.verb == .delete && request.body == nil)
        let signature = "v2.-d4Xs-sGBDeVXUVbBUVqIsHVLZJC7CJwYp9aPcaJZ6M"
        #expect(request.path == "/v3/pam/sub/grant/qEF2-_%3D%3D" + Self.query + signature)
    }

    @Test("Reads the token of a response")
    func reply() {
        let body = #"{"data":{"message":"Success","token":"qEF2"},"service":"Access Manager","status":200}"#
        #expect(Replies.value(AccessTokenEndpoints.grant(terms), body) == "qEF2")
        let other = #"{"data":{"message":"Success"},"service":"Access Manager","status":200}"#
        #expect(Replies.value(AccessTokenEndpoints.grant(terms), other) == nil)
        #expect(Replies.value(AccessTokenEndpoints.revoke("qEF2"), other) != nil)
    }

    @Test("An error has the message and the details of the service")
    func refusal() throws {
        let body =
            #"{"error":{"message":"Invalid ttl","source":"grant","details":[{"message":"Range should be 1 to 43200 minute(s).","#
            + #""location":"ttl","locationType":"body"}]},"service":"Access Manager","status":400}"#
        let response = TransportResponse(status: 400, contentType: "text/javascript", body: Array(body.utf8))
        let result = AccessTokenEndpoints.grant(terms).decode(response)
        let failure = #expect(throws: Failure.self) { try result.get() }
        let error = failure.map { PNError($0) }
        let text = error.map { "\($0.localizedDescription) \($0.localizedFailureReason ?? "")" } ?? ""
        #expect(text.contains("Invalid ttl") && text.contains("43200"), "\(text)")
    }

    @Test("A wrong secret key is error 138, and any other refusal with status 403 is error 122")
    func forbidden() {
        let wrong = #"{"message":"Signature Does Not Match","error":true,"service":"Access Manager","status":403}"#
        #expect(Replies.code(AccessTokenEndpoints.revoke("qEF2"), wrong, status: 403) == 138)
        let other = #"{"error":{"message":"Access Manager is not on","source":"grant"},"status":403}"#
        #expect(Replies.code(AccessTokenEndpoints.grant(terms), other, status: 403) == 122)
    }

    @Test("Terms that are written as a body are read as the same terms")
    func roundTrip() throws {
        #expect(try AccessTokenTerms(reading: terms.json.bytes) == terms)
    }
}
