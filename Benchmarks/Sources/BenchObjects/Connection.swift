import Foundation
import Glibc

/// A connection that sends one request after the other. It does as little as possible, so that the figures are those of the
/// server.
final class Connection {
    enum Failure: Error {
        case refused
        case broken
        case wrongAnswer
    }

    private let descriptor: Int32
    private var received: [UInt8] = []

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure.refused }
        var isOn: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(descriptor) }

    /// Sends a request and returns the body of the response; throws if the status is not 200.
    func send(_ method: String, _ target: String, _ body: String = "") throws -> String {
        let request =
            "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        var bytes = Array(request.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Failure.broken }
            bytes = bytes.dropFirst(count)
        }
        return try answer()
    }

    private func answer() throws -> String {
        let end = Array("\r\n\r\n".utf8)
        var head: Range<Int>?
        while head == nil {
            try receive()
            head = received.firstRange(of: end)
        }
        guard let head else { throw Failure.broken }
        let text = String(decoding: received[..<head.lowerBound], as: UTF8.self)
        let lines = text.split(separator: "\r\n").map { $0.lowercased() }
        let length = lines.first { $0.hasPrefix("content-length:") }?.dropFirst(15)
        guard let count = length.flatMap({ Int($0.trimmingCharacters(in: .whitespaces)) }),
            lines.first?.contains(" 200 ") == true
        else { throw Failure.wrongAnswer }
        while received.count < head.upperBound + count { try receive() }
        defer { received.removeFirst(head.upperBound + count) }
        return String(decoding: received[head.upperBound..<head.upperBound + count], as: UTF8.self)
    }

    private func receive() throws {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { throw Failure.broken }
        received += buffer[..<count]
    }
}
