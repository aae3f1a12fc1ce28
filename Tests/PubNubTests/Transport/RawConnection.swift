import Glibc

/// The server's end of one accepted connection, with blocking calls for a script to use.
final class RawConnection: Sendable {
    private let socket: Int32

    init(socket: Int32) {
        self.socket = socket
        var on: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// The next request, or nil if the peer closed the connection.
    func readRequest() -> RawRequest? {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard let byte = read(1) else { return nil }
            head += byte
        }
        var request = RawRequest(head: String(decoding: head, as: UTF8.self))
        if let length = request.header("content-length").flatMap({ Int($0) }), length > 0 {
            guard let body = read(length) else { return nil }
            request.body = body
        }
        return request
    }

    func send(_ text: String) {
        send(Array(text.utf8))
    }

    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Returns once the client has sent something.
    func waitForBytes() {
        _ = read(1)
    }

    /// Reads one TLS record, such as the hello of a client.
    func readTLSRecord() {
        guard let head = read(5) else { return }
        _ = read(Int(head[3]) << 8 | Int(head[4]))
    }

    /// Returns once the client has closed its end.
    func waitForClose() {
        while read(1) != nil {}
    }

    /// Makes the next close a reset.
    func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    private func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes {
                recv(socket, $0.baseAddress?.advanced(by: filled), count - filled, 0)
            }
            guard got > 0 else { return nil }
            filled += got
        }
        return bytes
    }
}
