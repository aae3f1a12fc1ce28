@testable import PubNub
@testable import PubNubCore
import PubNubWire

/// The kernel's messages about the network.
enum NetlinkTargets {
    static let all = [FuzzTarget(name: "netlink", longest: 512, check: datagram)]

    /// A kernel message about a link that goes up.
    private static let link: [UInt8] =
        [32, 0, 0, 0, 16, 0, 0, 0] + [UInt8](repeating: 0, count: 8)
        + [0, 0, 1, 0, 7, 0, 0, 0, 0x41, 0, 0, 0, 0, 0, 0, 0]

    /// Earlier messages are never lost, a truncated one never changes them, and a burst always ends.
    private static func datagram(_ bytes: [UInt8]) throws {
        let known = NetlinkMessages.changes(in: link)
        try require(known == [.link(7, isUp: true, isNew: false)], "a link is known")
        let changes = NetlinkMessages.changes(in: bytes)
        try require(changes.count <= bytes.count / 16, "every change has a message of its own")
        try require(NetlinkMessages.changes(in: link + bytes) == known + changes, "a message hides none before it")
        for cut in [1, 3, 4, 16, bytes.count / 2] {
            let less = NetlinkMessages.changes(in: bytes.dropLast(cut))
            try require(changes.starts(with: less), "what is cut off changes nothing before it")
        }
        for case .address(let address, _) in changes {
            try require([4, 16].contains(address.count), "an address has the length of one")
        }
        try checkBurst(changes)
    }

    private static func checkBurst(_ changes: [NetlinkChange]) throws {
        var burst = NetworkBurst()
        burst.changed(changes, at: .zero)
        guard let wait = burst.wait(at: .zero) else {
            return try require(burst.due(at: .seconds(9)) == nil, "without a change nothing is reported")
        }
        try require(wait <= NetworkBurst.maxDelay, "a burst is reported soon")
        let notice = try require(burst.due(at: wait), "a burst is reported")
        try require(!notice.isEmpty, "a notice is not empty")
        try require(burst.wait(at: wait) == nil, "it is reported once")
    }
}
