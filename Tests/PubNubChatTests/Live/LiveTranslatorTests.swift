import Foundation
import struct PubNubWire.RawJSON
import Testing

@testable import PubNubChat

@Suite("LiveTranslator: the changes of an event (documented table of real-time events)")
struct LiveTranslatorTests {
    private typealias Change = LiveChange<TestCustom>
    private let date = Date(timeIntervalSince1970: 1)

    private func changes(_ event: LiveEvent) throws(ChatError) -> [Change] {
        try LiveTranslator<TestCustom>().changes(
            of: LiveArrival(channel: "c", through: "c", timetoken: 10_000_000, event: event)
        )
    }

    private func object(_ type: String, _ data: String, isDelete: Bool = false) throws(ChatError) -> [Change] {
        try changes(.object(.init(type: type, isDelete: isDelete, data: RawJSON(text: data))))
    }

    @Test("Message: payload, publisher, channel and time; a missing publisher is the empty identifier")
    func message() throws {
        let payload = RawJSON(text: #"{"id":"m","text":"t","createdAt":"2022-05-10T14:48:00Z"}"#)
        for publisher in ["u", nil] {
            guard case .message(let message) = try changes(.message(publisher: publisher, payload: payload)).first
            else {
                return #expect(Bool(false))
            }
            #expect(message.id == "m" && message.text == "t" && message.timetoken == 10_000_000)
            #expect(message.pubnubUserId == publisher ?? "" && message.pubnubChannelId == "c")
            #expect(message.userModel == User(id: publisher ?? "") && message.channelModel == Channel(id: "c"))
        }
    }

    @Test(
        "A message that lacks a required field, or has one of another type, is an error",
        arguments: [
            #"{"text":"t","createdAt":"2022-05-10T14:48:00Z"}"#, #"{"id":"m","text":"t"}"#, #"{"id":1}"#, "[]", "7",
        ]
    )
    func badMessage(payload: String) {
        #expect(throws: ChatError.self) { try changes(.message(publisher: "u", payload: RawJSON(text: payload))) }
    }

    @Test("A typing signal reports the user; other signals and files change nothing")
    func signals() throws {
        func signal(_ text: String) throws -> [Change] {
            try changes(.signal(publisher: "u", payload: RawJSON(text: text)))
        }
        #expect(try signal(#"{"type":"typing_on"}"#) == [.typing(channelId: "c", userId: "u", isTyping: true)])
        #expect(try signal(#"{"type":"typing_off"}"#) == [.typing(channelId: "c", userId: "u", isTyping: false)])
        for other in [#"{"type":"wave"}"#, "1", #"{"type":1}"#] { #expect(try signal(other).isEmpty) }
        #expect(try changes(.signal(publisher: nil, payload: RawJSON(text: #"{"type":"typing_on"}"#))).isEmpty)
        #expect(try changes(.other).isEmpty)
    }

    @Test("Set events are patches; delete events are removals at the time of the event")
    func objects() throws {
        let tail = #""eTag":"B","updated":"2020-09-23T09:23:34Z""#
        guard case .user(let user) = try object("uuid", #"{"id":"u","name":null,\#(tail)}"#).first,
            case .channel(let channel) = try object("channel", #"{"id":"c","name":"N",\#(tail)}"#).first,
            case .member(let member) = try object(
                "membership",
                #"{"channel":{"id":"c"},"uuid":{"id":"u"},"status":"s",\#(tail)}"#
            ).first
        else { return #expect(Bool(false)) }
        #expect(user.id == "u" && user.name == .none && user.type == .noChange && user.eTag == "B")
        #expect(channel.name == .some("N") && channel.details == .noChange)
        #expect(member.channelId == "c" && member.userId == "u" && member.status == .some("s"))
        #expect(try object("uuid", #"{"id":"u"}"#, isDelete: true) == [.userRemoved("u", at: date)])
        #expect(try object("channel", #"{"id":"c"}"#, isDelete: true) == [.channelRemoved("c", at: date)])
        let membership = #"{"channel":{"id":"c"},"uuid":{"id":"u"}}"#
        #expect(
            try object("membership", membership, isDelete: true)
                == [.memberRemoved(channelId: "c", userId: "u", at: date)]
        )
        for (type, data) in [("uuid", "{}"), ("space", #"{"id":"u"}"#), ("membership", #"{"uuid":{"id":"u"}}"#)] {
            #expect(throws: ChatError.self) { try object(type, data) }
        }
    }

    @Test("Adds and removes reactions with the composed identifier")
    func reactions() throws {
        var event = LiveEvent.Reaction(
            isRemoved: false,
            actionTimetoken: 3,
            parentTimetoken: 2,
            type: "reaction",
            value: "v",
            userId: "u"
        )
        guard case .reaction(let added) = try changes(.reaction(event)).first else { return #expect(Bool(false)) }
        #expect(added.id == "u-2-3" && added.value == "v" && added.pubnubChannelId == "c")
        event.isRemoved = true
        #expect(try changes(.reaction(event)) == [.reactionRemoved(added)])
    }

    @Test(
        "Presence: join is present, leave and timeout are absent, state is replaced, interval is one change for each"
    )
    func presence() throws {
        func change(_ user: String, _ isPresent: Bool) -> Change {
            .presence(channelId: "c", userId: user, .init(isPresent: isPresent))
        }
        #expect(try changes(.presence(.join("u"))) == [change("u", true)])
        #expect(try changes(.presence(.leave("u"))) == [change("u", false)])
        let state = MembershipPresence(isPresent: true, presenceState: .some(.object(["a": .integer(1)])))
        #expect(
            try changes(.presence(.state("u", RawJSON(text: #"{"a":1}"#))))
                == [.presence(channelId: "c", userId: "u", state)]
        )
        let interval = LiveEvent.Presence.interval(joined: ["a", "b"], left: ["d"], isOutdated: true)
        #expect(
            try changes(.presence(interval))
                == [change("a", true), change("b", true), change("d", false), .presenceOutdated(channelId: "c")]
        )
    }
}
