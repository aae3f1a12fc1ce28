import Foundation

/// A minimal HTTP/2 server: settings, their acknowledgement, and responses of one data frame.
struct HTTP2Script {
    private enum Frame {
        static let data: UInt8 = 0
        static let headers: UInt8 = 1
        static let settings: UInt8 = 4
        static let acknowledged: UInt8 = 1
        static let endOfStream: UInt8 = 1
        static let endOfHeaders: UInt8 = 4
    }

    private static let preface = Data("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    private let source: FileHandle
    private let target: FileHandle
    private let body: (UInt32) -> String?
    private var received = Data()

    init(from source: FileHandle, to target: FileHandle, body: @escaping (UInt32) -> String?) {
        self.source = source
        self.target = target
        self.body = body
    }

    /// Serves until the connection ends.
    func run() {
        var script = self
        script.serve()
    }

    private mutating func serve() {
        // The program that relays the connection prints some lines first.
        while received.range(of: Self.preface) == nil {
            guard readMore() else { return }
        }
        received = received.range(of: Self.preface).map { Data(received[$0.upperBound...]) } ?? received
        send(Frame.settings, flags: 0, stream: 0, [])
        while let (type, flags, stream) = nextFrame() {
            if type == Frame.settings, flags & Frame.acknowledged == 0 {
                send(Frame.settings, flags: Frame.acknowledged, stream: 0, [])
            } else if type == Frame.headers, let body = body(stream) {
                // 0x88 is ":status: 200" in the static table.
                send(Frame.headers, flags: Frame.endOfHeaders, stream: stream, [0x88])
                send(Frame.data, flags: Frame.endOfStream, stream: stream, Array(body.utf8))
            }
        }
    }

    private mutating func nextFrame() -> (type: UInt8, flags: UInt8, stream: UInt32)? {
        while received.count < 9 {
            guard readMore() else { return nil }
        }
        let head = [UInt8](received.prefix(9))
        let length = head[..<3].reduce(0) { $0 << 8 | Int($1) }
        while received.count < 9 + length {
            guard readMore() else { return nil }
        }
        received = Data(received.dropFirst(9 + length))
        return (head[3], head[4], head[5...].reduce(0) { $0 << 8 | UInt32($1) })
    }

    private mutating func readMore() -> Bool {
        let data = source.more()
        received += data
        return !data.isEmpty
    }

    private func send(_ type: UInt8, flags: UInt8, stream: UInt32, _ payload: [UInt8]) {
        let length = withUnsafeBytes(of: UInt32(payload.count).bigEndian) { Array($0.dropFirst()) }
        let number = withUnsafeBytes(of: stream.bigEndian) { Array($0) }
        try? target.write(contentsOf: Data(length + [type, flags] + number + payload))
    }
}
