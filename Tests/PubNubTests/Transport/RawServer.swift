import Foundation
import Glibc
import PubNubSupport

@testable import PubNub

/// A TCP server on a loopback port of the system's choice that runs a script for each connection, on its own thread.
final class RawServer: Sendable {
    struct SetupFailure: Error {}

    private struct State {
        var accepted = 0
        var open: Set<Int32> = []
        var isClosing = false
        var isRefusing = false
    }

    let port: UInt16
    private let listener: Int32
    private let state: Counter

    /// The connection is closed when the script returns.
    init(_ script: @escaping @Sendable (RawConnection) -> Void) throws {
        let (listener, port) = try Self.bind()
        guard listen(listener, 4096) == 0 else { throw SetupFailure() }
        let state = Counter()
        self.listener = listener
        self.port = port
        self.state = state
        Thread.detachNewThread {
            // The accepting thread closes it: otherwise another server could have its number by the next iteration.
            defer { close(listener) }
            while true {
                let socket = accept(listener, nil, nil)
                if socket < 0, errno == EINTR || errno == ECONNABORTED { continue }
                // Child processes of other tests must not keep a connection open that the script has closed.
                _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
                guard socket >= 0, state.opened(socket) else { return }
                Thread.detachNewThread {
                    script(RawConnection(socket: socket))
                    state.closed(socket)
                }
            }
        }
    }

    deinit {
        refuseConnections()
        state.shutDownAll()
    }

    /// Responds to every request on every connection with the same bytes.
    static func answering(_ bytes: [UInt8]) throws -> RawServer {
        try RawServer { connection in
            while connection.readRequest() != nil {
                connection.send(bytes)
            }
        }
    }

    static func answering(_ text: String) throws -> RawServer {
        try answering(Array(text.utf8))
    }

    /// Closes the listener: connections are refused from now on, and open ones stay.
    func refuseConnections() {
        // Once, because another socket may have its number after that.
        if state.startRefusing() { shutdown(listener, Int32(SHUT_RDWR)) }
    }

    var acceptedConnections: Int { state.accepted }

    func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// A bound socket without a listener: connections to its port are refused.
    static func bind() throws -> (socket: Int32, port: UInt16) {
        let listener = socket(AF_INET, Int32(bitPattern: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(listener, $0, length) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound else { throw SetupFailure() }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    /// Counts connections, and those that are open.
    private final class Counter: Sendable {
        private let state = Locked(State())

        var accepted: Int { state.withLock { $0.accepted } }

        func startRefusing() -> Bool {
            state.withLock { state in
                defer { state.isRefusing = true }
                return !state.isRefusing
            }
        }

        func opened(_ socket: Int32) -> Bool {
            state.withLock { state in
                guard !state.isClosing else {
                    Glibc.close(socket)
                    return false
                }
                state.accepted += 1
                state.open.insert(socket)
                return true
            }
        }

        func closed(_ socket: Int32) {
            state.withLock { state in
                state.open.remove(socket)
                Glibc.close(socket)
            }
        }

        func shutDownAll() {
            state.withLock { state in
                state.isClosing = true
                for socket in state.open {
                    shutdown(socket, Int32(SHUT_RDWR))
                }
            }
        }
    }
}
