import PubNubWire
import Testing

@testable import PubNubOrigin

/// Sends calls of App Context to the probe's origin and reads the responses.
struct ObjectsProbe: Sendable {
    static let root = "/v2/objects/demo"
    /// The version of a membership without fields.
    static let emptyTag = "Afah2qS199e74QE"

    let probe: OriginProbe

    init(_ probe: OriginProbe = OriginProbe()) {
        self.probe = probe
    }

    /// Returns the response to a request and checks its status.
    @discardableResult
    func call(
        _ method: String,
        _ path: String,
        _ query: [String: String] = [:],
        body: String? = nil,
        contentType: String? = "application/json",
        ifMatch: String? = nil
    ) throws -> (status: Int, text: String, json: JSON) {
        let request = OriginRequest(
            method: method,
            target: Self.target(path, query),
            contentType: body == nil ? nil : contentType,
            ifMatch: ifMatch,
            body: body.map { Array($0.utf8) } ?? []
        )
        let exchange = probe.send(request)
        let text = try #require(exchange.body)
        return (try #require(exchange.status), text, try JSON(parsing: text))
    }

    @discardableResult
    func get(_ path: String, _ query: [String: String] = [:]) throws -> JSON {
        let (status, text, json) = try call("GET", path, query)
        #expect(status == 200, "\(text)")
        return json
    }

    @discardableResult
    func patch(_ path: String, _ body: String, _ query: [String: String] = [:]) throws -> JSON {
        let (status, text, json) = try call("PATCH", path, query, body: body)
        #expect(status == 200, "\(text)")
        return json
    }

    @discardableResult
    func delete(_ path: String) throws -> JSON {
        let (status, text, json) = try call("DELETE", path)
        #expect(status == 200, "\(text)")
        return json
    }

    /// The identifiers of a page; for relations, those of the other ends.
    func ids(_ path: String, _ query: [String: String] = [:]) throws -> [String] { Self.ids(try get(path, query)) }

    static func ids(_ page: JSON) -> [String] {
        (page["data"]?.array ?? []).compactMap { entry in
            (entry["id"] ?? entry["channel"]?["id"] ?? entry["uuid"]?["id"])?.string
        }
    }

    static func target(_ path: String, _ query: [String: String]) -> String {
        let items = query.sorted { $0.key < $1.key }.map { "\($0.key)=\(PercentEncoding.escape($0.value))" }
        return root + path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }

    /// All stored objects, to check that nothing has changed.
    var everything: [String] {
        get throws {
            let include = "custom,type,status"
            let users = try ids("/uuids")
            let channels = try ids("/channels")
            let lists =
                ["/uuids", "/channels"] + users.map { "/uuids/\(PercentEncoding.escape($0))/channels" }
                + channels.map { "/channels/\(PercentEncoding.escape($0))/uuids" }
            return try lists.map { try call("GET", $0, ["include": include, "count": "1"]).text }
        }
    }

    /// The detail of a refusal: its place, its location and its message.
    static func details(_ answer: JSON) -> [[String]] {
        (answer["error"]?["details"]?.array ?? []).map { detail in
            ["locationType", "location", "message"].map { detail[$0]?.string ?? "" }
        }
    }
}
