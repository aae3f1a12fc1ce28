import Foundation
import PubNubWire
import Testing

@testable import PubNub

@Suite("README, Publishing Messages: the content of a message")
struct PNMessageTests {
    private func path() -> String {
        FileManager.default.temporaryDirectory.appendingPathComponent("message-\(UUID().uuidString).json").path
    }

    @Test("The content is decoded once and read as Swift values")
    func content() throws {
        let payload = try RawJSON(validating: Array(#"{"text":"hi","list":[1,true,null]}"#.utf8))
        let message = PNMessage(payload: payload, channel: .channel(withName: "a"))
        let content = try #require(message.message as? [String: Any])
        #expect(content["text"] as? String == "hi")
        #expect((content["list"] as? [Any])?.count == 3)
    }

    @Test("A message has a date if the service sent one")
    func dates() {
        let received = PNMessage(
            payload: RawJSON("x"),
            channel: .channel(withName: "a"),
            group: PNChannelGroup(name: "g"),
            timetoken: Timetoken(rawValue: 14_818_963_573_055_360),
            arrival: Timetoken(rawValue: 14_818_963_580_000_000)
        )
        #expect(received.date?.timeToken.uint64Value == 14_818_963_573_055_360)
        #expect(received.receiveDate?.timeToken.uint64Value == 14_818_963_580_000_000)
        #expect(received.channelGroup?.name == "g")
        let sent = PNMessage(payload: RawJSON("x"), channel: .channel(withName: "a"))
        #expect(sent.date == nil)
        #expect(sent.receiveDate == nil)
        sent.accepted(at: Timetoken(rawValue: 14_818_963_573_055_361))
        #expect(sent.date?.timeToken.uint64Value == 14_818_963_573_055_361)
    }

    @Test("Many threads may read the content concurrently")
    func concurrentReading() async {
        let message = PNMessage(payload: RawJSON(["k": [1, 2, 3]]), channel: .channel(withName: "a"))
        let counts = await withTaskGroup(of: Int.self) { tasks in
            for _ in 0..<16 {
                tasks.addTask { ((message.message as? [String: Any])?["k"] as? [Any])?.count ?? 0 }
            }
            return await tasks.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 3, count: 16))
    }

    @Test("A message is read from its file unchanged")
    func roundTrip() throws {
        let file = path()
        defer { try? FileManager.default.removeItem(atPath: file) }
        let message = PNMessage(
            payload: RawJSON(["number": .integer(9_007_199_254_740_993), "text": "ü"]),
            channel: .channel(withName: "a"),
            group: PNChannelGroup(name: "g", inNamespace: "n"),
            timetoken: Timetoken(rawValue: 14_818_963_573_055_360),
            arrival: Timetoken(rawValue: 14_818_963_580_000_000),
            outgoing: .init(
                push: ["pn_apns": ["aps": ["alert": "x"]], "pn_gcm": [1], "pn_fcm": ["data": ["a": "1"]]],
                isCompressed: true,
                isStored: false
            )
        )
        #expect(message.writeToFile(atPath: file))
        let copy = try #require(PNMessage(fromFileAtPath: file))
        #expect(copy.payload.value() == message.payload.value())
        #expect(copy.channel == message.channel)
        #expect(copy.channelGroup == message.channelGroup)
        #expect(copy.date == message.date)
        #expect(copy.receiveDate == message.receiveDate)
        #expect(copy.outgoing == message.outgoing)
    }

    @Test("Missing values stay missing")
    func sparseRoundTrip() throws {
        let file = path()
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(PNMessage(payload: RawJSON(.null), channel: .channel(withName: "a")).writeToFile(atPath: file))
        let copy = try #require(PNMessage(fromFileAtPath: file))
        #expect(copy.message is NSNull)
        #expect(copy.channelGroup == nil)
        #expect(copy.date == nil)
        #expect(copy.receiveDate == nil)
        #expect(copy.outgoing == nil)
    }

    @Test("Only the owner may read the file, and writing replaces it")
    func permissions() throws {
        let file = path()
        defer { try? FileManager.default.removeItem(atPath: file) }
        let channel = PNChannel.channel(withName: "a")
        #expect(PNMessage(payload: RawJSON("first"), channel: channel).writeToFile(atPath: file))
        #expect(PNMessage(payload: RawJSON("second"), channel: channel).writeToFile(atPath: file))
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect(PNMessage(fromFileAtPath: file)?.message as? String == "second")
        let folder = (file as NSString).deletingLastPathComponent
        let name = (file as NSString).lastPathComponent
        let left = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix(name) }
        #expect(left == [name])
    }

    @Test(
        "A file with other content is not a message",
        arguments: [
            "", "{", "[]", #"{"message":1,"channel":"a"}"#, #"{"format":"pubnub-message-1","channel":"a"}"#,
            #"{"format":"pubnub-message-1","message":1}"#, #"{"format":"pubnub-message-9","message":1,"channel":"a"}"#,
            #"{"format":"pubnub-message-1","message":1,"channel":2}"#,
        ]
    )
    func corrupt(text: String) throws {
        let file = path()
        defer { try? FileManager.default.removeItem(atPath: file) }
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(PNMessage(fromFileAtPath: file) == nil)
    }

    @Test("Reports an invalid path")
    func badPath() {
        let message = PNMessage(payload: RawJSON("x"), channel: .channel(withName: "a"))
        #expect(!message.writeToFile(atPath: "/nonexistent/folder/file"))
        #expect(PNMessage(fromFileAtPath: "/nonexistent/folder/file") == nil)
    }

    @Test("A description does not show the content")
    func description() {
        let message = PNMessage(payload: RawJSON("private words"), channel: .channel(withName: "a"))
        #expect("\(message)" == "PNMessage(15 bytes on a)")
    }
}
