import Foundation
import PubNubMachines
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("Messages of the outbox that the client does not send")
struct OutboxRefusalTests {
    /// The ends of messages, by their names.
    private typealias Ends = Notes<String>

    private func send(_ message: Any, _ name: String, to channel: String, _ scripted: ScriptedClient, _ ends: Ends) {
        scripted.client.sendMessage(message, to: PNChannel(name: channel)) { state, data in
            if state == .sent { ends.add("\(name) sent") }
            if state == .sendingError { ends.add("\(name) failed \((data as? PNError)?.code ?? 0)") }
        }
    }

    @Test("A message whose address becomes too long for the service ends once with 114, and the next one is sent")
    func addressTooLong() throws {
        let scripted = ScriptedClient.connected { $0.outbox = PNOutbox() }
        let ends = Ends()
        send(1, "first", to: "a", scripted, ends)
        let first = try #require(scripted.transport.waiting.first { $0.path.hasPrefix(Path.publish) })
        // The number has one byte, and the quotation marks of a string have six in a path.
        let text = String(repeating: "x", count: 32_768 - (first.path.utf8.count - 1) - 6)
        send(text, "long", to: "a", scripted, ends)
        send(2, "next", to: "a", scripted, ends)
        // Each request now has a longer address.
        scripted.client.setClientIdentifier("a longer one")
        scripted.settle()
        scripted.accept()
        scripted.accept()
        #expect(ends.values == ["first sent", "long failed \(kPNTooLongMessageError)", "next sent"])
        #expect(scripted.published.map(\.text) == ["1", "2"])
    }

    @Test("A message with metadata that is too long for an address is error 114, and its outcome is known")
    func metadata() throws {
        let metadata = JSON.object(["text": .string(String(repeating: "x", count: 33_000))])
        for outbox in [nil, PNOutbox()] {
            let scripted = ScriptedClient.connected { $0.outbox = outbox }
            let errors = Notes<PNError>()
            scripted.client.sendMessage(
                1,
                applePushNotification: nil,
                googleCloudNotification: nil,
                to: PNChannel(name: "a"),
                compressed: false,
                storeInHistory: true,
                metadata: metadata,
                hoursInHistory: nil
            ) { _, data in
                if let error = data as? PNError { errors.add(error) }
            }
            scripted.settle()
            #expect(errors.values.map(\.code) == [kPNTooLongMessageError])
            #expect(errors.values.allSatisfy { !$0.isOutcomeUnknown })
            #expect(scripted.published.isEmpty)
        }
    }

    @Test("A change of the configuration ends the messages of earlier keys only")
    func otherKeys() {
        let scripted = ScriptedClient.connected { $0.outbox = PNOutbox() }
        let ends = Ends()
        send(0, "old", to: "a", scripted, ends)
        let changed = PNConfiguration.scripted(publishKey: "pub2")
        changed.callbackQueue = scripted.queue
        changed.outbox = PNOutbox()
        scripted.client.setConfiguration(changed)
        scripted.settle()
        send(1, "new", to: "b", scripted, ends)
        send(2, "next", to: "b", scripted, ends)
        // The message of the former keys is still in flight.
        changed.shouldAcceptCompressedResponse.toggle()
        scripted.client.setConfiguration(changed)
        scripted.settle()
        #expect(ends.values.isEmpty)
        scripted.reply("/publish/pub2/sub/0/b", ScriptedClient.sent)
        scripted.reply("/publish/pub2/sub/0/b", ScriptedClient.sent)
        #expect(ends.values == ["new sent", "next sent"])
        scripted.reply("/publish/pub/sub/0/a", ScriptedClient.sent)
        #expect(ends.values == ["new sent", "next sent", "old sent"])
    }
}
