import NIOCore

/// Where a connection's bytes come in, before they are decoded: it knows of a request that has begun and not ended, and
/// throws away what comes after a refusal, so that the client can read that before the connection closes.
final class InboundGate: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private static let mostDiscarded = 1024 * 1024

    /// Whether part of a request has come, and its end has not.
    private(set) var isMidway = false
    /// How long that request's first line is, as far as it has come.
    private(set) var lineBytes = 0
    private var isInFirstLine = true
    private var hasHeadEnded = false
    /// Bytes thrown away; nil while they are passed on.
    private var discarded: Int?

    /// A request has come to its end; whether that is the end of its head.
    func requestEnded(hasBody: Bool) {
        isMidway = false
        isInFirstLine = true
        lineBytes = 0
        hasHeadEnded = !hasBody
    }

    /// Nothing is passed on any more.
    func discard() {
        discarded = discarded ?? 0
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data).readableBytesView
        if let discarded {
            self.discarded = discarded + bytes.count
            if discarded + bytes.count > Self.mostDiscarded { context.close(promise: nil) }
            return
        }
        hasHeadEnded = false
        note(bytes)
        context.fireChannelRead(data)
        // Bytes after the end of a head belong to the next request.
        if hasHeadEnded, discarded == nil { note(bytes[Self.endOfHead(in: bytes)...]) }
    }

    private func note(_ bytes: ByteBufferView) {
        // Clients of 2014 write line breaks between requests.
        if !isMidway, bytes.allSatisfy({ $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }) { return }
        isMidway = true
        guard isInFirstLine else { return }
        let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
        lineBytes += bytes.distance(from: bytes.startIndex, to: end ?? bytes.endIndex)
        isInFirstLine = end == nil
    }

    /// The place behind the last empty line.
    private static func endOfHead(in bytes: ByteBufferView) -> Int {
        let cr = UInt8(ascii: "\r")
        let lf = UInt8(ascii: "\n")
        let offset = bytes.withContiguousStorageIfAvailable { bytes in
            var end = bytes.count
            while end >= 4 {
                if bytes[end - 1] == lf, bytes[end - 2] == cr, bytes[end - 3] == lf, bytes[end - 4] == cr { return end }
                end -= 1
            }
            return bytes.count
        }
        return offset.map { bytes.startIndex + $0 } ?? bytes.endIndex
    }
}
