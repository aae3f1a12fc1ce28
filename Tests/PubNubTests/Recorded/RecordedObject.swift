import Foundation
import PubNubMachines

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

/// The content of a recorded request of App Context, and an application's request for the same.
struct RecordedObject {
    enum Side: String {
        case uuids, channels
    }

    let side: Side
    let identifier: String?
    /// Whether it concerned memberships or members.
    let relation: Bool
    let method: String
    private let query: [String: String]
    private let sent: [String: Any]

    /// nil for requests of other families.
    init?(_ exchange: RecordedExchange) {
        guard let request = exchange.request else { return nil }
        let parts = request.path.split(separator: "/").map { String($0).removingPercentEncoding ?? "" }
        guard parts.count > 3, parts[..<2] == ["v2", "objects"], let side = Side(rawValue: parts[3]) else { return nil }
        self.side = side
        identifier = parts.count > 4 ? parts[4] : nil
        relation = parts.count > 5
        method = request.method
        query = request.query
        sent = (request.body.map(Reference.json) as? [String: Any]) ?? [:]
    }

    var isRemoval: Bool { method == "DELETE" }

    /// The sent body without empty lists; nil without a body.
    var body: JSON? {
        guard method == "PATCH" else { return nil }
        return Reference.value(sent.filter { ($0.value as? [Any])?.isEmpty != true })
    }

    /// The request that the library builds for the same call.
    func request() throws -> TransportRequest {
        let id = identifier ?? ""
        switch (side, identifier, relation, method) {
        case (.uuids, nil, _, _): return try build(try page(PNFetchAllUUIDMetadataRequest()).call(for: "u"))
        case (.channels, nil, _, _): return try build(try page(PNFetchAllChannelsMetadataRequest()).call(for: "u"))
        case (.uuids, _, true, "GET"): return try build(try page(PNFetchMembershipsRequest(uuid: id)).call(for: "u"))
        case (.channels, _, true, "GET"):
            return try build(try page(PNFetchChannelMembersRequest(channel: id)).call(for: "u"))
        case (.uuids, _, true, _):
            let request = PNManageMembershipsRequest(uuid: id)
            request.setChannels = entries("channel")
            request.removeChannels = removed("channel")
            return try build(try page(request).call(for: "u"))
        case (.channels, _, true, _):
            let request = PNManageChannelMembersRequest(channel: id)
            request.setMembers = entries("uuid")
            request.removeMembers = removed("uuid")
            return try build(try page(request).call(for: "u"))
        case (.uuids, _, _, "GET"): return try build(try fields(PNFetchUUIDMetadataRequest(uuid: id)).call(for: "u"))
        case (.uuids, _, _, "DELETE"): return try build(try PNRemoveUUIDMetadataRequest(uuid: id).call(for: "u"))
        case (.channels, _, _, "GET"):
            return try build(try fields(PNFetchChannelMetadataRequest(channel: id)).call(for: "u"))
        case (.channels, _, _, "DELETE"):
            return try build(try PNRemoveChannelMetadataRequest(channel: id).call(for: "u"))
        case (.uuids, _, _, _):
            let request = fields(PNSetUUIDMetadataRequest(uuid: id))
            request.name = sent["name"] as? String
            request.externalId = sent["externalId"] as? String
            request.profileUrl = sent["profileUrl"] as? String
            request.email = sent["email"] as? String
            request.custom = sent["custom"] as? [String: Any]
            request.clearedFields = cleared
            return try build(try request.call(for: "u"))
        case (.channels, _, _, _):
            let request = fields(PNSetChannelMetadataRequest(channel: id))
            request.name = sent["name"] as? String
            request.information = sent["description"] as? String
            request.custom = sent["custom"] as? [String: Any]
            request.clearedFields = cleared
            return try build(try request.call(for: "u"))
        }
    }

    private func build<Value>(_ call: Call<Value>) throws(Failure) -> TransportRequest {
        try RequestComparison.builder.build(call, id: RequestID(rawValue: 1))
    }

    private var cleared: Set<PNMetadataField> {
        Set(PNMetadataField.allCases.filter { sent[$0.rawValue] is NSNull })
    }

    private func entries(_ key: String) -> [[String: Any]]? {
        (sent["set"] as? [[String: Any]])?.map { entry in
            entry.merging([key: (entry[key] as? [String: Any])?["id"] ?? ""]) { _, id in id }
        }
    }

    private func removed(_ key: String) -> [String]? {
        (sent["delete"] as? [[String: Any]])?.compactMap { ($0[key] as? [String: Any])?["id"] as? String }
    }

    private static let bits: [String: UInt] = [
        "custom": 1 << 1, "status": 1 << 2, "type": 1 << 3, "channel": 1 << 4, "channel.custom": 1 << 5,
        "uuid": 1 << 12,
        "uuid.custom": 1 << 13,
    ]

    private func fields<Request: PNBaseObjectsRequest>(_ request: Request) -> Request {
        let names = (query["include"] ?? "").split(separator: ",").map(String.init)
        request.fieldBits = names.reduce(query["count"] == nil ? 0 : 1) { $0 | (Self.bits[$1] ?? 0) }
        return request
    }

    private func page<Request: PNObjectsPaginatedRequest>(_ request: Request) -> Request {
        request.limit = query["limit"].flatMap { UInt($0) } ?? 0
        request.start = query["start"]
        request.filter = query["filter"]
        request.sort = query["sort"].map { $0.split(separator: ",").map(String.init) }
        return fields(request)
    }
}
