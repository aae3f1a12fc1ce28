import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore

#if _endian(little)
/// The kernel's messages about its network, as recorded on Linux 6.18, x86-64 (Documentation/WireProtocol.md, "Losing the
/// network").
@Suite struct NetlinkMessagesTests {
    /// `struct nlmsghdr` of a message that is `length` bytes long.
    private static func header(_ length: UInt8, _ type: UInt8) -> [UInt8] {
        [length, 0, 0, 0, type, 0] + [UInt8](repeating: 0, count: 10)
    }

    /// A link message: index 3, the given flags and changed flags, the name `near`.
    private static func link(_ flags: String, changed: String, type: UInt8 = 16, more: String = "") -> [UInt8] {
        let body = bytes("00000100 03000000" + flags + changed + "0900 0300 6e65617200 000000" + more)
        return header(UInt8(16 + body.count), type) + body
    }

    static let running = link("43100100", changed: "00000000")
    static let address = bytes(
        """
        5000000014000000fe97016bc13a0000 0218800003000000 080001000a090001 080002000a090001 090003006e65617200000000
        0800080080000000 14000600ffffffffffffffff6573080065730800
        """
    )
    static let addressGone = bytes(
        """
        5000000015000000fe97016bd93a0000 0218800003000000 080001000a090001 080002000a090001 090003006e65617200000000
        0800080080000000 14000600ffffffffffffffff6573080065730800
        """
    )
    static let route = bytes(
        "3400000018000006fe97016bc33a0000 02000000fe030001 00000000 08000f00fe000000 080005000a090002 0800040003000000"
    )
    static let longAddress: [UInt8] = [0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]

    static let heard: [(what: String, bytes: [UInt8], means: [NetlinkChange])] = [
        ("a link that carries", running, [.link(3, isUp: true, isNew: false)]),
        ("a link without a cable", link("03100000", changed: "00000000"), [.link(3, isUp: false, isNew: false)]),
        ("a link switched off", link("02100000", changed: "01000000"), [.link(3, isUp: false, isNew: false)]),
        ("a link just made", link("02100000", changed: "ffffffff"), [.link(3, isUp: false, isNew: true)]),
        ("a link removed", link("02100000", changed: "ffffffff", type: 17), [.linkRemoved(3)]),
        ("the loopback link", link("49000100", changed: "01000000"), []),
        ("a port of a bridge", link("43100100", changed: "00000000", more: "08000a0004000000"), []),
        (
            "a bridge's own news of a port",
            header(32, 16) + bytes("07000100 02000000 43100100 00000000"), []
        ),
        ("an address", address, [.address([10, 9, 0, 1], isThere: true)]),
        ("an address removed", addressGone, [.address([10, 9, 0, 1], isThere: false)]),
        (
            "a long address",
            bytes(
                """
                48000000140000000000000000000000 0a40820003000000 14000100fd000000000000000000000000000001
                14000600ffffffffffffffff6873080068730800 0800080082000000
                """
            ),
            [.address(longAddress, isThere: true)]
        ),
        (
            "a long address that may be somebody else's, too",
            bytes(
                """
                48000000140000000000000000000000 0a40c00003000000 14000100fd000000000000000000000000000001
                14000600ffffffffffffffff6a7308006a730800 08000800c0000000
                """
            ),
            []
        ),
        (
            "that address removed",
            bytes(
                """
                48000000150000000000000000000000 0a40c00003000000 14000100fd000000000000000000000000000001
                14000600ffffffffffffffff6a7308006a730800 08000800c0000000
                """
            ),
            [.address(longAddress, isThere: false)]
        ),
        (
            "the loopback address",
            bytes("2c000000140000000000000000000000 0208 80fe 01000000 080001007f000001 080002007f00000107000000"), []
        ),
        (
            "an address of the link alone",
            bytes("2c000000140000000000000000000000 0a40c0fd03000000 14000100fe8000000000000018bde6fffe53b884"), []
        ),
        ("a default route", route, [.defaultRoute(isThere: true)]),
        (
            "a default route removed",
            bytes(
                "3400000019000000ff97016bd73a0000 02000000fe030001 00000000 08000f00fe000000 080005000a0900020800040003000000"
            ),
            [.defaultRoute(isThere: false)]
        ),
        (
            "a long default route",
            bytes(
                "30000000180000060000000000000000 0a000000fe030001 00000000 14000500fd000000000000000000000000000009"
            ),
            [.defaultRoute(isThere: true)]
        ),
        (
            "a route to some",
            bytes(
                "3c00000018000006fe97016bcb3a0000 02100000fe030001 00000000 08000f00fe000000 080001000a4d0000 080005000a0900020800040003000000"
            ),
            []
        ),
        (
            "a route in the table of this machine",
            bytes("1c000000180000060000000000000000 02000000ff02fe01 00000000"), []
        ),
        ("the end of a list", bytes("14000000030000000000000000000000 00000000"), []),
        ("nothing", [], []),
        (
            "several at once", addressGone + running + route,
            [
                .address([10, 9, 0, 1], isThere: false), .link(3, isUp: true, isNew: false),
                .defaultRoute(isThere: true),
            ]
        ),
    ]

    @Test(arguments: heard.indices)
    func readsEachMessage(_ index: Int) {
        let row = Self.heard[index]
        #expect(NetlinkMessages.changes(in: row.bytes) == row.means, "\(row.what)")
    }

    /// A truncated message is ignored, earlier ones are read; an invalid length ends the reading.
    @Test func cutShort() {
        for length in 0..<Self.address.count {
            let changes = NetlinkMessages.changes(in: Self.route + Self.address.prefix(length))
            #expect(changes == [.defaultRoute(isThere: true)], "\(length) bytes")
        }
        for length: UInt8 in [0, 1, 15, 255] {
            var wrong = Self.address
            wrong[0] = length
            #expect(NetlinkMessages.changes(in: Self.route + wrong + Self.route).first == .defaultRoute(isThere: true))
            #expect(!NetlinkMessages.changes(in: wrong).contains(.address([10, 9, 0, 1], isThere: true)))
        }
        var endless = Self.address
        endless.replaceSubrange(0..<4, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(NetlinkMessages.changes(in: endless) == [])
        // An attribute that claims more bytes than exist ends the attributes, not the message.
        var greedy = Self.running
        greedy[32] = 0xFF
        #expect(NetlinkMessages.changes(in: greedy) == [.link(3, isUp: true, isNew: false)])
    }

    /// No bytes crash the reader or make it read beyond the message.
    @Test func damaged() {
        var generator = SplitMix64(state: 7)
        let sample = Self.address + Self.running + Self.route + Self.addressGone
        for _ in 0..<20_000 {
            var damaged = sample
            for _ in 0..<Int.random(in: 1...6, using: &generator) where !damaged.isEmpty {
                let position = Int.random(in: 0..<damaged.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: damaged[position] = UInt8.random(in: 0...255, using: &generator)
                case 1: damaged.remove(at: position)
                case 2: damaged.removeSubrange(position...)
                default:
                    damaged[position] = [0, 1, 4, 15, 16, 0x7F, 0x80, 0xFF][Int.random(in: 0..<8, using: &generator)]
                }
            }
            #expect(NetlinkMessages.changes(in: damaged).count <= sample.count / 16)
        }
    }
}
#endif
