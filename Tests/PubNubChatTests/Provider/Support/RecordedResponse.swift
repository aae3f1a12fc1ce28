import Foundation
import PubNub
import PubNubCore
import Testing

/// A response of the real service, from the fixture files outside the project.
struct RecordedResponse: Sendable, CustomTestStringConvertible {
    /// The types of lists and objects.
    enum Kind: Sendable {
        case channels, users, members, memberships
    }

    let id: String
    let method: String
    let path: String
    let status: Int
    let body: String

    var testDescription: String { id }

    /// The type of the objects; nil for other families.
    var kind: Kind? {
        let parts = path.split(separator: "/").dropFirst(3)
        switch (parts.first, parts.count > 2 ? parts.last : nil) {
        case ("channels", nil): return .channels
        case ("channels", _): return .members
        case ("uuids", nil): return .users
        case ("uuids", _): return .memberships
        default: return nil
        }
    }

    var isOne: Bool { body.contains(#""data":{"#) }

    var isList: Bool { body.contains(#""data":["#) }

    var response: TransportResponse { Self.reply(body, status: status) }

    static func reply(_ body: String, status: Int = 200) -> TransportResponse {
        TransportResponse(status: status, contentType: "text/javascript", body: Array(body.utf8))
    }

    /// The same response with a message of the schema in place of each message. Its identifier is composed of channel
    /// and timetoken.
    func with(messagesOf pages: [String: [[String: Any]]], in reply: [String: Any]) throws -> RecordedResponse {
        var reply = reply
        reply["channels"] = Dictionary(
            uniqueKeysWithValues: pages.map { name, items in
                let changed = items.map { item in
                    let id = "\(name) \(item["timetoken"] as? String ?? "")"
                    let message = ["id": id, "text": id, "createdAt": "2022-05-10T14:48:00.000Z"]
                    return item.merging(["message": message]) { _, new in new }
                }
                return (name, changed)
            }
        )
        let data = try JSONSerialization.data(withJSONObject: reply)
        return RecordedResponse(
            id: id,
            method: method,
            path: path,
            status: status,
            body: String(decoding: data, as: UTF8.self)
        )
    }

    /// Whether the folder of recorded responses exists.
    static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

    /// The responses of a file; empty if the folder does not exist.
    static func responses(_ name: String) -> [RecordedResponse] {
        let file = folder.appending(path: "\(name).json")
        guard let data = try? Data(contentsOf: file),
            let cases = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]]
        else { return [] }
        return cases.compactMap { fields in
            guard let request = fields["request"] as? [String: Any], let method = request["method"] as? String,
                let path = request["path"] as? String, let response = fields["response"] as? [String: Any],
                let status = response["status"] as? Int, let body = response["body"] as? String
            else { return nil }
            return RecordedResponse(
                id: fields["id"] as? String ?? name,
                method: method,
                path: path,
                status: status,
                body: body
            )
        }
    }

    private static let folder: URL = {
        let root = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let named = ProcessInfo.processInfo.environment["PUBNUB_FIXTURES"].map { URL(filePath: $0) }
        return (named ?? root.appending(path: "../shared/fixtures")).standardizedFileURL.appending(path: "recorded")
    }()
}
