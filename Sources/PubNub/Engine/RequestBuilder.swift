import PubNubCodec
import PubNubMachines
import PubNubWire

/// Turns calls into requests: adds the origin, the keys and the items that all requests share.
///
/// A builder is created once for a configuration, and escapes the constant parts then.
final class RequestBuilder: Sendable {
    /// `pnsdk` as it stands in a query: the product and version that requests speak for.
    static let library = "PubNub-Swift-Linux%2F3.7.8"

    /// Computes the signature's HMAC-SHA256 of the string to sign.
    typealias Signer = @Sendable (_ key: [UInt8], _ text: [UInt8]) throws(DigestError) -> [UInt8]

    private let settings: RequestSettings
    private let sign: Signer
    private let base: String
    private let subscribeKey: String
    private let publishKey: String
    private let identifier: String
    private let authorization: String?
    /// The items that most requests share, as they are written.
    private let identifierItem: String
    private let authorizationItem: String?
    private static let libraryItem = "pnsdk=" + library

    /// A builder of requests as `settings` wants them.
    init(_ settings: RequestSettings, sign: @escaping Signer = HMAC.sha256) {
        self.settings = settings
        self.sign = sign
        base = (settings.isSecure ? "https://" : "http://") + settings.origin
        subscribeKey = PercentEncoding.escape(settings.subscribeKey)
        publishKey = PercentEncoding.escape(settings.publishKey)
        identifier = PercentEncoding.escape(settings.identifier)
        authorization = settings.authorizationKey.isEmpty ? nil : PercentEncoding.escape(settings.authorizationKey)
        identifierItem = "uuid=" + identifier
        authorizationItem = authorization.map { "auth=" + $0 }
    }

    /// Builds the request of `call`, which the transport identifies by `id`.
    ///
    /// - Throws: A failure with ``kPNCryptoUnavailableFeatureError`` if the call has to be signed and cannot be. Such a call
    ///   must not be sent.
    func build<Value>(_ call: Call<Value>, id: RequestID) throws(Failure) -> TransportRequest {
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
            let lengthWithoutQuery = url.utf8.count
            try appendQuery(call.query, row: row, to: &url)
            try appendSignature(of: call, lengthWithoutQuery, to: &url)
        } catch {
            throw .unsigned
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

    private func appendQuery(_ items: [QueryItem], row: RouteRow, to url: inout String) throws(DigestError) {
        var separator = "?"
        for item in items {
            if let shared = sharedItem(item, row: row) {
                url += separator
                url += shared
            } else {
                guard let pair = try pair(for: item, among: items, row: row) else { continue }
                url += separator
                url += pair.name
                url += "="
                url += pair.value
            }
            separator = "&"
        }
    }

    private func sharedItem(_ item: QueryItem, row: RouteRow) -> String? {
        switch item {
        case .identifier: identifierItem
        case .authorization: row.sendsAuth ? authorizationItem : nil
        case .library: Self.libraryItem
        case .escaped, .signature, .signatureOfRequest: nil
        }
    }

    /// Appends the signature of version 2 if the call asks for one and there is a secret key.
    private func appendSignature<Value>(
        of call: Call<Value>,
        _ lengthWithoutQuery: Int,
        to url: inout String
    ) throws(DigestError) {
        guard !settings.secretKey.isEmpty, case .signatureOfRequest(let timestamp)? = call.query.last else { return }
        let row = call.route.row
        let path = url.utf8.prefix(lengthWithoutQuery).dropFirst(base.utf8.count)
        var query: [(String, String)] = []
        for item in call.query {
            guard let pair = try pair(for: item, among: call.query, row: row) else { continue }
            query.append((pair.name, pair.value))
        }
        query.append(("timestamp", "\(timestamp)"))
        let text = StringToSign.v2(
            method: row.verb.rawValue,
            publishKey: settings.publishKey,
            path: String(decoding: path, as: UTF8.self),
            query: query,
            body: call.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
        )
        let digest = Base64.encode(try sign(Array(settings.secretKey.utf8), Array(text.utf8)), urlSafe: true)
        // A signature of version 2 has no padding.
        let signature = String(digest.prefix { $0 != "=" })
        url += "&timestamp=\(timestamp)&signature=v2.\(signature)"
    }

    private func pair(
        for item: QueryItem,
        among items: [QueryItem],
        row: RouteRow
    ) throws(DigestError) -> (name: String, value: String)? {
        switch item {
        case .escaped(let name, let value): return (name, value)
        case .identifier: return ("uuid", identifier)
        case .authorization: return row.sendsAuth ? authorization.map { ("auth", $0) } : nil
        case .library: return ("pnsdk", Self.library)
        case .signatureOfRequest: return nil
        case .signature(let operation):
            var others: [(name: String, value: String)] = []
            for other in items where other != item {
                if let pair = try pair(for: other, among: [], row: row) { others.append(pair) }
            }
            return ("signature", try signature(of: others, operation: operation))
        }
    }

    private func signature(
        of query: [(name: String, value: String)],
        operation: String
    ) throws(DigestError) -> String {
        let text = StringToSign.legacy(
            subscribeKey: settings.subscribeKey,
            publishKey: settings.publishKey,
            operation: operation,
            query: query.map { ($0.name, $0.value) }
        )
        let digest = try sign(Array(settings.secretKey.utf8), Array(text.utf8))
        return PercentEncoding.escape(Base64.encode(digest, urlSafe: true))
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

extension Failure {
    /// A call that could not be signed and therefore was not sent.
    fileprivate static let unsigned = Failure(
        .local,
        code: kPNCryptoUnavailableFeatureError,
        text:
            "The request could not be signed, and was not sent: the system's crypto library did not compute its HMAC-SHA256."
    )
}
