import Foundation
import PubNubWire
import Testing

@testable import PubNubChat

@Suite("Payload schemas")
struct PayloadTests {
    private func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
        try ChatPayload.decode(type, from: Data(json.utf8))
    }

    private func object(_ value: some Encodable) throws -> [String: JSON] {
        try JSONDecoder().decode([String: JSON].self, from: JSONEncoder().encode(value))
    }

    @Test("Reads a user of the specification")
    func user() throws {
        let user = try decode(
            User.self,
            """
            {"id":"some-user-id","name":"Jane Doe","email":"jane.doe@example.com","externalId":"x","type":"default",
             "profileUrl":"https://example.com/1.jpg","status":"default","custom":{"title":"Office Assistant"},
             "eTag":"AYGyoY3gre71eA","updated":"2020-09-23T09:23:34.598494Z","unknown":[1]}
            """
        )
        #expect(user.name == "Jane Doe" && user.email == "jane.doe@example.com" && user.externalId == "x")
        #expect(user.avatarURL?.absoluteString == "https://example.com/1.jpg" && user.eTag == "AYGyoY3gre71eA")
        #expect(user.title == "Office Assistant", "custom fields are reachable through the user")
    }

    @Test("The picture of a channel is a member of custom, next to the fields of the app")
    func channel() throws {
        let original = PubNubChatTests.channel()
        let json = try object(original)
        #expect(json["description"] == .string("Details"))
        let custom: [String: JSON] = [
            "profileUrl": .string("https://example.com/c.png"), "topic": .string("Topic"), "seats": .integer(3),
        ]
        #expect(json["custom"] == .object(custom))
        #expect(try JSONDecoder().decode(Channel.self, from: JSONEncoder().encode(original)) == original)
    }

    @Test("Reads the message of the specification, and writes it again")
    func message() throws {
        let json = """
            {"id":"6da72b98-e211-4724-aad4-e0fb9f08999f","text":"Let's sync","contentType":"none","content":{},
             "custom":{},"createdAt":"2022-05-10T14:48:00.000Z"}
            """
        let payload = try decode(PubNubChatMessage.MessagePayload.self, json)
        #expect(payload.contentType == "none" && payload.createdAt == Date(timeIntervalSince1970: 1_652_194_080))
        #expect(try object(payload) == decode([String: JSON].self, json))
    }

    @Test(
        "Numbers retain their digits, whether a decoder or the parser reads them",
        arguments: [
            "18446744073709551615", "0.10000000000000001", "123456789012345678901234567890.12345678", "0.1",
            "9007199254740993", "-12.5",
        ]
    )
    func decimals(text: String) throws {
        let read = try decode(JSON.self, text)
        #expect(read == (try JSON(parsing: text)))
        #expect(String(decoding: try JSONEncoder().encode(read), as: UTF8.self) == text)
        #expect(read.description == text)
    }

    @Test("Numbers that Double or 64 bits represent have that type; all others have their digits")
    func otherNumbers() throws {
        #expect(try decode(JSON.self, "0.1") == .double(0.1))
        #expect(try decode(JSON.self, "1e300") == .double(1e300))
        #expect(try decode(JSON.self, "9007199254740993") == .integer(9_007_199_254_740_993))
        #expect(try decode(JSON.self, "18446744073709551615") == .unsigned(.max))
        for text in ["1e400", String(repeating: "9", count: 50)] {
            let read = try JSON(parsing: text)
            #expect(read == JSONNumber(text).map { .decimal($0) } && read.description == text)
        }
    }

    @Test("An encoder writes 38 significant digits of a number, and a number beyond the range of Double as a string")
    func encodedNumbers() throws {
        func encoded(_ text: String) throws -> String {
            String(decoding: try JSONEncoder().encode(try JSON(parsing: text)), as: UTF8.self)
        }
        #expect(try encoded(String(repeating: "9", count: 50)) == String(repeating: "9", count: 38) + "000000000000")
        #expect(try encoded("1e400") == #""1e400""#)
        #expect(try encoded("1e-400") == "0")
    }

    @Test("Every network type survives encoding to JSON and decoding")
    func roundTrips() throws {
        #expect(
            try JSONDecoder().decode(User.self, from: JSONEncoder().encode(PubNubChatTests.user()))
                == PubNubChatTests.user()
        )
        #expect(try JSONDecoder().decode(Member.self, from: JSONEncoder().encode(member())) == member())
        var full = PubNubChatTests.message(actions: [action()])
        full.userModel = PubNubChatTests.user()
        full.channelModel = PubNubChatTests.channel()
        #expect(try JSONDecoder().decode(Message.self, from: JSONEncoder().encode(full)) == full)
        var reaction = action()
        reaction.messageModel = full
        #expect(try JSONDecoder().decode(Action.self, from: JSONEncoder().encode(reaction)) == reaction)
    }

    @Test("A missing type is custom.type, then default")
    func types() throws {
        #expect(try decode(PubNubChatChannel.self, #"{"id":"c"}"#).type == "default")
        #expect(try decode(PubNubChatChannel.self, #"{"id":"c","custom":{"type":"group"}}"#).type == "group")
        #expect(try decode(PubNubChatUser.self, #"{"id":"c","type":null,"custom":{"type":"admin"}}"#).type == "admin")
        #expect(try decode(PubNubChatUser.self, #"{"id":"c","type":"x","custom":{"type":"admin"}}"#).type == "x")
    }

    @Test(
        "Refuses a message without a required field, or with one of another type, and names the field",
        arguments: [
            (#"{"text":"t","createdAt":"2022-05-10"}"#, ChatError.missingRequiredData("id")),
            (#"{"id":"m","createdAt":"2022-05-10"}"#, .missingRequiredData("text")),
            (#"{"id":"m","text":"t"}"#, .missingRequiredData("createdAt")),
            (#"{"id":"m","text":null,"createdAt":"2022-05-10"}"#, .missingRequiredData("text")),
            (#"{"id":1,"text":"t","createdAt":"2022-05-10"}"#, .wrongContentType("id")),
            (#"{"id":"m","text":{},"createdAt":"2022-05-10"}"#, .wrongContentType("text")),
            (#"{"id":"m","text":"t","createdAt":1652194080}"#, .wrongContentType("createdAt")),
            (#"{"id":"m","text":"t","createdAt":"2022-05-10","content":[]}"#, .wrongContentType("content")),
            (#"{"id":"m","text":"t","createdAt":"2022-05-10","custom":"x"}"#, .wrongContentType("custom")),
            (#"{"id":"m","text":"t","createdAt":"2022-05-10","contentType":1}"#, .wrongContentType("contentType")),
            (#"[1]"#, .wrongContentType("payload")), ("", .wrongContentType("payload")),
            (#"{"id":"#, .wrongContentType("payload")),
        ]
    )
    func badMessages(json: String, error: ChatError) {
        #expect(throws: error) { try decode(Message.MessagePayload.self, json) }
    }

    @Test(
        "Refuses a channel with a field of another type, and names its path",
        arguments: [
            (#"{}"#, ChatError.missingRequiredData("id")), (#"{"id":null}"#, .missingRequiredData("id")),
            (#"{"id":7}"#, .wrongContentType("id")), (#"{"id":"x","name":7}"#, .wrongContentType("name")),
            (#"{"id":"x","custom":[]}"#, .wrongContentType("custom")),
            (#"{"id":"x","eTag":true}"#, .wrongContentType("eTag")),
            (
                #"{"id":"x","custom":{"topic":[],"seats":1}}"#,
                .wrongContentType("custom data: wrong content: topic")
            ),
        ]
    )
    func badObjects(json: String, error: ChatError) {
        #expect(throws: error) { try decode(Channel.self, json) }
    }

    @Test("Refuses a user with a field of another type, and names its path")
    func badUsers() {
        #expect(throws: ChatError.missingRequiredData("id")) { try decode(User.self, "{}") }
        #expect(throws: ChatError.wrongContentType("profileUrl")) {
            try decode(User.self, #"{"id":"u","profileUrl":1}"#)
        }
        #expect(throws: ChatError.wrongContentType("custom data: wrong content: title")) {
            try decode(User.self, #"{"id":"u","custom":{"title":1}}"#)
        }
    }

    @Test("The error for a member names the missing field of its user")
    func badMember() {
        #expect(throws: ChatError.missingRequiredData("uuid.id")) {
            try decode(Member.self, #"{"uuid":{},"channel":{"id":"c"}}"#)
        }
    }

    @Test("Refuses custom data of a user that is not flat")
    func flat() {
        #expect(throws: ChatError.wrongContentType("custom field list is not a scalar")) {
            try JSONEncoder().encode(ChatUser<NestedFields>(id: "u"))
        }
    }

    @Test("Payloads are equal if all their fields are, and differ by their content")
    func equality() {
        var other = PubNubChatTests.message()
        #expect(other == PubNubChatTests.message())
        #expect(other.hashValue == PubNubChatTests.message().hashValue)
        other.content.content.image = "j.png"
        #expect(other.content != PubNubChatTests.message().content)
        other = PubNubChatTests.message()
        other.tags = ["a"]
        #expect(other.content != PubNubChatTests.message().content)
    }

    @Test("Defaults are those of the documentation")
    func defaults() {
        let payload = PubNubChatMessage.MessagePayload()
        #expect(payload.text.isEmpty && payload.contentType == nil && UUID(uuidString: payload.id) != nil)
        #expect(PubNubChatChannel(id: "c").type == "default" && PubNubChatUser(id: "u").type == "default")
        #expect(PubNubChatMember(channelId: "c", userId: "u").id == "c:u")
        #expect(action().id == "u-100-200")
        #expect(PubNubChatMessage(content: payload, pubnubUserId: "u", pubnubChannelId: "c").timetoken == 0)
    }

    @Test("Different memberships have different identifiers")
    func memberIDs() {
        let ids = [("a:b", "c"), ("a", "b:c"), ("a%3Ab", "c"), ("a%", "3Ab:c")].map {
            PubNubChatMember(channelId: $0.0, userId: $0.1).id
        }
        #expect(Set(ids).count == ids.count)
    }
}
