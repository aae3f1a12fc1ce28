import Foundation
import NIOCore

/// A TCP connection to the loopback interface, with blocking calls and no knowledge of HTTP.
final class RawConnection: @unchecked Sendable {
    /// The reason why a read ended.
    enum End: Equatable {
        case closed
        case reset
        case timedOut
    }

    // Used by one thread at a time: each test uses its own connections only.
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private(set) var end: End?

    /// Connects, from an address of the loopback interface that is chosen by the system or given; fails if no server listens.
    ///
    /// - Parameters:
    ///   - port: The port of the server.
    ///   - source: The address of the client; nil, the default, for any.
    ///   - receiveBuffer: The bytes that the kernel takes before they are read. nil, the default, leaves the size to the kernel, which may
    ///     let it grow to tens of megabytes (`tcp_rmem`) for a client that reads nothing.
    init?(port: Int, from source: String? = nil, receiveBuffer: Int32? = nil) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // Long enough for any machine, so that a missing response fails the test instead of hanging it.
        var patience = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        // NIO has its own module of the headers with `sockaddr_in`, so the compiler may take members of that type for its.
        if let source, let address = try? SocketAddress(ipAddress: source, port: 0) {
            _ = address.withSockAddr { bind(descriptor, $0, socklen_t($1)) }
        }
        let address = try? SocketAddress(ipAddress: "127.0.0.1", port: port)
        guard address?.withSockAddr({ connect(descriptor, $0, socklen_t($1)) }) == 0 else {
            close()
            return nil
        }
    }

    deinit { close() }

    /// The port at this end; `nil` after an error.
    var ownPort: Int? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isKnown = withUnsafeMutableBytes(of: &storage) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { getsockname(descriptor, $0.baseAddress, &length) == 0 }
        }
        // The port follows the family, in the byte order of the network.
        return isKnown ? withUnsafeBytes(of: storage) { Int($0[2]) << 8 | Int($0[3]) } : nil
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    func get(_ target: String, _ headers: String = "") {
        send("GET \(target) HTTP/1.1\r\nHost: origin\r\n\(headers)\r\n")
    }

    /// The next response; nil if the connection ended before its head was complete. A truncated body is returned as
    /// received, with `end` set.
    func answer() -> RawAnswer? {
        while true {
            if let split = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
                var answer = RawAnswer(head: String(decoding: buffer[..<split.lowerBound], as: UTF8.self))
                buffer.removeFirst(split.upperBound)
                let length = answer["content-length"].flatMap { Int($0) } ?? 0
                while buffer.count < length, receive() {}
                answer.body = Array(buffer.prefix(length))
                buffer.removeFirst(answer.body.count)
                return answer
            }
            guard receive() else { return nil }
        }
    }

    /// The bytes received after the last response that was returned.
    var received: String { String(decoding: buffer, as: UTF8.self) }

    /// Reads until a string has arrived, and returns whether it has.
    func readUntil(_ text: String) -> Bool {
        while !received.contains(text) {
            guard receive() else { return false }
        }
        return true
    }

    /// Reads until the connection ends, and returns the reason.
    func waitForEnd() -> End? {
        while receive() {}
        return end
    }

    /// Closes the sending side only.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    func close() {
        if descriptor >= 0, !isClosed { Foundation.close(descriptor) }
        isClosed = true
    }

    private var isClosed = false

    private func receive() -> Bool {
        guard end == nil, !isClosed else { return false }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        if count > 0 {
            buffer += chunk.prefix(count)
            return true
        }
        end = count == 0 ? .closed : errno == ECONNRESET ? .reset : .timedOut
        return false
    }
}
