import NIOCore
import TestRandom
import Testing

@testable import PubNubOrigin

@Suite("The header of the PROXY protocol, version 2")
struct ProxyHeaderTests {
    private static let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]
    /// 203.0.113.9, 192.0.2.1, and their ports.
    private static let version4: [UInt8] = [203, 0, 113, 9, 192, 0, 2, 1, 0x30, 0x39, 0x01, 0xBB]
    private static let version6: [UInt8] =
        [0x20, 0x01, 0x0D, 0xB8] + Array(repeating: 0, count: 11) + [7] + Array(repeating: 1, count: 16) + [
            0x30, 0x39, 0x01, 0xBB,
        ]

    /// A header with a command, a kind, and what follows them.
    static func header(command: UInt8 = 0x21, kind: UInt8 = 0x11, _ rest: [UInt8] = version4) -> [UInt8] {
        signature + [command, kind, UInt8(rest.count >> 8), UInt8(rest.count & 0xFF)] + rest
    }

    private func client(_ bytes: [UInt8]) -> String? {
        guard case .complete(let count, let client) = ProxyHeader.read(bytes), count == bytes.count else { return nil }
        return client.map { "\($0.address.text) \($0.port)" } ?? "none"
    }

    private func isMalformed(_ bytes: [UInt8]) -> Bool {
        if case .malformed = ProxyHeader.read(bytes) { true } else { false }
    }

    @Test("Names the client of a connection of IPv4 and IPv6, with and without further fields")
    func clients() {
        #expect(client(Self.header()) == "203.0.113.9 12345")
        #expect(client(Self.header(kind: 0x21, Self.version6)) == "2001:db8::7 12345")
        #expect(client(Self.header(Self.version4 + [0x04, 0, 1, 0xFF])) == "203.0.113.9 12345")
        #expect(client(Self.header(Self.version4 + Array(repeating: 0, count: 2048 - 28))) == "203.0.113.9 12345")
    }

    @Test("A proxy that checks the server, or does not know its client, names none")
    func noClient() {
        #expect(client(Self.header(command: 0x20, kind: 0, [])) == "none")
        #expect(client(Self.header(command: 0x20)) == "none", "the command counts, and not the addresses")
        #expect(client(Self.header(kind: 0, [])) == "none")
        #expect(client(Self.header(kind: 0x31, Array(repeating: 0, count: 216))) == "none")
    }

    @Test("Bytes behind the header are not part of it")
    func rest() {
        let found = ProxyHeader.read(Self.header() + Array("GET /".utf8))
        guard case .complete(28, .some) = found else {
            Issue.record("\(found)")
            return
        }
    }

    @Test("Refuses other versions, commands, kinds and lengths, and a header that is too short for its addresses")
    func malformed() {
        for command: UInt8 in [0x11, 0x22, 0x2F, 0x31, 0x01, 0xFF] {
            #expect(isMalformed(Self.header(command: command)), "\(command)")
        }
        for kind: UInt8 in [0x12, 0x22, 0x32, 0x10, 0x20, 0x41, 0xFF, 0x01] {
            #expect(isMalformed(Self.header(kind: kind)), "\(kind)")
        }
        #expect(isMalformed(Self.header(Array(Self.version4.dropLast()))))
        #expect(isMalformed(Self.header(kind: 0x21, Array(Self.version6.dropLast()))))
        #expect(isMalformed(Self.header(Array(repeating: 0, count: 2048 - 15))), "longer than 2,048 bytes")
        #expect(isMalformed(Self.signature + [0x21, 0x11, 0xFF, 0xFF]), "refused before the rest has arrived")
    }

    @Test(
        "Another protocol is refused with its first bytes",
        arguments: ["GET / HTTP/1.1\r\n", "PROXY TCP4 203.0.113.9 192.0.2.1 1 2\r\n", "\u{16}\u{3}\u{1}", "\r\n\r\nX"]
    )
    func other(text: String) {
        #expect(isMalformed(Array(text.utf8)))
    }

    @Test("A header that arrives in parts is read when its last byte arrives, and not before")
    func parts() {
        for header in [Self.header(), Self.header(kind: 0x21, Self.version6), Self.header(command: 0x20, kind: 0, [])] {
            for count in header.indices {
                #expect(ProxyHeader.read(header.prefix(count)) == .incomplete, "\(count)")
            }
            #expect(client(header) != nil)
        }
    }

    @Test("Of 20,000 damaged headers none is read beyond its bytes, and more bytes never change an outcome")
    func damaged() {
        var random = SeededGenerator(seed: 41)
        for _ in 0..<20_000 {
            var bytes = Self.header(kind: Bool.random(using: &random) ? 0x11 : 0x21, Self.version6)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 12..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            let cut = Array(bytes.prefix(.random(in: 0...bytes.count, using: &random)))
            switch ProxyHeader.read(cut) {
            case .incomplete: break
            case .malformed: #expect(isMalformed(bytes))
            case .complete(let count, _):
                #expect((16...cut.count).contains(count))
                #expect(ProxyHeader.read(bytes) == ProxyHeader.read(cut))
            }
        }
    }
}
