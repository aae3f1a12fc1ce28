import Testing

@testable import PubNubOrigin

@Suite("Revoked access tokens")
struct RevokedTokensTests {
    private static func token(_ number: UInt8, until expiry: UInt64, keyset: String = "demo") throws -> RevokedToken {
        let id = try #require(TokenID(bytes: [UInt8](repeating: number, count: 16)))
        return RevokedToken(keyset: keyset, id: id, expiry: expiry)
    }

    @Test("An identity is the first half of a signature of 32 bytes")
    func identity() throws {
        let signature = Array(UInt8(0)..<32)
        let id = try #require(TokenID(signature: signature))
        #expect(id.bytes == Array(signature.prefix(16)))
        #expect(TokenID(bytes: id.bytes) == id)
        #expect(TokenID(signature: Array(signature.prefix(31))) == nil && TokenID(signature: []) == nil)
        #expect(TokenID(bytes: signature) == nil)
    }

    @Test("Tokens are remembered until they would have expired, apart for each keyset")
    func expiry() throws {
        var tokens = RevokedTokens(capacity: 2)
        for (number, expiry) in [(1, 10), (2, 20)] as [(UInt8, UInt64)] {
            let token = try Self.token(number, until: expiry)
            let fits = tokens.makeRoom(for: token, at: 5)
            #expect(fits)
            tokens.apply(token)
            #expect(tokens.contains(token.id, keyset: "demo") && !tokens.contains(token.id, keyset: "other"))
        }
        let third = try Self.token(3, until: 30)
        let thirdFits = tokens.makeRoom(for: third, at: 9)
        #expect(!thirdFits)
        let secondFits = tokens.makeRoom(for: try Self.token(2, until: 20), at: 9)
        #expect(secondFits, "it is there already")
        let otherFits = tokens.makeRoom(for: try Self.token(3, until: 30, keyset: "other"), at: 9)
        #expect(otherFits)
        let fitsLater = tokens.makeRoom(for: third, at: 10)
        #expect(fitsLater)
        #expect(tokens.count(keyset: "demo") == 1)
    }

    @Test("Expired tokens do not gather: at most as many as valid ones, or 64")
    func sweeps() throws {
        var tokens = RevokedTokens(capacity: 100_000)
        for number in UInt64(0)..<10_000 {
            let bytes = (0..<16).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
            let id = try #require(TokenID(bytes: bytes))
            // Ten are valid at each time.
            let token = RevokedToken(keyset: "demo", id: id, expiry: number + 10)
            let fits = tokens.makeRoom(for: token, at: number)
            #expect(fits)
            tokens.apply(token)
            #expect(tokens.count(keyset: "demo") <= 65)
        }
    }
}
