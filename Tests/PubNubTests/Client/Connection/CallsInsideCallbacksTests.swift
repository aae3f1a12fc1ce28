import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub

/// Every method may be called from any thread, also inside a callback.
@Suite struct CallsInsideCallbacksTests {
    /// An application that makes all of its calls inside callbacks.
    private final class Application: PNDelegate {
        let steps = Notes<String>()

        func pubnubClient(_ client: PubNub, didConnectToOrigin origin: String) {
            steps.add("connected \(client.isConnected())")
            client.subscribe(on: PNChannel.channels(withNames: ["a"]))
        }

        func pubnubClient(_ client: PubNub, didSubscribeOn channelObjects: [any PNChannelProtocol]) {
            steps.add("subscribed \(client.subscribedChannels().map(\.name))")
            client.sendMessage("hello", to: PNChannel(name: "a")) { [steps] state, _ in
                if state == .sent { steps.add("sent \(client.configuration().origin)") }
            }
        }

        func pubnubClient(_ client: PubNub, didReceive message: PNMessage) {
            steps.add("received \(message.message)")
            client.unsubscribe(
                from: [message.channel],
                withCompletionHandling: { [steps] _, _ in
                    steps.add("unsubscribed \(client.subscribedChannels().isEmpty)")
                    client.setClientIdentifier("other")
                    client.disconnect()
                }
            )
        }

        func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String) {
            steps.add("disconnected \(client.clientIdentifier())")
            client.setDelegate(nil)
            client.connect()
        }
    }

    @Test func anApplicationMayDoEverythingFromInside() {
        let scripted = ScriptedClient()
        let application = Application()
        scripted.client.setDelegate(application)
        scripted.connect()
        scripted.join()
        scripted.reply(Path.publish, #"[1,"Sent","15000000000000001"]"#)
        scripted.reply(Path.subscribe, Page.of(200, [Page.message(#""hello""#, on: "a")]))
        scripted.reply(Path.leave("a"), #"{"status":200,"action":"leave","message":"OK","service":"Presence"}"#)
        #expect(
            application.steps.values == [
                "connected true", "subscribed [\"a\"]", "sent origin.test", "received hello", "unsubscribed true",
                "disconnected other",
            ]
        )
        #expect(scripted.waiting == ["/time/0?uuid=other"], "it connects again, and tells nobody")
    }

    /// The client does not retain its delegate.
    @Test func aDelegateThatIsGoneIsNotCalled() {
        let scripted = ScriptedClient()
        weak var released: Application?
        do {
            let application = Application()
            released = application
            scripted.client.setDelegate(application)
        }
        #expect(released == nil)
        scripted.connect()
        #expect(scripted.client.isConnected())
        #expect(scripted.waiting == [], "nobody subscribed")
    }
}
