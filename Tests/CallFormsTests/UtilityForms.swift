import Foundation
import PubNub
import Testing

/// Every sample and call form of the utilities document compiles, and does no harm on a client that is not connected.
@Suite struct UtilityForms {
    private let given = Given()

    @Test func sizeOfMessage() {
        let client = given.client
        let metadata: [String: Any]? = ["senderID": "bob"]
        client.sizeOfMessage(["Hello": "world"], toChannel: "announcement") { size in
            // Process calculated target message size.
            _ = size
        }
        client.sizeOfMessage(
            ["Hello": "World"],
            toChannel: "announcement",
            withMetadata: ["senderID": "bob"],
            completion: { _ in }
        )
        client.sizeOfMessage("text", toChannel: "a", withCompletion: { _ in })
        client.sizeOfMessage("text", toChannel: "a", compressed: true, withCompletion: { _ in })
        client.sizeOfMessage("text", toChannel: "a", storeInHistory: false, withCompletion: { _ in })
        client.sizeOfMessage("text", toChannel: "a", compressed: true, storeInHistory: false, withCompletion: { _ in })
        client.sizeOfMessage("text", toChannel: "a", withMetadata: metadata, completion: { _ in })
        client.sizeOfMessage("text", toChannel: "a", compressed: true, withMetadata: metadata, completion: { _ in })
        client.sizeOfMessage("text", toChannel: "a", storeInHistory: false, withMetadata: metadata) { _ in }
        client.sizeOfMessage("text", toChannel: "a", compressed: true, storeInHistory: true, withMetadata: nil) { _ in }
        #expect(!client.isConnected())
    }

    @Test func targets() {
        let currentDevicePushToken = given.token
        let target = PNAPNSNotificationTarget(
            forTopic: "com.meetings.chat.app",
            in: .production,
            withExcludedDevices: [currentDevicePushToken]
        )
        let expirationDate = Date(timeIntervalSinceNow: 10)
        let configurations = [
            PNAPNSNotificationConfiguration.default(),
            PNAPNSNotificationConfiguration(targets: [target, .default()]),
            PNAPNSNotificationConfiguration(
                collapseID: "invitations",
                expirationDate: expirationDate,
                targets: [PNAPNSNotificationTarget(forTopic: "com.meetings.chat.app")]
            ),
        ]
        let builder = PNNotificationsPayload.payloads(
            withNotificationTitle: "Chat invitation",
            body: "You have been invited to 'quiz' chat"
        )
        builder.apns.configurations = configurations
        let payloads = builder.dictionaryRepresentation(for: [.PNAPNS2Push, .PNFCMPush])
        #expect(Set(payloads.keys) == ["pn_apns", "pn_fcm"])
    }

    @Test func payloads() {
        let builder = PNNotificationsPayload.payloads(withNotificationTitle: "Chat invitation", body: nil)
        builder.sound = "default"
        builder.subtitle = "quiz"
        builder.badge = 1
        builder.debugging = false
        builder.apns.isSilent = false
        builder.apns.notification["category"] = "invitation"
        builder.apns.payload["roomID"] = "ewuiogw9vewg0"
        builder.fcm.isSilent = false
        builder.fcm.icon = "quiz"
        builder.fcm.tag = "invitation"
        builder.fcm.notification["color"] = "#ff0000"
        builder.fcm.data["roomID"] = "ewuiogw9vewg0"
        builder.fcm.payload["priority"] = "high"
        let general: PNBaseNotificationPayload = builder.fcm
        #expect(general.payload["priority"] as? String == "high")
        print("Notifications payload: \(builder.dictionaryRepresentation(for: [.PNAPNSPush, .PNFCMPush]))")
        #expect(builder.dictionaryRepresentation(for: [.PNAPNS2Push, .PNMPNSPush]).count == 1)
    }

    @Test func publish() {
        let client = given.client
        let builder = PNNotificationsPayload.payloads(
            withNotificationTitle: "Chat invitation",
            body: "You have been invited to 'quiz' chat"
        )
        let payload = builder.dictionaryRepresentation(for: [.PNAPNSPush, .PNFCMPush])
        let message = ["message": "Max invited you to 'quiz' chat room", "roomID": "ewuiogw9vewg0"]
        client.publish(message, toChannel: "chat-bot", mobilePushPayload: payload) { status in
            // Handle publish results
            if !status.isError { print("published at \(status.data.timetoken ?? 0)") }
        }
        let block: PNPublishCompletionBlock = { _ in }
        client.publish(message, toChannel: "chat-bot", mobilePushPayload: payload, withCompletion: block)
        client.publish(nil, toChannel: "chat-bot", mobilePushPayload: payload)
        #expect(!client.isConnected())
    }
}
