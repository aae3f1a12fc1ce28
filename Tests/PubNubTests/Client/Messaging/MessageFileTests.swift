import Foundation
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

/// A message that could not be sent is saved to a file, loaded later, and sent: "writeToFileAtPath:" and
/// "messageFromFileAtPath:".
@Suite struct MessageFileTests {
    private let scripted = ScriptedClient.connected()
    private let path = FileManager.default.temporaryDirectory.appendingPathComponent("message-\(UUID()).json").path

    private func stored(_ message: PNMessage?) throws -> PNMessage {
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(try #require(message).writeToFile(atPath: path))
        return try #require(PNMessage(fromFileAtPath: path))
    }

    @Test func aMessageThatFailedIsSentFromAFile() throws {
        let content: [String: Any] = ["text": "žluťoučký 🐎\n\"kůň\"", "big": UInt64.max, "none": NSNull()]
        let message = scripted.client.sendMessage(
            content,
            applePushNotification: ["aps": ["badge": 1]],
            to: PNChannel(name: "a č")
        )
        scripted.fail(Path.publish, .unreachable)
        let loaded = try stored(message)
        #expect(loaded.channel == PNChannel(name: "a č"))
        scripted.wait(.milliseconds(200))
        scripted.reply(Path.time, "[15000000000000000]")
        scripted.client.send(loaded)
        scripted.accept()
        #expect(scripted.published.count == 2)
        #expect(scripted.published.first == scripted.published.last)
        #expect(scripted.reported.suffix(2) == ["willSend", "didSend"])
    }

    /// The file contains the options of the message.
    @Test(arguments: [(true, false), (false, true)])
    func theFileRemembersHowTheMessageWasSent(isCompressed: Bool, isStored: Bool) throws {
        let message = scripted.client.sendMessage(
            "x",
            to: PNChannel(name: "a"),
            compressed: isCompressed,
            storeInHistory: isStored
        )
        let outgoing = try #require(try stored(message).outgoing)
        #expect(outgoing.isCompressed == isCompressed)
        #expect(outgoing.isStored == isStored)
    }

    @Test func aReceivedMessageKeepsItsDates() throws {
        scripted.client.subscribe(on: [PNChannelGroup(name: "g", inNamespace: "n")])
        scripted.join()
        let item = Page.message("1", on: "a", at: 15_000_000_000_000_003, via: "n:g")
        scripted.reply(Path.subscribe, Page.of(200, [item]))
        let message = try #require(scripted.delegate.messages.first)
        let loaded = try stored(message)
        #expect(loaded.date == message.date)
        #expect(loaded.receiveDate == message.receiveDate)
        #expect(loaded.channelGroup?.name == "n:g")
        #expect(loaded.message as? Int == 1)
    }

    /// An encrypted client stores the message, not its key.
    @Test func theKeyIsNotInTheFile() throws {
        let scripted = ScriptedClient.connected(.scripted(cipherKey: "top secret"))
        let message = try #require(scripted.client.sendMessage("x", to: PNChannel(name: "a")))
        #expect(message.writeToFile(atPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(!text.contains("top secret"))
        #expect(text.contains(#""message":"x""#))
    }

    @Test(arguments: ["", "not json", "{}", #"{"format":"pubnub-message-2","message":1,"channel":"a"}"#])
    func anotherFileIsNoMessage(_ content: String) throws {
        try content.write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(PNMessage(fromFileAtPath: path) == nil)
        #expect(PNMessage(fromFileAtPath: path + ".missing") == nil)
    }
}
