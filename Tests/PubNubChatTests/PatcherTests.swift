import Foundation
import PubNubChat
import Testing

@Suite("Patchers")
struct PatcherTests {
    /// A change of the name to null, and whether it applies to an object with the tag A and the date 0.
    private static let ruleRows: [(id: String, eTag: String, seconds: Double, applies: Bool)] = [
        ("x", "A", 60, false), ("x", "A", -60, false), ("x", "B", -60, false), ("x", "B", 0, false),
        ("x", "B", 60, true), ("y", "B", 60, false),
    ]

    @Test("A change applies if it is for the object, has another tag and is later", arguments: ruleRows)
    func rules(id: String, eTag: String, seconds: Double, applies: Bool) throws {
        let channelPatch = Channel.Patcher(id: id, eTag: eTag, updated: moment(seconds), name: .none)
        var expected = channel("x")
        if applies {
            expected.name = nil
            expected.eTag = eTag
            expected.updated = moment(seconds)
        }
        #expect(channel("x").patch(channelPatch) == expected)

        let userPatch = User.Patcher(id: id, eTag: eTag, updated: moment(seconds), name: .none)
        var expectedUser = user("x")
        if applies {
            expectedUser.name = nil
            expectedUser.eTag = eTag
            expectedUser.updated = moment(seconds)
        }
        #expect(user("x").patch(userPatch) == expectedUser)

        var known = member("c", "x")
        known.eTag = "A"
        let memberPatch = Member.Patcher(
            channelId: "c",
            userId: id,
            eTag: eTag,
            updated: moment(seconds),
            status: .none
        )
        var expectedMember = known
        if applies {
            expectedMember.status = nil
            expectedMember.eTag = eTag
            expectedMember.updated = moment(seconds)
        }
        #expect(known.patch(memberPatch) == expectedMember)

        let store = try storeWithBoth()
        try store.write { db in
            try PubNubManagedChannel.insertOrUpdate(channel: channel("x"), into: db)
            try PubNubManagedUser.insertOrUpdate(user: user("x"), into: db)
            try PubNubManagedMember.insertOrUpdate(member: known, into: db)
            // A change of an object that is not stored is an error, which the next test proves.
            if id == "x" {
                try PubNubManagedChannel.patch(usingPatch: channelPatch, into: db)
                try PubNubManagedUser.patch(usingPatch: userPatch, into: db)
                try PubNubManagedMember.patch(usingPatch: memberPatch, into: db)
            }
        }
        #expect(try store.channel("x") == expected)
        #expect(try store.user("x") == expectedUser)
        let stored = try store.member("c", "x")
        #expect(stored?.status == expectedMember.status && stored?.eTag == expectedMember.eTag)
        #expect(stored?.updated == expectedMember.updated && stored?.custom == expectedMember.custom)
    }

    @Test("An object without a date is older than any change")
    func undated() {
        let patcher = PubNubChatUser.Patcher(id: "u", eTag: "B", updated: moment(), name: .some("New"))
        #expect(PubNubChatUser(id: "u", name: "Old").patch(patcher).name == "New")
    }

    @Test("Absent keys change nothing, null clears, a value replaces, and a null type is ignored")
    func threeValues() throws {
        let json = """
            {"id":"c","eTag":"B","updated":"2021-01-01T00:00:00Z","name":null,"type":null,"status":"closed"}
            """
        let patched = channel().patch(try ChatPayload.decode(Channel.Patcher.self, from: Data(json.utf8)))
        #expect(patched.name == nil && patched.type == "default" && patched.status == "closed")
        #expect(patched.details == "Details" && patched.avatarURL == channel().avatarURL)
        #expect(patched.custom == channel().custom && patched.eTag == "B")
    }

    @Test("Replaces the custom object of a channel with the picture in it, and clears both together")
    func custom() throws {
        func patched(_ custom: String) throws -> Channel {
            let json = #"{"id":"c","eTag":"B","updated":"2021-01-01T00:00:00Z","custom":\#(custom)}"#
            return channel().patch(try ChatPayload.decode(Channel.Patcher.self, from: Data(json.utf8)))
        }
        let replaced = try patched(#"{"topic":"New","profileUrl":"https://example.com/n.png"}"#)
        #expect(replaced.custom == .init(topic: "New"))
        #expect(replaced.avatarURL?.absoluteString == "https://example.com/n.png")
        #expect(try patched(#"{"topic":"New"}"#).avatarURL == nil)
        let cleared = try patched("null")
        #expect(cleared.custom == .init() && cleared.avatarURL == nil)
    }

    @Test("Changes every field of a user")
    func everyField() throws {
        let json = """
            {"id":"u","eTag":"B","updated":"2021-01-01T00:00:00Z","name":"N","type":"t","status":null,
             "externalId":"e","profileUrl":null,"email":"m","custom":{"title":"T"}}
            """
        let patched = user().patch(try ChatPayload.decode(User.Patcher.self, from: Data(json.utf8)))
        let expected = User(
            id: "u",
            name: "N",
            type: "t",
            externalId: "e",
            email: "m",
            updated: Date(timeIntervalSince1970: 1_609_459_200),
            eTag: "B",
            custom: .init(title: "T")
        )
        #expect(patched == expected)
    }

    @Test("A change names its membership, and has both tag and date")
    func namesMembership() throws {
        let json = """
            {"channel":{"id":"c"},"uuid":{"id":"u"},"eTag":"B","updated":"2021-01-01T00:00:00Z","custom":{"role":"guest"}}
            """
        let patcher = try ChatPayload.decode(Member.Patcher.self, from: Data(json.utf8))
        #expect(member().patch(patcher).role == "guest")
        #expect(member().patch(patcher).status == "active")
        #expect(throws: ChatError.missingRequiredData("updated")) {
            try ChatPayload.decode(User.Patcher.self, from: Data(#"{"id":"u","eTag":"B"}"#.utf8))
        }
        #expect(throws: ChatError.missingRequiredData("eTag")) {
            try ChatPayload.decode(Channel.Patcher.self, from: Data(#"{"id":"u","updated":"2021-01-01"}"#.utf8))
        }
    }

    @Test("A change of an object that is not stored is an error")
    func missing() throws {
        let store = try ChatStore(configuration: .inMemory)
        #expect(throws: ChatError.missingRequiredData("channel c")) {
            try store.write {
                try PubNubManagedChannel.patch(
                    usingPatch: Channel.Patcher(id: "c", eTag: "B", updated: moment()),
                    into: $0
                )
            }
        }
        #expect(throws: ChatError.missingRequiredData("user u")) {
            try store.write {
                try PubNubManagedUser.patch(usingPatch: User.Patcher(id: "u", eTag: "B", updated: moment()), into: $0)
            }
        }
        #expect(throws: ChatError.missingRequiredData("member u of c")) {
            let patcher = Member.Patcher(channelId: "c", userId: "u", eTag: "B", updated: moment())
            try store.write { try PubNubManagedMember.patch(usingPatch: patcher, into: $0) }
        }
    }

    @Test("A change without custom data retains stored fields that the type lacks")
    func foreignCustom() throws {
        let store = try storeWithBoth()
        let patcher = PubNubChatChannel.Patcher(id: "c", eTag: "B", updated: moment(60), name: .some("New"))
        try store.write { try PubNubManagedChannel.patch(usingPatch: patcher, into: $0) }
        #expect(try store.channel()?.topic == "Topic")
        #expect(try store.channel()?.name == "New")
    }
}
