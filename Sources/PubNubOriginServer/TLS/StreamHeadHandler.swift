import NIOCore
import NIOHPACK
import NIOHTTP2

/// Makes the head of a request of HTTP/2 one that the library's translation to HTTP/1.1 accepts, in front of which it stands.
///
/// A client may name its host in `host` instead of `:authority` (RFC 9113, 8.3.1), as a proxy does that translates from HTTP/1.1. The
/// library reports a missing or malformed pseudo-header as an error of the stream, after which debug builds of it trap. Here such a head gets
/// an empty target, so that it is refused, counted and logged like every malformed request.
final class StreamHeadHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload

    private var hasHead = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasHead, case .headers(var frame) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        hasHead = true
        let headers = Self.head(frame.headers)
        frame.headers = headers
        context.fireChannelRead(wrapInboundOut(.headers(frame)))
    }

    /// The head with all pseudo-headers of a request, each with a value that the translation accepts.
    ///
    /// - Parameter headers: The head as it arrived.
    /// - Returns: The same head if it is well-formed and has `:authority`.
    static func head(_ headers: HPACKHeaders) -> HPACKHeaders {
        let authorities = headers[":authority"]
        let hosts = headers["host"]
        let hasValidFields =
            [":method", ":scheme", ":path"].allSatisfy { isWellFormed(headers[$0]) }
            && authorities.count <= 1 && authorities.allSatisfy(isWellFormed)
        // Two names of hosts must be the same.
        guard hasValidFields, hosts.count <= 1, let host = authorities.first ?? hosts.first,
            hosts.allSatisfy({ $0.lowercased() == host.lowercased() }), isWellFormed(host)
        else { return refused(headers) }
        guard authorities.isEmpty else { return headers }
        var complete = HPACKHeaders([(":authority", host)])
        complete.add(contentsOf: headers)
        return complete
    }

    /// A head that is refused, with the method of the one that arrived where it has a valid one.
    private static func refused(_ headers: HPACKHeaders) -> HPACKHeaders {
        let methods = headers[":method"]
        let method = isWellFormed(methods) ? methods[0] : "GET"
        return HPACKHeaders([(":method", method), (":scheme", "https"), (":path", ""), (":authority", "")])
    }

    private static func isWellFormed(_ values: [String]) -> Bool {
        values.count == 1 && values.allSatisfy(isWellFormed)
    }

    /// Whether a pseudo-header may have this value: no control characters and no space.
    private static func isWellFormed(_ value: String) -> Bool {
        !value.isEmpty && value.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }
}
