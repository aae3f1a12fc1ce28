import CPubNubLinux
import Glibc

/// The TCP connections of the transport. Belongs to its thread.
///
/// The kernel detects dead peers at no cost for the process: it probes a connection without traffic for ``silence``
/// seconds every ``interval`` seconds, and closes it if no response, or no acknowledgement of sent data, arrives within
/// ``patience``.
final class SocketList {
    /// Seconds without traffic before the first probe.
    static let silence = 60
    /// Seconds between two probes.
    static let interval = 10
    /// Milliseconds after which a connection to an unresponsive peer is closed.
    static let patience: UInt32 = 90_000

    /// Creates a socket from family, type and protocol, as `socket` does.
    typealias Creator = @Sendable (Int32, Int32, Int32) -> Int32

    private let poller: SocketPoller
    private let create: Creator
    /// The client whose request opened each connection.
    private var openers: [Int32: UInt64] = [:]

    /// - Parameters:
    ///   - poller: Waits for the connections; it removes each one before it is closed.
    ///   - create: Creates the sockets; the system's function by default.
    init(poller: SocketPoller, create: @escaping Creator = { socket($0, $1, $2) }) {
        self.poller = poller
        self.create = create
    }

    /// Creates a socket for a connection of libcurl. Programs that this process starts do not inherit it.
    ///
    /// - Returns: The socket; -1, with `errno` set, if the system does not create one.
    func open(family: Int32, type: Int32, protocol number: Int32, for client: UInt64 = 0) -> Int32 {
        let descriptor = create(family, type | Int32(bitPattern: SOCK_CLOEXEC.rawValue), number)
        guard descriptor >= 0 else { return descriptor }
        poller.opened(descriptor)
        openers[descriptor] = client
        clinux_set_user_timeout(descriptor, Self.patience)
        return descriptor
    }

    /// Tries whether the process can open a socket, which does not depend on the network.
    ///
    /// - Returns: The value of `errno` if it cannot, such as `EMFILE`; `nil` if it can.
    func openingError() -> Int32? {
        let descriptor = create(AF_INET, Int32(bitPattern: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return errno == EAFNOSUPPORT ? nil : errno }
        Glibc.close(descriptor)
        return nil
    }

    /// Closes a socket that libcurl does not need any more.
    ///
    /// - Returns: The result of `close`.
    func close(_ socket: Int32) -> Int32 {
        openers[socket] = nil
        return poller.close(socket)
    }

    /// Shuts down the connections that a client opened, unless a request of another client uses them; libcurl finds them
    /// closed.
    func shutDown(of client: UInt64) {
        for (socket, opener) in openers where opener == client && !poller.isInUse(socket) {
            shutdown(socket, Int32(SHUT_RDWR))
        }
    }

    /// Shuts down the connections that cannot work after the change; libcurl finds them closed.
    func shutDown(because notice: NetworkNotice) {
        guard notice.hasSlept || !notice.lostAddresses.isEmpty else { return }
        for socket in poller.connections {
            guard let address = Self.ownAddress(of: socket), !Self.isLoopback(address) else { continue }
            if notice.hasSlept || notice.lostAddresses.contains(address) { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    /// The local address, 4 or 16 bytes; `nil` for a socket without one.
    private static func ownAddress(of socket: Int32) -> [UInt8]? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isKnown = withUnsafeMutableBytes(of: &storage) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { getsockname(socket, $0.baseAddress, &length) == 0 }
        }
        guard isKnown else { return nil }
        // The address follows the family, the port and, in the longer form, the flow.
        return withUnsafeBytes(of: storage) { bytes in
            switch Int32(storage.ss_family) {
            case AF_INET: Array(bytes[4..<8])
            case AF_INET6: unmapped(Array(bytes[8..<24]))
            default: nil
            }
        }
    }

    /// Converts an IPv4 address in IPv6 form to its own form.
    private static func unmapped(_ address: [UInt8]) -> [UInt8] {
        let isMapped = address.prefix(10).allSatisfy { $0 == 0 } && address[10..<12].allSatisfy { $0 == 0xFF }
        return isMapped ? Array(address.suffix(4)) : address
    }

    private static func isLoopback(_ address: [UInt8]) -> Bool {
        address.count == 4 ? address[0] == 127 : address.last == 1 && address.dropLast().allSatisfy { $0 == 0 }
    }
}
