import PubNubWire
import TestRandom
import Testing

@Suite("Damaged bodies: no bytes may crash a reader")
struct DamageTests {
    private static let samples = [
        #"{"t":{"t":"15628652479932717","r":4},"m":[{"a":"2","f":0,"i":"u1","s":1,"p":{"t":"14818963571353315","r":12},"#
            + #""k":"sub-c-x","c":"ch-pnpres","d":{"k":[1.5e3,"\u00e9\ud83d",-0,null]},"b":"grp","e":1,"cmt":"t","u":{}}]}"#,
        #"s_1a2b3([["hi",{"a":[18446744073709551616,"é"]}],"14355524857638372","myGroup,g","a,b-pnpres"])"#,
        #"{"action":"interval","timestamp":1567099526,"occupancy":2,"join":["u1"],"here_now_refresh":true}"#,
    ].map { Array($0.utf8) }

    /// Bytes with a meaning to a parser, inserted at wrong positions.
    private static let meaningful =
        Array("{}[]\",:\\u0123456789-+.eEtfn()\u{0}\u{1F} \u{7F}".utf8) + [0x80, 0xC3, 0xED, 0xF4, 0xFF]

    @Test("Reads thirty thousand damaged bodies without a crash", arguments: samples.indices)
    func mutations(_ index: Int) throws {
        var generator = SeededGenerator(seed: UInt64(index) + 1)
        var readable = 0
        for _ in 0..<10_000 {
            let bytes = Self.damaged(Self.samples[index], using: &generator)
            let isValid = RawJSON.isValid(bytes)
            let value = try? JSON(parsing: bytes)
            #expect(isValid == (value != nil), "\(bytes)")
            for page in [try? SubscribePage.decodeV2(bytes), try? SubscribePage.decodeV1(bytes, subscribed: "a")] {
                for envelope in page?.envelopes ?? [] {
                    readable += 1
                    #expect(try JSON(parsing: Array(envelope.payload.bytes)) == envelope.payload.value())
                }
            }
            if let value {
                _ = PresencePayload(value)
                _ = Timetoken(value)
                // Infinities are written as null, so the second string is the fixed point.
                let text = try JSON(parsing: value.bytes).text
                #expect(try JSON(parsing: text).text == text)
            }
            _ = PercentEncoding.unescape(String(decoding: bytes, as: UTF8.self))
            _ = Route.match(verb: .get, path: String(decoding: bytes, as: UTF8.self)[...])
        }
        #expect(readable > 0 || index == 2)
    }

    private static func damaged(_ sample: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = sample
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let position = Int.random(in: 0..<max(1, bytes.count), using: &generator)
            let byte = meaningful.randomElement(using: &generator) ?? 0
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: bytes.insert(byte, at: position)
            case 1 where !bytes.isEmpty: bytes.remove(at: position)
            case 2 where !bytes.isEmpty: bytes[position] = byte
            case 3: bytes.append(contentsOf: bytes[position...].prefix(20))
            default:
                guard !bytes.isEmpty else { continue }
                bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            }
        }
        return bytes
    }
}
