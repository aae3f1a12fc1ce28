import Foundation
import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

/// Reads responses of the service (Documentation/WireProtocol.md, "App Context").
@Suite("App Context, responses")
struct AppContextReplyTests {
    private static let user = #"""
        {"id":"someuuid","name":"Some name","externalId":"1234","profileUrl":"http://example.com","email":"t@example.com",
        "type":null,"status":"on","custom":{"key1":"val1","n":9007199254740991,"f":1.5,"b":true},
        "updated":"2024-03-07T08:49:07.011608Z","eTag":"58f1aa12fc7b39025d4b159aa5289854","unknown":{"x":[1]}}
        """#

    private let all = ObjectEndpoints.users(ObjectsQuery()).map { page in page.map { PNUUIDMetadata($0) } }
    private let one = ObjectEndpoints.user("u", ObjectsQuery()).map { PNUUIDMetadata($0) }

    @Test("Reads a user with all members")
    func user() throws {
        let user = try #require(Replies.value(one, #"{"status":200,"data":\#(Self.user)}"#))
        #expect(user.uuid == "someuuid" && user.name == "Some name" && user.externalId == "1234")
        #expect(user.profileUrl == "http://example.com" && user.email == "t@example.com")
        #expect(user.status == "on" && user.type == nil && user.clearedFields == [.type])
        #expect(user.eTag == "58f1aa12fc7b39025d4b159aa5289854")
        let updated = try #require(user.updated)
        #expect(abs(updated.timeIntervalSince1970 - 1_709_801_347.011608) < 0.000_001)
        let custom = try #require(user.custom)
        #expect(custom.count == 4 && custom["key1"] as? String == "val1" && custom["f"] as? Double == 1.5)
        #expect(custom["n"] as? Int == 9_007_199_254_740_991 && custom["b"] as? Bool == true)
    }

    @Test("Reads a channel, whose description is its information")
    func channel() throws {
        let call = ObjectEndpoints.channel("c", ObjectsQuery()).map { PNChannelMetadata($0) }
        let body = #"{"status":200,"data":{"id":"c","name":"n","description":"d","updated":"x","eTag":5}}"#
        let channel = try #require(Replies.value(call, body))
        #expect(channel.channel == "c" && channel.name == "n" && channel.information == "d")
        #expect(channel.custom == nil && channel.updated == nil && channel.eTag == nil && channel.clearedFields.isEmpty)
    }

    @Test("Reads a page with its count and cursors; an unreadable object does not affect the others")
    func page() throws {
        let body =
            #"{"status":200,"data":[{"id":"a"},{"name":"nobody"},5,{"id":"b"}],"totalCount":6,"next":"Ng","prev":"NA"}"#
        let page = try #require(Replies.value(all, body))
        #expect(page.items.map(\.uuid) == ["a", "b"])
        #expect(page.totalCount == 6 && page.next == "Ng" && page.prev == "NA")
        let last = try #require(Replies.value(all, #"{"status":200,"data":[],"totalCount":-1,"next":7}"#))
        #expect(last.items.isEmpty && last.totalCount == 0 && last.next == nil && last.prev == nil)
    }

    @Test("Memberships: creates the channel object only if the response contains more than its identifier")
    func memberships() throws {
        let call = RelationEndpoints.memberships(of: "u", ObjectsQuery()).map { page in page.map { PNMembership($0) } }
        let body = #"""
            {"status":200,"data":[{"channel":{"id":"ch-1","name":"One","description":null,"custom":null,
            "updated":"2025-09-12T23:31:42.840902Z","eTag":"57"},"type":"public","status":"active","custom":{"role":"owner"},
            "updated":"2025-09-12T23:31:43.1Z","eTag":"Afah2qS199e74QE"},{"channel":{"id":"ch-2"}},{"channel":{}}],
            "totalCount":3,"next":"Mw"}
            """#
        let page = try #require(Replies.value(call, body))
        #expect(page.items.map(\.channel) == ["ch-1", "ch-2"] && page.totalCount == 3)
        let first = try #require(page.items.first)
        #expect(first.metadata?.name == "One" && first.metadata?.clearedFields == [.information, .custom])
        #expect(first.status == "active" && first.type == "public" && first.custom?["role"] as? String == "owner")
        #expect(first.uuid == nil && first.eTag == "Afah2qS199e74QE" && first.updated != nil)
        #expect(page.items.last?.metadata == nil)
    }

    @Test("Members: creates the user object only if the response contains more than its identifier")
    func members() throws {
        let call = RelationEndpoints.changeMembers(of: "c", RelationChange(), ObjectsQuery())
            .map { page in page.map { PNChannelMember($0) } }
        let body = #"{"status":200,"data":[{"uuid":{"id":"bob","name":"Bob"},"status":null},{"uuid":{"id":"eve"}}]}"#
        let page = try #require(Replies.value(call, body))
        #expect(page.items.map(\.uuid) == ["bob", "eve"])
        #expect(page.items.map(\.metadata?.name) == ["Bob", nil])
        #expect(page.items.first?.clearedFields == [.status])
    }

    @Test("Removing a missing object is not an error")
    func removal() {
        let call = ObjectEndpoints.removeUser("u", ObjectsQuery())
        #expect(Replies.code(call, #"{"status":200,"data":null}"#) == nil)
        #expect(Replies.code(call, #"{}"#) == kPNResponseMalformedJSONError)
    }

    @Test(
        "Refuses other bodies",
        arguments: [
            "", "[]", "null", "5", #"{"status":200}"#, #"{"status":200,"data":5}"#, "<html>", #"{"data":[{"id"#,
        ]
    )
    func malformed(_ body: String) {
        #expect(Replies.code(all, body) == kPNResponseMalformedJSONError)
        #expect(Replies.code(one, body) == kPNResponseMalformedJSONError)
        #expect(Replies.code(one, #"{"status":200,"data":null}"#) == kPNResponseMalformedJSONError)
    }

    @Test("Dates have up to nine digits of a second, and are always UTC")
    func dates() throws {
        let times = [
            ("2024-03-07T08:49:07Z", 1_709_801_347.0), ("2024-03-07T08:49:07.5Z", 1_709_801_347.5),
            ("2025-09-12T23:31:53.26682Z", 1_757_719_913.26682),
            ("2025-09-15T21:14:23.852647123Z", 1_757_970_863.852647),
            ("1970-01-01T00:00:00Z", 0), ("2000-02-29T23:59:59Z", 951_868_799), ("1969-12-31T23:59:59.5Z", -0.5),
        ]
        for (text, time) in times {
            let date = try #require(ServiceDate(text)?.date, "\(text)")
            #expect(abs(date.timeIntervalSince1970 - time) < 0.000_002, "\(text)")
        }
        for text in [
            "", "2024", "2024-03-07", "2024-03-07T08:49:07", "2024-03-07T08:49:07.Z", "2024-03-07T08:49:07.0123456789Z",
            "2024-13-07T08:49:07Z", "2024-00-07T08:49:07Z", "2024-03-32T08:49:07Z", "2024-03-07T24:49:07Z",
            "2023-02-29T08:49:07Z", "2024-02-30T08:49:07Z", "2024-04-31T08:49:07Z",
            "2024-03-07T08:60:07Z", "2024-03-07T08:49:61Z", "2024-03-07T08:49:07+01:00", "2024-03-07T08:49:07ZZ",
            "+024-03-07T08:49:07Z", "２024-03-07T08:49:07Z",
        ] {
            #expect(ServiceDate(text) == nil, "\(text)")
        }
    }
}
