package import NIOCore

/// The address of a client, as far as limits tell clients apart: an IPv4 address, or the first 64 bits of an IPv6 address,
/// which are one network.
package struct AddressKey: Hashable, Sendable {
    private let bits: UInt64
    let isLoopback: Bool

    /// The key of a socket's address. All addresses without IP share one.
    package init(_ address: SocketAddress?) {
        if let address = IPAddress(address) {
            self.init(address)
        } else {
            self.init(bits: 0, isLoopback: true)
        }
    }

    /// The key of an address.
    init(_ address: IPAddress) {
        if address.isVersion4 {
            // With the prefix of IPv4 in IPv6, so that no network of IPv6 has the same key.
            self.init(bits: address.lower, isLoopback: address.lower >> 24 & 0xFF == 127)
        } else {
            self.init(bits: address.upper, isLoopback: address.upper == 0 && address.lower == 1)
        }
    }

    /// The same address without the exemption of this machine from limits.
    var countedLikeOthers: AddressKey { AddressKey(bits: bits, isLoopback: false) }

    /// The address if limits of addresses hold for it: behind a proxy on this machine, all clients have its address, which is
    /// exempt unless `limitsLoopback` is set.
    func limited(_ limitsLoopback: Bool) -> AddressKey? { limitsLoopback || !isLoopback ? self : nil }

    private init(bits: UInt64, isLoopback: Bool) {
        self.bits = bits
        self.isLoopback = isLoopback
    }
}
