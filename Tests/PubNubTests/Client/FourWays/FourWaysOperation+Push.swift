import Foundation

@testable import PubNub

extension FourWaysOperation {
    private static let device = "/v1/push/sub-key/sub/devices/00ff10"
    private static let token = Data([0x00, 0xff, 0x10])

    static let push = [
        Self(
            name: "enabling push",
            call: { client, ways in
                client.enablePushNotifications(
                    onChannels: PNChannel.channels(withNames: ["a", "b"]),
                    withDevicePushToken: token
                ) { ways.closure($0, $1) }
            },
            request: "\(device)?add=a,b&type=apns&uuid=me",
            answer: #"[1,"Modified Channels"]"#,
            success: Report(
                "didEnablePushNotificationsOnChannels",
                "a,b nil",
                "PushNotificationEnableDidComplete"
            ),
            failure: Report("pushNotificationEnableDidFailWithError", "a,b #", "PushNotificationEnableDidFail")
        ),
        Self(
            name: "disabling push",
            call: { client, ways in
                client.disablePushNotifications(
                    on: PNChannel(name: "a"),
                    withDevicePushToken: token,
                    type: .fcm
                ) { ways.closure($0, $1) }
            },
            request: "\(device)?remove=a&type=fcm&uuid=me",
            answer: #"[1,"Modified Channels"]"#,
            success: Report("didDisablePushNotificationsOnChannels", "a nil", "PushNotificationDisableDidComplete"),
            failure: Report("pushNotificationDisableDidFailWithError", "a #", "PushNotificationDisableDidFail")
        ),
        Self(
            name: "removing push",
            call: { client, ways in
                client.removeAllPushNotifications(forDevicePushToken: token) { ways.closure($0) }
            },
            request: "\(device)/remove?type=apns&uuid=me",
            answer: #"[1,"Removed Device"]"#,
            success: Report("pubnubClientDidRemovePushNotifications", "nil", "PushNotificationRemoveDidComplete"),
            failure: Report(
                "pushNotificationsRemoveFromChannelsDidFailWithError",
                "#",
                "PushNotificationRemoveDidFail"
            )
        ),
        Self(
            name: "push channels",
            call: { client, ways in
                client.requestPushNotificationEnabledChannels(forDevicePushToken: token) { ways.closure($0, $1) }
            },
            request: "\(device)?type=apns&uuid=me",
            answer: #"["a","b"]"#,
            success: Report(
                "didReceivePushNotificationEnabledChannels",
                "a,b nil",
                "PushNotificationChannelsRetrieveDidComplete"
            ),
            failure: Report(
                "pushNotificationEnabledChannelsReceiveDidFailWithError",
                "nil #",
                "PushNotificationChannelsRetrieveDidFail"
            )
        ),
    ]

    static let rights = [
        Self(
            name: "changing access rights",
            call: { client, ways in
                client.changeAccessRights(for: [PNChannel(name: "a")], to: .readAccessRight, onPeriod: 5) {
                    ways.closure($0, $1)
                }
            },
            request: "/v1/auth/grant/sub-key/sub?channel=a&m=0&r=1&ttl=5&w=0&uuid=me",
            answer: allowed(#"{"level":"channel","subscribe_key":"sub","ttl":5,"channels":{"a":{"r":1,"w":0,"m":0}}}"#),
            success: Report("didChangeAccessRights", "rights nil", "AccessRightsChangeDidComplete"),
            failure: Report("accessRightsChangeDidFailWithError", "nil #", "AccessRightsChangeDidFail")
        ),
        Self(
            name: "auditing access rights",
            call: { client, ways in
                client.auditAccessRightsForApplication { ways.closure($0, $1) }
            },
            request: "/v1/auth/audit/sub-key/sub?uuid=me",
            answer: allowed(#"{"level":"subkey","subscribe_key":"sub","channels":{}}"#),
            success: Report("didAuditAccessRights", "rights nil", "AccessRightsAuditDidComplete"),
            failure: Report("accessRightsAuditDidFailWithError", "nil #", "AccessRightsAuditDidFail")
        ),
    ]

    private static func allowed(_ payload: String) -> String {
        #"{"status":200,"message":"Success","payload":\#(payload),"service":"Access Manager"}"#
    }
}
