import Glibc

/// The hosts that are reached without a proxy, as `no_proxy` lists them.
struct ProxyExceptions: Sendable, Equatable {
    private let entries: [String]

    /// Reads entries separated by commas or spaces.
    init(_ list: String) {
        entries = list.lowercased().split(whereSeparator: { $0 == "," || $0.isWhitespace }).map(String.init)
    }

    /// Whether `origin`, a host or `host:port`, needs no proxy. This machine never does.
    func cover(_ origin: String) -> Bool {
        let (host, port) = Self.parts(of: origin.lowercased())
        if Self.isThisMachine(host) { return true }
        return entries.contains { entry in
            entry == "*" || Self.matches(entry, host, port)
        }
    }

    private static func matches(_ entry: String, _ host: String, _ port: String?) -> Bool {
        if let bits = bytes(of: host) {
            let block = entry.split(separator: "/", maxSplits: 1)
            let (named, entryPort) = parts(of: String(block.first ?? ""))
            guard let network = bytes(of: named), network.count == bits.count else { return false }
            if let entryPort, entryPort != port { return false }
            let length = block.count == 2 ? Int(block[1]) : network.count * 8
            return length.map { isEqual(network, bits, length: $0) } ?? false
        }
        var (domain, entryPort) = parts(of: entry)
        if let entryPort, entryPort != port { return false }
        if domain.hasPrefix("*.") { domain.removeFirst() }
        if domain.hasPrefix(".") { domain.removeFirst() }
        return !domain.isEmpty && (host == domain || host.hasSuffix("." + domain))
    }

    /// Whether the first `length` bits are the same.
    private static func isEqual(_ first: [UInt8], _ second: [UInt8], length: Int) -> Bool {
        guard (0...first.count * 8).contains(length) else { return false }
        let whole = length / 8
        guard first.prefix(whole) == second.prefix(whole) else { return false }
        let rest = length % 8
        return rest == 0 || (first[whole] ^ second[whole]) >> UInt8(8 - rest) == 0
    }

    /// Host and port; an IPv6 address has a port only in brackets.
    private static func parts(of text: String) -> (host: String, port: String?) {
        if text.hasPrefix("["), let end = text.lastIndex(of: "]") {
            let port = text[text.index(after: end)...].dropFirst()
            return (String(text[..<end].dropFirst()), port.isEmpty ? nil : String(port))
        }
        let pieces = text.split(separator: ":", omittingEmptySubsequences: false)
        return pieces.count == 2 ? (String(pieces[0]), String(pieces[1])) : (text, nil)
    }

    private static func isThisMachine(_ host: String) -> Bool {
        if host == "localhost" || host.hasSuffix(".localhost") { return true }
        guard let bytes = bytes(of: host) else { return false }
        return bytes.count == 4 ? bytes[0] == 127 : bytes.last == 1 && bytes.dropLast().allSatisfy { $0 == 0 }
    }

    /// The bytes of an address; `nil` for a name.
    private static func bytes(of host: String) -> [UInt8]? {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, host, &bytes) == 1 { return bytes }
        }
        return nil
    }
}
