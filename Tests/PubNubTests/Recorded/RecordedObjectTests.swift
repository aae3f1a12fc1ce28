import Foundation
import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

/// App Context with two decoders, and its requests, as ``RecordedReplyTests`` and ``RecordedRequestTests`` do.
@Suite("Recorded App Context")
struct RecordedObjectTests {
    static let exchanges = ExchangeLibrary.exchanges(of: .other).filter { RecordedObject($0) != nil }

    @Test("Uses every exchange", .enabled(if: ExchangeLibrary.recordedCount != nil))
    func count() {
        #expect(Self.exchanges.count >= 75)
    }

    @Test("Responses", arguments: exchanges)
    func answers(_ exchange: RecordedExchange) throws {
        let object = try #require(RecordedObject(exchange))
        let response = exchange.response
        let query = ObjectsQuery()
        let expected = Outcome(exchange) { Reference.objects($0, isRemoval: object.isRemoval) }
        let ours: Outcome<Reference.Objects> =
            switch (object.side, object.identifier, object.relation) {
            case (.uuids, nil, _): Outcome(ObjectEndpoints.users(query).decode(response), Reference.Objects.init)
            case (.channels, nil, _): Outcome(ObjectEndpoints.channels(query).decode(response), Reference.Objects.init)
            case (.uuids, let id?, true):
                Outcome(RelationEndpoints.memberships(of: id, query).decode(response), Reference.Objects.init)
            case (.channels, let id?, true):
                Outcome(RelationEndpoints.members(of: id, query).decode(response), Reference.Objects.init)
            case (_, let id?, false) where object.isRemoval:
                Outcome(ObjectEndpoints.removeUser(id, query).decode(response)) { Reference.Objects() }
            case (.uuids, let id?, false):
                Outcome(ObjectEndpoints.user(id, query).decode(response)) {
                    Reference.Objects(ObjectList(items: [$0]))
                }
            case (.channels, let id?, false):
                Outcome(ObjectEndpoints.channel(id, query).decode(response)) {
                    Reference.Objects(ObjectList(items: [$0]))
                }
            }
        #expect(ours == expected)
    }

    @Test("Requests", arguments: exchanges)
    func requests(_ exchange: RecordedExchange) throws {
        let recorded = try #require(exchange.request)
        let object = try #require(RecordedObject(exchange))
        let built = try object.request()
        #expect(built.verb.rawValue == recorded.method)
        let url = try #require(URLComponents(string: built.url))
        #expect(url.path == recorded.path.removingPercentEncoding)
        let items = (url.queryItems ?? []).reduce(into: [:]) { $0[$1.name] = $1.value }
        for name in ["limit", "start", "filter", "sort"] { #expect(items[name] == recorded.query[name], "\(name)") }
        #expect((items["count"] != nil) == (recorded.query["count"] != nil))
        let theirs = Set((recorded.query["include"] ?? "").split(separator: ",").filter { $0 != "1" })
        #expect(Set((items["include"] ?? "").split(separator: ",")) == theirs)
        #expect(built.body.flatMap { try? JSON(parsing: $0) } == object.body)
    }
}
