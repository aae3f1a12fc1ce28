import Foundation
import PubNubCodec
package import PubNubMachines
package import PubNubWire

/// Turns calls into requests: adds the origin, the keys and the items that all requests share.
///
/// A builder is created once for a configuration, and escapes the constant parts then.
package final class RequestBuilder: Sendable {
    /// `pnsdk` as it stands in a query: the product and version that requests speak for.
    static let library = "PubNub-Swift-Linux%2F3.7.8"

    /// Computes the signature's HMAC-SHA256 of the string to sign.
    typealias Signer = @Sendable (_ key: [UInt8], _ text: [UInt8]) throws(DigestError) -> [UInt8]

    private let settings: RequestSettings
    private let sign: Signer
    private let now: @Sendable () -> Date
    private let base: String
    private let subscribeKey: String
    private let publishKey: String
    /// `nil` without a secret key.
    private let secretKey: [UInt8]?
    /// The items that most requests share, as they are written.
    private let identifierItem: String
    private let authorizationItem: String?
    private static let libraryItem = "pnsdk=" + library

    /// A builder of requests as `settings` wants them.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - sign: Computes signatures.
    ///   - now: The date, which a signed request contains.
    init(
        _ settings: RequestSettings,
        sign: @escaping Signer = HMAC.sha256,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.settings = settings
        self.sign = sign
        self.now = now
        base = (settings.isSecure ? "https://" : "http://") + settings.origin
        subscribeKey = PercentEncoding.escape(settings.subscribeKey)
        publishKey = PercentEncoding.escape(settings.publishKey)
        secretKey = settings.secretKey.isEmpty ? nil : Array(settings.secretKey.utf8)
        identifierItem = "uuid=" + PercentEncoding.escape(settings.identifier)
        authorizationItem =
            settings.authorizationKey.isEmpty ? nil : "auth=" + PercentEncoding.escape(settings.authorizationKey)
    }

    /// Builds the request of `call`, which the transport identifies by `id`.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - id: The identifier.
    ///   - isMeasured: Whether the request is only measured, so that its address may have any length; `false` by default.
    /// - Returns: The request.
    /// - Throws: A failure with ``kPNCryptoUnavailableFeatureError`` if the call has to be signed and cannot be. Such a call
    ///   must not be sent. A failure with ``kPNTooLongMessageError`` if the address with the message is too long.
    package func build<Value>(
        _ call: Call<Value>,
        id: RequestID,
        isMeasured: Bool = false
    ) throws(Failure) -> TransportRequest {
        let row = call.route.row
        var url = base
        url.reserveCapacity(base.utf8.count + call.arguments.byteCount + 320)
        row.template.fill(&url) { name in
            switch name {
            case "sub": subscribeKey
            case "pub": publishKey
            case "callback": "0"
            default: call.arguments[name]
            }
        }
        do {
            // The signature of the request covers all items before it, so it is the last one. That of the access manager of 2014 is one of the items
            // that the call lists, and keeps its place among them.
            let lengthWithoutQuery = url.utf8.count
            try appendQuery(call.query, row: row, to: &url)
            if let secretKey, signs(call) { try appendSignature(secretKey, of: call, lengthWithoutQuery, to: &url) }
        } catch {
            throw .unsigned
        }
        let addressLength = url.utf8.count - base.utf8.count
        if addressLength > ServiceLimits.maxMessageBytes, !isMeasured, call.route.sendsMessage {
            throw .addressTooLong(addressLength)
        }
        let content = Content(call.body, call.bodyForm)
        return TransportRequest(
            id: id,
            route: call.route,
            verb: row.verb,
            url: url,
            headers: content.headers,
            body: content.bytes,
            lane: row.lane,
            isRepeatable: call.isRepeatable,
            acceptsCompression: settings.acceptsCompression,
            trust: settings.trust,
            certificateAuthorityFile: settings.certificateAuthorityFile,
            proxy: settings.proxy
        )
    }

    /// A request that transfers a file, to an address that the service gave. It tells the other end nothing about the client.
    ///
    /// - Parameters:
    ///   - route: The route, which determines the method.
    ///   - url: The address.
    ///   - id: The identifier.
    ///   - headers: The headers.
    ///   - stream: The body that is sent or received.
    /// - Returns: The request.
    /// - Throws: A failure if the address would take the transfer out of TLS, or is not one of HTTP.
    func transfer(
        _ route: Route,
        url: String,
        id: RequestID,
        headers: [(name: String, value: String)],
        stream: BodyStream
    ) throws(Failure) -> TransportRequest {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        guard scheme == "https" || scheme == "http" && !settings.isSecure else { throw .unusableAddress }
        return TransportRequest(
            id: id,
            route: route,
            verb: route.row.verb,
            url: url,
            headers: headers,
            lane: .transfer,
            // The bytes of an upload are gone once they were sent.
            isRepeatable: route != .fileUpload,
            needsNewConnection: route == .fileUpload,
            acceptsCompression: false,
            trust: settings.trust,
            certificateAuthorityFile: settings.certificateAuthorityFile,
            proxy: settings.proxy
        )
        .streaming(stream)
    }

    private func appendQuery(_ items: [QueryItem], row: RouteRow, to url: inout String) throws(DigestError) {
        var separator = "?"
        for item in items {
            let written: String?
            switch item {
            case .escaped(let name, let value):
                url += separator
                url += name
                url += "="
                url += value
                separator = "&"
                continue
            case .identifier: written = identifierItem
            case .authorization: written = row.sendsAuth ? authorizationItem : nil
            case .library: written = Self.libraryItem
            case .signatureOfRequest: written = nil
            case .signature(let operation):
                var others = ""
                try appendQuery(items.filter { $0 != item }, row: row, to: &others)
                written = "signature=" + (try firstSignature(operation, others.dropFirst()))
            }
            guard let written else { continue }
            url += separator
            url += written
            separator = "&"
        }
    }

    /// Whether the whole request is signed. The access manager of 2014 has a signature of its own among the items, and the
    /// time belongs to no keyset.
    private func signs<Value>(_ call: Call<Value>) -> Bool {
        guard settings.signsRequests else { return call.query.last == .signatureOfRequest }
        return call.route != .time && call.route.signedOperation == nil
    }

    /// Appends the time and the signature of the request, which has version 2 except for a message in a body.
    private func appendSignature<Value>(
        _ secretKey: [UInt8],
        of call: Call<Value>,
        _ lengthWithoutQuery: Int,
        to url: inout String
    ) throws(DigestError) {
        url += url.utf8.count == lengthWithoutQuery ? "?timestamp=" : "&timestamp="
        url += Int64(now().timeIntervalSince1970).description
        let path = String(Substring(url.utf8.prefix(lengthWithoutQuery).dropFirst(base.utf8.count)))
        let query = Substring(url.utf8.dropFirst(lengthWithoutQuery + 1))
        // For a message in a body, the service still computes the signature of 2014, which does not cover the body.
        guard call.route != .publishCompressed else {
            return url += "&signature=" + (try firstSignature(path, query))
        }
        let text = StringToSign.v2(
            method: call.route.row.verb.rawValue,
            publishKey: settings.publishKey,
            path: path,
            query: StringToSign.items(of: query),
            body: call.body ?? []
        )
        // A signature of version 2 has no padding.
        let digest = Base64.encode(try sign(secretKey, text), urlSafe: true)
        url += "&signature=v2."
        url += digest.prefix { $0 != "=" }
    }

    /// The signature of 2014, escaped.
    private func firstSignature(_ operation: String, _ query: Substring) throws(DigestError) -> String {
        let text = StringToSign.legacy(
            subscribeKey: settings.subscribeKey,
            publishKey: settings.publishKey,
            operation: operation,
            query: StringToSign.items(of: query)
        )
        return PercentEncoding.escape(Base64.encode(try sign(secretKey ?? [], Array(text.utf8)), urlSafe: true))
    }

    /// The content of a request. A body that cannot be compressed is sent uncompressed.
    private struct Content {
        let bytes: [UInt8]?
        let isCompressed: Bool
        let headers: [(name: String, value: String)]

        init(_ body: [UInt8]?, _ form: BodyForm) {
            guard let body else {
                bytes = nil
                isCompressed = false
                headers = []
                return
            }
            switch form {
            case .compressed:
                let compressed = try? Gzip.compress(body)
                let type = (name: "Content-Type", value: "application/json; charset=UTF-8")
                bytes = compressed ?? body
                isCompressed = compressed != nil
                headers = isCompressed ? [type, (name: "Content-Encoding", value: "gzip")] : [type]
            case .plain(let eTag):
                let type = (name: "Content-Type", value: "application/json")
                bytes = body
                isCompressed = false
                headers = eTag.map { [type, (name: "If-Match", value: $0)] } ?? [type]
            }
        }
    }
}

