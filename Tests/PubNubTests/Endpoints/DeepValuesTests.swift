import Foundation
import PubNubMachines
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

/// Documentation/Limits.md, "Responses": values are read up to 512 levels.
@Suite("A value that is nested too deeply takes no other value with it")
struct DeepValuesTests {
    private static let deep = String(repeating: "[", count: 700) + String(repeating: "]", count: 700)
    private static let unreadable: JSON = "NESTED_TOO_DEEPLY"

    @Test("History: the message is replaced, with its time")
    func history() throws {
        let plain = Replies.value(HistoryEndpoints.page(channel: "a"), "[[1,\(Self.deep),{\"k\":3}],11,13]")
        #expect(plain?.items.map { $0.message.value() } == [1, Self.unreadable, ["k": 3]])
        let call = HistoryEndpoints.page(channel: "a", includeToken: true, includeMetadata: true)
        let items = [
            "{\"message\":1,\"timetoken\":11}", "{\"message\":{\"a\":\(Self.deep)},\"timetoken\":12,\"meta\":\"m\"}",
            "{\"message\":3,\"timetoken\":13,\"meta\":\(Self.deep)}",
        ]
        let dated = try #require(Replies.value(call, "[[\(items.joined(separator: ","))],11,13]"))
        #expect(dated.items.map { $0.message.value() } == [1, Self.unreadable, 3])
        #expect(dated.items.map(\.timetoken?.rawValue) == [11, 12, 13])
        #expect(dated.items[1].metadata?.value() == "m")
        #expect(dated.items[2].metadata?.value() == Self.unreadable)
    }

    @Test("History of several channels: the other messages are as they were received")
    func storedMessages() throws {
        let call = HistoryEndpoints.stored(on: NameList(["a", "b"]), StoredPage.Query())
        let items = [
            "{\"message\":{\"z\":1.0,\"a\":2},\"timetoken\":\"11\"}",
            "{\"message\":\(Self.deep),\"timetoken\":\"12\",\"uuid\":\"u\",\"meta\":{\"k\":\(Self.deep)}}",
        ]
        let body =
            "{\"status\":200,\"channels\":{\"a\":[\(items.joined(separator: ","))],"
            + "\"b\":[{\"message\":{ \"k\" : [] },\"timetoken\":\"13\"}]}}"
        let page = try #require(Replies.value(call, body))
        #expect(page.isComplete)
        #expect(page.channels[NameKey("a")]?.map(\.message.text) == ["{\"z\":1.0,\"a\":2}", "\"NESTED_TOO_DEEPLY\""])
        #expect(page.channels[NameKey("a")]?.map(\.timetoken.rawValue) == [11, 12])
        #expect(page.channels[NameKey("a")]?.last?.publisher == "u")
        #expect(page.channels[NameKey("b")]?.map(\.message.text) == ["{ \"k\" : [] }"])
    }

    @Test("Message actions: the other actions are read")
    func actions() throws {
        let call = MessageActionEndpoints.actions(on: "a", start: nil, end: nil, limit: 0)
        func action(_ value: String, _ time: Int) -> String {
            "{\"type\":\"t\",\"value\":\(value),\"uuid\":\"u\",\"actionTimetoken\":\"\(time)\",\"messageTimetoken\":\"5\"}"
        }
        let items = [action("\"x\"", 11), action(Self.deep, 12), action("\"y\"", 13)].joined(separator: ",")
        let list = try #require(Replies.value(call, "{\"status\":200,\"data\":[\(items)]}"))
        #expect(list.items.map(\.value) == ["x", "NESTED_TOO_DEEPLY", "y"])
    }

    @Test("App Context: the other objects, and the other values of the object, are read")
    func objects() throws {
        let items = "{\"id\":\"a\",\"custom\":{\"k\":1}},{\"id\":\"b\",\"custom\":{\"k\":\(Self.deep),\"n\":2}}"
        let users = ObjectEndpoints.users(ObjectsQuery()).map { page in page.map { PNUUIDMetadata($0) } }
        let list = try #require(Replies.value(users, "{\"status\":200,\"data\":[\(items)]}"))
        #expect(list.items.map(\.uuid) == ["a", "b"])
        #expect(list.items.first?.custom?["k"] as? Int == 1)
        #expect(list.items.last?.custom?["k"] as? String == "NESTED_TOO_DEEPLY")
        #expect(list.items.last?.custom?["n"] as? Int == 2)
        let one = ObjectEndpoints.user("b", ObjectsQuery()).map { PNUUIDMetadata($0) }
        let body = "{\"status\":200,\"data\":{\"id\":\"b\",\"custom\":{\"k\":\(Self.deep),\"n\":2}}}"
        let user = try #require(Replies.value(one, body))
        #expect(user.custom?["n"] as? Int == 2)
    }

    @Test("Participants: the other states are read")
    func hereNow() throws {
        let clients = "[{\"uuid\":\"a\",\"state\":{\"k\":1}},{\"uuid\":\"b\",\"state\":\(Self.deep)},\"c\"]"
        let short = PresenceEndpoints.hereNow(channels: NameList(["x"]), state: true)
        let one = try #require(Replies.value(short, "{\"status\":200,\"occupancy\":3,\"uuids\":\(clients)}"))
        let several = PresenceEndpoints.hereNow(channels: NameList(["x", "y"]), state: true)
        let payload = "{\"channels\":{\"x\":{\"occupancy\":3,\"uuids\":\(clients)}},\"total_occupancy\":3}"
        let both = try #require(Replies.value(several, "{\"status\":200,\"payload\":\(payload)}"))
        for page in [one, both] {
            let participants = page.channels["x"]?.participants ?? []
            #expect(participants.map(\.identifier) == ["a", "b", "c"])
            #expect(participants.map(\.state) == [["k": 1], Self.unreadable, nil])
        }
    }

    @Test("Live: the message is delivered as unreadable in its place")
    func live() {
        for version in [PNSubscribeVersion.v1, .v2] {
            let scripted = ScriptedClient.subscribed("a") { $0.subscribeVersion = version }
            switch version {
            case .v1: scripted.reply(Path.subscribeV1, "[[1,\(Self.deep),3],\"300\"]")
            case .v2:
                let items = ["1", Self.deep, "3"].enumerated().map { Page.message($1, on: "a", at: UInt64(201 + $0)) }
                scripted.reply(Path.subscribe, Page.of(300, items))
            }
            let messages = scripted.delegate.messages
            #expect(messages.map { $0.message as? Int } == [1, nil, 3])
            #expect(messages.count == 3 && messages[1].message as? String == "NESTED_TOO_DEEPLY")
        }
    }

    @Test("A reply of nothing but brackets is an error, not a crash")
    func brackets() {
        for body in [String(repeating: "[", count: 1_000_000), String(repeating: "{\"a\":", count: 300_000)] {
            #expect(Replies.code(HistoryEndpoints.page(channel: "a"), body) == 143)
            #expect(Replies.code(HistoryEndpoints.stored(on: NameList(["a"]), StoredPage.Query()), body) == 143)
        }
    }
}
