import PubNubCodec
import Testing

@Suite("Comparing secrets")
struct ConstantTimeTests {
    @Test("Equal means the same bytes; a difference is found at any position")
    func equality() {
        let secret = Array("v2.TcZdUURiXAnxJgN4OLPczxzH4MQO87l".utf8)
        #expect(ConstantTime.equal(secret, secret))
        #expect(ConstantTime.equal([], []))
        #expect(!ConstantTime.equal(secret, Array(secret.dropLast())))
        #expect(!ConstantTime.equal(secret, []))
        for index in secret.indices {
            var other = secret
            other[index] ^= 0x80
            #expect(!ConstantTime.equal(secret, other))
        }
    }
}
