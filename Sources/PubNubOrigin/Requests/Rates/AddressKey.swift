import NIOCore

/// The address of a client, as far as limits tell clients apart: an IPv4 address, or the first 64 bits of an IPv6 address,
/// which are one network.
struct AddressKey: Hashable, Sendable {
    private let bits: UInt64
    let isLoopback: Bool

    /// The key of a socket's address. All addresses without IP share one.
    init(_ address: SocketAddress?) {
        switch address {
        case .v4?:
            let number = Self.bytes(of: address, from: 4, count: 4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            self.init(version4: number)
        case .v6?:
            self.init(version6: Self.bytes(of: address, from: 8, count: 16))
        case .unixDomainSocket?, nil:
            self.init(bits: 0, isLoopback: true)
        }
    }

    /// Part of the kernel's form of an address: `sockaddr_in` has the address at 4, `sockaddr_in6` at 8.
    private static func bytes(of address: SocketAddress?, from offset: Int, count: Int) -> [UInt8] {
        address?.withSockAddr { pointer, size in
            Array(UnsafeRawBufferPointer(start: pointer, count: size).dropFirst(offset).prefix(count))
        } ?? []
    }

    private init(bits: UInt64, isLoopback: Bool) {
        self.bits = bits
        self.isLoopback = isLoopback
    }

    private init(version4 number: UInt32) {
        // Behind the prefix of IPv4 in IPv6, so that no network of IPv6 has the same key.
        self.init(bits: 0xFFFF_0000_0000 | UInt64(number), isLoopback: number >> 24 == 127)
    }

    private init(version6 bytes: [UInt8]) {
        let upper = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let lower = bytes.dropFirst(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        if upper == 0, lower >> 32 == 0xFFFF {
            self.init(version4: UInt32(truncatingIfNeeded: lower))
        } else {
            self.init(bits: upper, isLoopback: upper == 0 && lower == 1)
        }
    }
}
