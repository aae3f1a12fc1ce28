import Foundation
import NIOCore

/// Reads the data from a client of a proxy: heads of requests, and the bytes after them.
struct ProxyReader {
    private var iterator: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private var buffer = ByteBuffer()

    init(_ stream: NIOAsyncChannelInboundStream<ByteBuffer>) {
        iterator = stream.makeAsyncIterator()
    }

    /// The lines of the next head; nil at the end.
    mutating func head() async throws -> [String]? {
        while true {
            let text = String(buffer: buffer)
            if let end = text.range(of: "\r\n\r\n") {
                buffer.moveReaderIndex(forwardBy: text[..<end.upperBound].utf8.count)
                return text[..<end.lowerBound].components(separatedBy: "\r\n")
            }
            guard var more = try await iterator.next() else { return nil }
            buffer.writeBuffer(&more)
        }
    }

    /// Up to `count` of the next bytes; nil at the end.
    mutating func bytes(upTo count: Int = .max) async throws -> ByteBuffer? {
        if buffer.readableBytes == 0 {
            guard let more = try await iterator.next() else { return nil }
            buffer = more
        }
        return buffer.readSlice(length: min(count, buffer.readableBytes))
    }
}