extension ClientEngine {
    /// Checks the size of a message, and that of the address with the message.
    ///
    /// - Throws: Error 114 if the service does not accept the message.
    package func checkSize(of call: Call<Timetoken>) throws(Failure) {
        try Validation.size(of: call)
        // The other parts of an address are short.
        guard call.arguments.byteCount + call.query.byteCount > ServiceLimits.maxMessageBytes / 2 else { return }
        do throws(Failure) {
            _ = try read { $0.builder }.build(call, id: RequestID(rawValue: 0))
        } catch {
            if error.code == ErrorCode.messageTooLong { throw error }
        }
    }
}

extension [QueryItem] {
    /// The number of bytes of the values that the call itself adds, such as metadata.
    fileprivate var byteCount: Int {
        reduce(0) { count, item in
            if case .escaped(_, let value) = item { count + value.utf8.count } else { count }
        }
    }
}

extension TransportRequest {
    fileprivate func streaming(_ stream: BodyStream) -> TransportRequest {
        var request = self
        request.stream = stream
        return request
    }
}

extension Failure {
    /// An address of a file that is not used.
    fileprivate static let unusableAddress = Failure(
        .malformed,
        code: ErrorCode.responseMalformed,
        text: "The service gave an address for the file that is not HTTPS, which the connection of this client is."
    )

    /// A call that could not be signed and therefore was not sent.
    fileprivate static let unsigned = Failure(
        .local,
        code: ErrorCode.cipherUnavailable,
        text:
            "The request could not be signed, and was not sent: the system's crypto library did not compute its HMAC-SHA256."
    )
}
