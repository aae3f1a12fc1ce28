import CLinux
import Glibc

/// The TCP connections of the transport. Belongs to its thread.
///
/// A peer that vanishes without a word is found by the kernel, which costs the process nothing: a connection that is
/// silent for ``silence`` seconds is asked every ``interval`` seconds whether anybody is there, and given up when nothing
/// has come, or what was sent was not acknowledged, for ``patience``.
final class SocketList {
    /// Seconds without a byte before the kernel asks.
    static let silence = 60
    /// Seconds between two questions.
    static let interval = 10
    /// Milliseconds until a connection whose peer does not answer is given up.
    static let patience: UInt32 = 90_000

    private let poller: SocketPoller

    /// - Parameter poller: What waits for the connections; it forgets each one before it is closed.
    init(poller: SocketPoller) {
        self.poller = poller
    }

    /// Makes a socket for a connection of libcurl. Programs that this process starts do not inherit it.
    ///
    /// - Returns: The socket; -1, and `errno` set, if the system does not give one.
    func open(family: Int32, type: Int32, protocol number: Int32) -> Int32 {
        let descriptor = socket(family, type | Int32(bitPattern: SOCK_CLOEXEC.rawValue), number)
        guard descriptor >= 0 else { return descriptor }
        poller.opened(descriptor)
        clinux_set_user_timeout(descriptor, Self.patience)
        return descriptor
    }

    /// Closes a socket that libcurl needs no more.
    ///
    /// - Returns: What `close` returned.
    func close(_ socket: Int32) -> Int32 {
        poller.close(socket)
    }

    /// Ends the connections that the notice leaves no hope for; libcurl finds them closed.
    func shutDown(because notice: NetworkNotice) {
        guard notice.hasSlept || !notice.lostAddresses.isEmpty else { return }
        for socket in poller.connections {
            guard let address = Self.ownAddress(of: socket), !Self.isLoopback(address) else { continue }
            if notice.hasSlept || notice.lostAddresses.contains(address) { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    /// 4 or 16 bytes; nil for a socket that has none.
    private static func ownAddress(of socket: Int32) -> [UInt8]? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isKnown = withUnsafeMutableBytes(of: &storage) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { getsockname(socket, $0.baseAddress, &length) == 0 }
        }
        guard isKnown else { return nil }
        // The address stands behind the family, the port and, in the longer form, the flow.
        return withUnsafeBytes(of: storage) { bytes in
            switch Int32(storage.ss_family) {
            case AF_INET: Array(bytes[4..<8])
            case AF_INET6: unmapped(Array(bytes[8..<24]))
            default: nil
            }
        }
    }

    /// An IPv4 address that is written as an IPv6 one, in its own form.
    private static func unmapped(_ address: [UInt8]) -> [UInt8] {
        let isMapped = address.prefix(10).allSatisfy { $0 == 0 } && address[10..<12].allSatisfy { $0 == 0xFF }
        return isMapped ? Array(address.suffix(4)) : address
    }

    private static func isLoopback(_ address: [UInt8]) -> Bool {
        address.count == 4 ? address[0] == 127 : address.last == 1 && address.dropLast().allSatisfy { $0 == 0 }
    }
}
