import Foundation
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

/// Apps of 3.7.8 received the objects of `NSJSONSerialization`.
@Suite("Values are those of JSONSerialization")
struct FoundationValuesTests {
    static let texts = [
        "43", "43.5", "3.0", "1", "0", "-5", "1.0", "0.0", "-0.0", "true", "false", "null", #""x""#, "1.5e3", "1e300",
        "9223372036854775807", "18446744073709551615", "17179869184123456", "9007199254740993", "-17179869184123456",
        "3.141592653589793238", "123456789012345678901234567890", "12345678901234567.5", "[]", "{}", "[1,2.5,true]",
        #"{"lat":43,"lng":-79}"#, #"{"a":[1,{"b":null}],"c":{"d":false},"s":"é"}"#, "2", "255", "256", "-1", "127",
        "128",
    ]

    private func casts(_ value: Any) -> [String] {
        [
            "\(value as? String as Any)", "\(value as? Bool as Any)", "\(value as? Int as Any)",
            "\(value as? UInt as Any)",
            "\(value as? Int8 as Any)", "\(value as? UInt8 as Any)", "\(value as? Int64 as Any)",
            "\(value as? UInt64 as Any)", "\(value as? Double as Any)", "\(value as? Float as Any)",
            "\(value as? NSNumber as Any)", "\(value is NSNull)", "\(value as? Decimal as Any)",
            "\(value as? NSDecimalNumber as Any)", "\(value as? [Double] as Any)", "\(value as? [Int] as Any)",
            "\((value as? [String: Double])?.sorted { $0.key < $1.key } as Any)",
            "\(value is [Any]) \(value is [String: Any])",
            "\(value is NSArray) \(value is NSDictionary)", "\(type(of: value))",
            (value as? NSNumber).map { String(cString: $0.objCType) } ?? "",
        ]
    }

    @Test("Each value has the type and the casts that it has there", arguments: texts)
    func casts(text: String) throws {
        let expected = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        let raw = try RawJSON(validating: Array(text.utf8))
        for value in [JSONBridge.any(raw), JSONBridge.any(raw.value()) as Any] {
            #expect(casts(value) == casts(expected))
            if let number = value as? NSNumber { #expect(number.isEqual(expected)) }
        }
    }

    @Test("What is read is written by JSONSerialization as it writes its own values", arguments: texts)
    func written(text: String) throws {
        let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .sortedKeys]
        let expected = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        let value = JSONBridge.any(try RawJSON(validating: Array(text.utf8)))
        #expect(
            try JSONSerialization.data(withJSONObject: value, options: options)
                == JSONSerialization.data(withJSONObject: expected, options: options)
        )
    }

    @Test("What is read is sent back as the same JSON", arguments: texts)
    func sentBack(text: String) throws {
        let value = try JSON(parsing: text)
        #expect(try JSONBridge.value(JSONBridge.any(RawJSON(validating: Array(text.utf8)))) == value)
    }

    private static let content = #"{"stop":3,"late":true,"signed":1,"level":3.0,"at":{"lat":43,"lng":-79}}"#

    private func check(_ value: Any?) {
        let members = value as? [String: Any]
        #expect(members?["stop"] as? Double == 3 && members?["stop"] as? Float == 3 && members?["stop"] as? UInt == 3)
        #expect(members?["late"] as? Bool == true && members?["signed"] as? Bool == true)
        #expect(members?["level"] as? Int == 3)
        if let position = members?["at"] { #expect(position as? [String: Double] == ["lat": 43, "lng": -79]) }
        #expect(members?["note"] == nil)
    }

    @Test("Live messages of both versions, signals and presence data")
    func live() throws {
        let scripted = ScriptedClient.subscribed("a")
        let event =
            #"{"action":"state-change","timestamp":1440778413,"data":\#(Self.content),"uuid":"u","occupancy":2}"#
        scripted.reply(
            Path.subscribe,
            Page.of(200, [Page.message(Self.content, on: "a"), Page.message(event, on: "a-pnpres")])
        )
        check(scripted.delegate.messages.first?.message)
        let presence = try #require(scripted.delegate.presence.first)
        check(presence.client.state(for: presence.channel))
        let first = ScriptedClient.subscribed("a") { $0.subscribeVersion = .v1 }
        first.reply(Path.subscribeV1, #"[[\#(Self.content)],"300"]"#)
        check(first.delegate.messages.first?.message)
        let envelope = Envelope(kind: .signal, channel: "a", payload: RawJSON(try JSON(parsing: Self.content)))
        check(PNSignalEventData(envelope, at: Timetoken(rawValue: 1)).message)
    }

    @Test("History, metadata, state, participants and custom values")
    func read() throws {
        let scripted = ScriptedClient.connected()
        let found = Notes<Any?>()
        scripted.client.requestHistory(for: PNChannel(name: "a"), from: nil) { messages, _, _, _, _ in
            found.add(messages?.first?.message)
        }
        scripted.reply(Path.history, "[[\(Self.content)],1,1]")
        let request = PNHistoryFetchRequest(channels: ["a"])
        request.includeMetadata = true
        scripted.client.fetchHistory(with: request) { result, _ in
            found.add(result?.data.channels["a"]?.first?.message)
            found.add(result?.data.channels["a"]?.first?.metadata)
        }
        let item = #"{"message":\#(Self.content),"meta":\#(Self.content),"timetoken":"5"}"#
        scripted.reply("/v3/history/", #"{"status":200,"channels":{"a":[\#(item)]}}"#)
        scripted.client.requestParticipantsList(
            for: [PNChannel(name: "a")],
            clientIdentifiersRequired: true,
            clientState: true
        ) {
            hereNow,
            channels,
            _ in
            found.add(hereNow?.participants(for: PNChannel(name: "a")).first?.state(for: PNChannel(name: "a")))
        }
        scripted.reply(Path.presence, #"{"status":200,"occupancy":1,"uuids":[{"uuid":"u","state":\#(Self.content)}]}"#)
        #expect(found.values.count == 4)
        found.values.forEach(check)
        let user = try #require(
            Replies.value(
                ObjectEndpoints.user("u", ObjectsQuery()).map { PNUUIDMetadata($0) },
                #"{"status":200,"data":{"id":"u","custom":\#(Self.content)}}"#
            )
        )
        check(user.custom)
    }
}
