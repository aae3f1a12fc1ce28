import Foundation
import Testing

@testable import PubNub
@testable import PubNubCore

/// One request and its response, as the fixture files contain them.
struct RecordedExchange: Sendable, CustomTestStringConvertible {
    struct Request: Sendable {
        let method: String
        let path: String
        let query: [String: String]
        let body: String?
    }

    let id: String
    let operation: RecordedOperation
    let request: Request?
    let response: TransportResponse

    var testDescription: String { id }

    init?(_ fields: [String: Any], id: String) {
        guard let response = fields["response"] as? [String: Any], let status = response["status"] as? Int,
            let body = response["body"] as? String
        else { return nil }
        self.id = id
        let headers = response["headers"] as? [String: String]
        self.response = TransportResponse(
            status: status,
            contentType: headers?["content-type"],
            body: Array(body.utf8)
        )
        request = (fields["request"] as? [String: Any]).flatMap(Request.init)
        if let request {
            operation = RecordedOperation(path: request.path, query: request.query)
        } else {
            operation = RecordedOperation(area: fields["api"] as? String ?? "")
        }
    }

    /// The response's body as a string.
    var body: String { String(decoding: response.body, as: UTF8.self) }

    /// The channels in the request's path, in their plain form.
    var channels: [String] {
        guard let request else { return [] }
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let index =
            switch operation {
            case .subscribeV1: 2
            case .subscribeV2: 3
            case .history, .hereNow, .leave, .heartbeat, .state, .stateUpdate: 5
            case .publish: 4
            case .time, .whereNow, .groups, .namespaces, .groupChannels, .registryChange, .pushChannels, .pushChange,
                .grant, .audit, .other:
                Int.max
            }
        guard index < parts.count else { return [] }
        let names = parts[parts.startIndex + index].split(separator: ",").map { $0.removingPercentEncoding ?? "" }
        return names == [","] ? [] : names
    }

    /// The channel groups in the request's query.
    var groups: [String] {
        request?.query["channel-group"]?.split(separator: ",").map(String.init) ?? []
    }
}

extension RecordedExchange.Request {
    init?(_ fields: [String: Any]) {
        guard let method = fields["method"] as? String, let path = fields["path"] as? String else { return nil }
        self.init(
            method: method,
            path: path,
            query: fields["query"] as? [String: String] ?? [:],
            body: fields["body"] as? String
        )
    }
}
