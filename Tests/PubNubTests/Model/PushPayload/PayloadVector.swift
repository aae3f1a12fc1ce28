import Foundation
import PubNubWire

@testable import PubNub

/// A notification and its expected payload.
struct PayloadVector: Sendable, CustomStringConvertible {
    static let text = #""title":"Chat invitation","body":"You have been invited to 'quiz' chat""#
    static let shown = #""alert":{\#(text)}"#
    static let target = #"{"environment":"development","topic":"com.meetings.chat.app"}"#

    let description: String
    let types: PNPushType
    let expected: String
    /// Sets the properties of the notification except for title and text.
    let configure: @Sendable (PNNotificationsPayload) -> Void

    init(
        _ description: String,
        _ types: PNPushType,
        _ expected: String,
        _ configure: @escaping @Sendable (PNNotificationsPayload) -> Void = { _ in }
    ) {
        self.description = description
        self.types = types
        self.expected = expected
        self.configure = configure
    }

    /// Creates the sample's title and text, with the properties of this vector.
    func builder() -> PNNotificationsPayload {
        let builder = PNNotificationsPayload.payloads(
            withNotificationTitle: "Chat invitation",
            body: "You have been invited to 'quiz' chat"
        )
        configure(builder)
        return builder
    }
}

extension PayloadVector {
    /// The outputs of the document, with title and text in their members.
    static let documented: [PayloadVector] = [
        .init(
            "APNs and FCM",
            [.PNAPNSPush, .PNFCMPush],
            """
            {"pn_apns":{"aps":{\(shown),"sound":"default"}},
             "pn_fcm":{"notification":{\(text)},"android":{"notification":{"sound":"default"}}}}
            """
        ) { $0.sound = "default" },
        .init(
            "APNs over HTTP/2 with the default configuration, and FCM",
            [.PNAPNS2Push, .PNFCMPush],
            """
            {"pn_apns":{"aps":{\(shown),"sound":"default"},"pn_push":[{"targets":[\(target)],"version":"v2"}]},
             "pn_fcm":{"notification":{\(text)},"android":{"notification":{"sound":"default"}}}}
            """
        ) { $0.sound = "default" },
        .init(
            "APNs over HTTP/2 with a configuration, and FCM",
            [.PNAPNS2Push, .PNFCMPush],
            """
            {"pn_apns":{"aps":{\(shown)},"pn_push":[{"collapse_id":"invitations","expiration":"2019-11-28T22:06:09Z",
              "targets":[\(target)],"version":"v2"}]},"pn_fcm":{"notification":{\(text)}}}
            """
        ) { builder in
            builder.apns.configurations = [
                PNAPNSNotificationConfiguration(
                    collapseID: "invitations",
                    expirationDate: Date(timeIntervalSince1970: 1_574_978_769.9),
                    targets: [PNAPNSNotificationTarget(forTopic: "com.meetings.chat.app")]
                )
            ]
        },
    ]

    /// Outputs that the document describes in words, or leaves open.
    static let further: [PayloadVector] = [
        .init(
            "Subtitle, badge and sound for Apple",
            .PNAPNSPush,
            #"{"pn_apns":{"aps":{"alert":{\#(text),"subtitle":"S"},"badge":3,"sound":"ping"}}}"#
        ) { ($0.subtitle, $0.badge, $0.sound) = ("S", 3, "ping") },
        .init(
            "Subtitle and badge are not Google's",
            .PNFCMPush,
            #"{"pn_fcm":{"notification":{\#(text)}}}"#
        ) { ($0.subtitle, $0.badge) = ("S", 3) },
        .init(
            "Silent ones",
            [.PNAPNSPush, .PNFCMPush],
            #"{"pn_apns":{"aps":{"content-available":1}},"pn_fcm":{"data":{"notification":{\#(text),"sound":"ping"}}}}"#
        ) { builder in
            builder.badge = 3
            builder.sound = "ping"
            builder.apns.isSilent = true
            builder.fcm.isSilent = true
        },
        .init(
            "Icon, tag, data, and what stands at the root for Google",
            .PNFCMPush,
            """
            {"pn_fcm":{"notification":{\(text)},"android":{"notification":{"icon":"i.png","tag":"t1"},"ttl":"9s"},
             "data":{"room":"42","priority":"high"}}}
            """
        ) { builder in
            builder.fcm.icon = "i.png"
            builder.fcm.tag = "t1"
            builder.fcm.data["room"] = "42"
            builder.fcm.payload["priority"] = "high"
            builder.fcm.payload["android"] = ["ttl": "9s"]
        },
        .init(
            "Two configurations, an excluded device, two targets, and none",
            .PNAPNS2Push,
            """
            {"pn_apns":{"aps":{\(shown)},"pn_push":[{"targets":[
              {"environment":"production","topic":"A","excluded_devices":["deadbeef"]},
              {"environment":"development","topic":"B"}],"version":"v2"},{"targets":[\(target)],"version":"v2"}]}}
            """
        ) { builder in
            let first = PNAPNSNotificationTarget(
                forTopic: "A",
                in: .production,
                withExcludedDevices: [Data([0xde, 0xad, 0xbe, 0xef])]
            )
            builder.apns.configurations = [
                PNAPNSNotificationConfiguration(targets: [first, PNAPNSNotificationTarget(forTopic: "B")]),
                PNAPNSNotificationConfiguration(targets: []),
            ]
        },
        .init(
            "What the app adds for Apple, in `aps` and beside it",
            .PNAPNSPush,
            #"{"pn_apns":{"aps":{\#(shown),"category":"C"},"room":"42"}}"#
        ) { builder in
            builder.apns.payload["room"] = "42"
            builder.apns.notification["category"] = "C"
        },
        .init(
            "Both of Apple's ways: the older one, without targets",
            [.PNAPNSPush, .PNAPNS2Push],
            #"{"pn_apns":{"aps":{\#(shown)}},"pn_debug":true}"#
        ) { $0.debugging = true },
        .init("Microsoft's, which is no more, and bits without meaning", [.PNMPNSPush, .init(rawValue: 512)], "{}"),
        .init("For nobody", [], "{}") { $0.debugging = true },
    ]
}
