import Foundation

/// A TCP connection to the loopback interface, with blocking calls and no knowledge of HTTP.
final class RawConnection: @unchecked Sendable {
    /// What ended a read.
    enum End: Equatable {
        case closed
        case reset
        case timedOut
    }

    // Used by one thread at a time: each test keeps its connections to itself.
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private(set) var end: End?

    /// Connects; fails when nobody listens.
    init?(port: Int) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // Long enough for any machine, so that a missing answer fails the test instead of hanging it.
        var patience = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else {
            close()
            return nil
        }
    }

    deinit { close() }

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

    /// The next answer; nil when the connection ended before its head was complete. A body that was cut is given as
    /// far as it came, with `end` set.
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

    /// Reads until the connection ends, and says how.
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
