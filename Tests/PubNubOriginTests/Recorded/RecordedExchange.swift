import Foundation
import PubNubWire
import Testing

@testable import PubNubOrigin

/// One recorded exchange with the real service.
struct RecordedExchange: Sendable, CustomTestStringConvertible {
    let id: String
    let provenance: String
    let method: String
    /// Path and query as they are sent.
    let target: String
    let path: String
    let query: [String: String]
    let requestBody: String?
    let status: Int
    let body: String

    var testDescription: String { id }

    /// The decoded names in the path segment at an index.
    func names(at place: Int) -> [String] {
        let segments = path.split(separator: "/")
        guard segments.count > place else { return [] }
        return segments[place].replacingOccurrences(of: "%2C", with: ",").split(separator: ",")
            .compactMap { PercentEncoding.unescape($0) }
    }

    var groups: [String] { (query["channel-group"] ?? "").split(separator: ",").map(String.init) }

    init?(_ value: JSON) {
        guard let request = value["request"], let method = request["method"]?.string,
            let path = request["path"]?.string, let response = value["response"],
            let status = response["status"]?.int64Value, let body = response["body"]?.string
        else { return nil }
        id = value["id"]?.string ?? "\(method) \(path)"
        provenance = value["provenance"]?.string ?? ""
        self.method = method
        self.path = path
        self.status = Int(status)
        self.body = body
        requestBody = request["body"]?.string
        var query: [String: String] = [:]
        for (name, item) in request["query"]?.object ?? [:] { query[name] = item.string ?? item.text }
        self.query = query
        target = Self.target(path, query)
    }

    /// The target with another timetoken to continue from.
    func target(from timetoken: UInt64) -> String {
        var query = query
        var segments = path.split(separator: "/").map(String.init)
        if segments.first == "subscribe" || segments.count == 6 {
            segments[segments.count - 1] = "\(timetoken)"
        } else {
            query["t"] = nil
            query["tt"] = "\(timetoken)"
        }
        return Self.target("/" + segments.joined(separator: "/"), query)
    }

    private static func target(_ path: String, _ query: [String: String]) -> String {
        let items = query.sorted { $0.key < $1.key }.map { name, value in
            let escaped = value.split(separator: "+", omittingEmptySubsequences: false)
                .map { PercentEncoding.escape(String($0)) }.joined(separator: "+")
            return "\(PercentEncoding.escape(name))=\(escaped)"
        }
        return items.isEmpty ? path : path + "?" + items.joined(separator: "&")
    }
}
