import Dispatch
import Foundation
import PubNubSupport

/// A generic HTTP client: one request, one connection, the whole response as bytes.
enum RawHTTP {
    struct Failure: Error {}

    /// The head and the body of the response to a GET.
    static func get(_ target: String, port: Int, headers: [String] = []) async throws -> (head: String, body: [UInt8]) {
        let lines = ["GET \(target) HTTP/1.1", "Host: origin", "Connection: close"] + headers + ["", ""]
        let answer = try await withHandover { task in
            DispatchQueue.global().async {
                task.resume(with: Result { try exchange(lines.joined(separator: "\r\n"), port: port) })
            }
        }
        guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) else { throw Failure() }
        return (
            String(decoding: answer[..<end.lowerBound], as: UTF8.self).lowercased(), Array(answer[end.upperBound...])
        )
    }

    private static func exchange(_ request: String, port: Int) throws -> [UInt8] {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        let bytes = Array(request.utf8)
        guard isConnected, send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Failure()
        }
        var answer: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0 else { return answer }
            answer += chunk.prefix(count)
        }
    }
}
