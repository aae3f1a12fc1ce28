import Glibc
import NIOCore

/// An address of the Internet Protocol. An IPv4 address is the same value as its form in IPv6 (`::ffff:192.0.2.1`).
package struct IPAddress: Hashable, Sendable {
    /// The first 64 of 128 bits.
    let upper: UInt64
    /// The last 64 of 128 bits.
    let lower: UInt64

    /// The longest text of an address.
    private static let maxTextBytes = 45

    init(upper: UInt64, lower: UInt64) {
        self.upper = upper
        self.lower = lower
    }

    /// The address of 4 or 16 bytes in network order; nil for any other number of bytes.
    init?(bytes: some Collection<UInt8>) {
        switch bytes.count {
        case 4:
            let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            self.init(upper: 0, lower: Self.version4Prefix | number)
        case 16:
            self.init(
                upper: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
                lower: bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
            )
        default:
            return nil
        }
    }

    /// The address of a socket; nil for a socket without one.
    init?(_ address: SocketAddress?) {
        // The kernel's form of an address: `sockaddr_in` has it at 4, `sockaddr_in6` at 8.
        switch address {
        case .v4?: self.init(bytes: Self.bytes(of: address, from: 4, count: 4))
        case .v6?: self.init(bytes: Self.bytes(of: address, from: 8, count: 16))
        case .unixDomainSocket?, nil: return nil
        }
    }

    /// Reads an address in its usual spelling, without a port, a zone or brackets; nil for any other text.
    init?(_ text: some StringProtocol) {
        guard text.utf8.count <= Self.maxTextBytes, !text.utf8.contains(0) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, String(text), &bytes) == 1 {
            self.init(bytes: bytes.prefix(4))
        } else if inet_pton(AF_INET6, String(text), &bytes) == 1 {
            self.init(bytes: bytes)
        } else {
            return nil
        }
    }

    /// The prefix of IPv4 in IPv6, above the 32 bits of the address.
    private static let version4Prefix: UInt64 = 0xFFFF_0000_0000

    private static func bytes(of address: SocketAddress?, from offset: Int, count: Int) -> [UInt8] {
        address?.withSockAddr { pointer, size in
            Array(UnsafeRawBufferPointer(start: pointer, count: size).dropFirst(offset).prefix(count))
        } ?? []
    }

    /// Whether it is an address of IPv4.
    var isVersion4: Bool { upper == 0 && lower >> 32 == 0xFFFF }

    /// The usual spelling, without brackets.
    package var text: String {
        let bytes = withUnsafeBytes(of: (upper.bigEndian, lower.bigEndian)) { Array($0) }
        var text = [CChar](repeating: 0, count: Self.maxTextBytes + 1)
        let isVersion4 = isVersion4
        let found = bytes.withUnsafeBytes { bytes in
            let start = isVersion4 ? bytes.baseAddress.map { $0 + 12 } : bytes.baseAddress
            return inet_ntop(isVersion4 ? AF_INET : AF_INET6, start, &text, socklen_t(text.count))
        }
        return found == nil
            ? "" : String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// The addresses that share their first bits: `192.0.2.0/24`, or a single address.
struct AddressRange: Hashable, Sendable {
    private let upper: UInt64
    private let lower: UInt64
    /// How many of 128 bits the addresses share.
    private let length: Int
    private let isVersion4: Bool

    /// Reads `ADDRESS` or `ADDRESS/LENGTH`; nil for any other text. Bits of the address beyond the length are ignored.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = IPAddress(parts[0]) else { return nil }
        let isSpelledVersion6 = parts[0].contains(":")
        let bits = isSpelledVersion6 ? 128 : 32
        var length = bits
        if parts.count == 2 {
            guard let given = Int(parts[1]), parts[1].allSatisfy(\.isASCII), (0...bits).contains(given),
                parts[1].first?.isNumber == true
            else { return nil }
            length = given
        }
        if !isSpelledVersion6 { length += 96 }
        // A shorter one would have addresses of both versions.
        guard !address.isVersion4 || length >= 96 else { return nil }
        self.length = length
        isVersion4 = address.isVersion4
        upper = address.upper & Self.mask(length)
        lower = address.lower & Self.mask(length - 64)
    }

    /// The mask of the first bits of 64.
    private static func mask(_ length: Int) -> UInt64 {
        length <= 0 ? 0 : length >= 64 ? .max : ~(UInt64.max >> UInt64(length))
    }

    /// Whether an address is in the range.
    func contains(_ address: IPAddress) -> Bool {
        address.isVersion4 == isVersion4 && address.upper & Self.mask(length) == upper
            && address.lower & Self.mask(length - 64) == lower
    }
}
