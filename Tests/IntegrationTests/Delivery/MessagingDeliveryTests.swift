import Foundation
import PubNub
import PubNubOrigin
import PubNubOriginServer
import PubNubTestSupport
import Testing

@Suite("README: Event handling, messages sent, received and lost reach every receiver")
struct MessagingDeliveryTests {
    @Test(arguments: rows, DelegateMethods.allCases)
    func delivers(row: DeliveryRow, methods: DelegateMethods) async throws {
        try await row.check(methods)
    }

    private static let hall = PNChannel.channel(withName: "hall")
    private static let text = "message hello"

    private static let willSend = DeliveryEvent(
        "pubnubClient(_:willSend:)",
        text,
        observers: .init("addMessageProcessingObserver", "state 0, \(text)"),
        posts: kPNClientWillSendMessageNotification
    )

    private static func notSent(_ code: Int) -> DeliveryEvent {
        DeliveryEvent(
            "pubnubClient(_:didFailMessageSend:withError:)",
            "\(text), \(code) about \(text)",
            observers: .init("addMessageProcessingObserver", "state 2, \(code) about \(text)"),
            posts: kPNClientMessageSendingDidFailNotification,
            carrying: "\(code) about \(text)"
        )
    }

    private static func received(_ text: String) -> DeliveryEvent {
        DeliveryEvent(
            "pubnubClient(_:didReceive:)",
            "message \(text)",
            observers: .init("addMessageReceiveObserver", "message \(text)"),
            closure: .silent,
            posts: kPNClientDidReceiveMessageNotification
        )
    }

    private static func send(to channel: PNChannel?) -> DeliveryRow.Step {
        { scene in
            scene.pubnub.sendMessage("hello", to: channel, withCompletionBlock: scene.closure.processing)
        }
    }

    static let rows = [
        DeliveryRow(
            "send a message",
            delivers: [
                willSend,
                DeliveryEvent(
                    "pubnubClient(_:didSend:)",
                    text,
                    observers: .init("addMessageProcessingObserver", "state 1, \(text)"),
                    posts: kPNClientDidSendMessageNotification
                ),
            ],
            operate: send(to: hall)
        ),
        DeliveryRow(
            "send a message, forbidden",
            delivers: [willSend, notSent(122)],
            after: { $0.refuse(.publish) },
            operate: send(to: hall)
        ),
        DeliveryRow("send a message nowhere", delivers: [notSent(134)], operate: send(to: nil)),
        DeliveryRow(
            "receive a message",
            delivers: [received("hello")],
            after: { try await $0.subscribe("hall") },
            operate: { scene in
                let sender = try await IntegrationClient.connected(scene.address)
                try await sender.publish("hello", to: "hall")
            }
        ),
        lossy,
    ]

    /// The limits of a service that has lost what no longer fits in its buffers.
    private static let forgetful: OriginLimits = {
        var limits = OriginLimits()
        limits.catchesUpFromHistory = false
        return limits
    }()

    /// During the client's absence, one message more is published than the service stores.
    private static let lossy = DeliveryRow(
        "miss messages",
        delivers: [ConnectionDeliveryTests.willConnect, ConnectionDeliveryTests.didConnect()]
            + SubscriptionDeliveryTests.restored + [
                DeliveryEvent(
                    "pubnubClient(_:didLoseMessagesBetween:and:)",
                    "date, date",
                    observers: .init("addMessagesGapObserver", "date, date"),
                    closure: .silent,
                    posts: kPNClientDidLoseMessagesNotification,
                    carrying: "[date date]"
                )
            ] + (2...101).map { received("\($0)") },
        origin: OriginConfiguration(limits: forgetful).storing(
            in: .file(
                FileManager.default.temporaryDirectory.appending(path: "pubnub-\(UUID().uuidString).sqlite")
                    .path()
            )
        ),
        after: { scene in
            try await scene.subscribe("hall")
            try await scene.lose()
            try await withOrigin(scene.origin) { _, elsewhere in
                let sender = try await IntegrationClient.connected(elsewhere)
                for number in 1...101 { try await sender.publish("\(number)", to: "hall") }
            }
        },
        operate: { try await $0.restart() }
    )
}
