import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// "PNMessageSending: 'data' stores reference on PNMessage instance which is processing at this moment; PNMessageSent;
/// PNMessageSendingError" (README "Publishing Messages").
@Suite struct PublishStatesTests {
    private let scripted = ScriptedClient.connected()

    @Test func aMessageIsSendingThenSent() throws {
        let states = Notes<(PNMessageState, Any?)>()
        let observed = Notes<UInt>()
        let posted = NotificationNotes(of: scripted.client)
        scripted.client.observationCenter.addMessageProcessingObserver("test") { state, _ in
            observed.add(state.rawValue)
        }
        let message = try #require(
            scripted.client.sendMessage("hi", to: PNChannel(name: "a")) { states.add(($0, $1)) }
        )
        scripted.settle()
        #expect(states.values.map(\.0) == [.sending])
        #expect(message.date == nil)
        scripted.accept()
        #expect(states.values.map(\.0) == [.sending, .sent])
        #expect(states.values.allSatisfy { $0.1 as? PNMessage === message })
        #expect(message.date?.timeToken == 15_000_000_000_000_001)
        #expect(scripted.reported == ["willSend", "didSend"])
        #expect(observed.values == [PNMessageState.sending.rawValue, PNMessageState.sent.rawValue])
        #expect(posted.words == ["WillSendMessage", "DidSendMessage"])
    }

    /// "'error.associatedObject' PNMessage instance which PubNub client was unable to send".
    @Test func aFailureIsAboutTheMessage() throws {
        let errors = Notes<PNError>()
        let message = scripted.client.sendMessage("hi", to: PNChannel(name: "a")) { _, data in
            if let error = data as? PNError { errors.add(error) }
        }
        scripted.reply(Path.publish, status: 400, #"[0,"Invalid Key","15000000000000001"]"#)
        #expect(scripted.reported == ["willSend", "didFailMessageSend 113"])
        let error = try #require(errors.values.first)
        #expect(error.associatedObject as? PNMessage === message)
    }

    /// "Retry message sending": "it can be passed back to the last two methods to easily re-publish".
    @Test func aMessageCanBeSentAgain() throws {
        let message = try #require(scripted.client.sendMessage(["k": [1, 2]], to: PNChannel(name: "a")))
        scripted.fail(Path.publish, .reset)
        let states = Notes<UInt>()
        scripted.client.send(message, compressed: false, storeInHistory: false) { state, data in
            if data as? PNMessage === message { states.add(state.rawValue) }
        }
        scripted.accept()
        #expect(scripted.published == [Published(#"{"k":[1,2]}"#), Published(#"{"k":[1,2]}"#)])
        #expect(scripted.requested.last?.hasSuffix("&store=0") == true)
        #expect(states.values == [PNMessageState.sending.rawValue, PNMessageState.sent.rawValue])
        #expect(message.date != nil)
    }

    /// A received message can be published again.
    @Test func aReceivedMessageCanBeSent() {
        scripted.subscribe(["a"])
        scripted.reply(Path.subscribe, Page.of(200, [Page.message(#"{"k":"v"}"#, on: "a")]))
        scripted.client.send(scripted.delegate.messages.first)
        #expect(scripted.published == [Published(#"{"k":"v"}"#)])
    }

    /// Each message has its own closure.
    @Test func equalMessagesHaveTheirOwnClosures() {
        let sent = Notes<Int>()
        for number in 1...3 {
            scripted.client.sendMessage("same", to: PNChannel(name: "a")) { state, _ in
                if state == .sent { sent.add(number) }
            }
        }
        for _ in 0..<3 { scripted.accept() }
        #expect(sent.values == [1, 2, 3])
    }
}
