import Foundation
import PubNubWire
import Testing

@testable import PubNub

/// Serialized, because the default topic belongs to the process.
@Suite("Utilities, Push notification configuration: the payloads", .serialized)
final class NotificationsPayloadTests {
    private let topic = PNAPNSNotificationTarget.defaultTopic

    init() {
        PNAPNSNotificationTarget.defaultTopic = "com.meetings.chat.app"
    }

    deinit {
        PNAPNSNotificationTarget.defaultTopic = topic
    }

    private func json(_ payload: [String: Any]) throws -> JSON {
        try JSONBridge.value(payload)
    }

    @Test("Gives the outputs of the document", arguments: PayloadVector.documented)
    func documented(vector: PayloadVector) throws {
        let payload = try json(vector.builder().dictionaryRepresentation(for: vector.types))
        #expect(try payload == JSON(parsing: vector.expected))
    }

    @Test("Every setting has its member", arguments: PayloadVector.further)
    func further(vector: PayloadVector) throws {
        let payload = try json(vector.builder().dictionaryRepresentation(for: vector.types))
        #expect(try payload == JSON(parsing: vector.expected))
    }

    @Test("Repeated calls give the same payload, and a silent one can become audible again")
    func twice() throws {
        let builder = try #require(PayloadVector.documented.first).builder()
        let types: PNPushType = [.PNAPNSPush, .PNFCMPush]
        let loud = try json(builder.dictionaryRepresentation(for: types))
        builder.apns.isSilent = true
        builder.fcm.isSilent = true
        let silent = try json(builder.dictionaryRepresentation(for: types))
        #expect(silent != loud)
        #expect(try json(builder.dictionaryRepresentation(for: types)) == silent)
        builder.apns.isSilent = false
        builder.fcm.isSilent = false
        #expect(try json(builder.dictionaryRepresentation(for: types)) == loud)
    }

    @Test("Removes members that are set to nil again")
    func removal() throws {
        let builder = PNNotificationsPayload.payloads(withNotificationTitle: "T", body: nil)
        builder.subtitle = "S"
        builder.badge = 1
        builder.sound = "ping"
        builder.fcm.icon = "i"
        builder.subtitle = nil
        builder.badge = nil
        builder.sound = nil
        builder.fcm.icon = nil
        let expected = #"{"pn_apns":{"aps":{"alert":{"title":"T"}}},"pn_fcm":{"notification":{"title":"T"}}}"#
        let payload = try json(builder.dictionaryRepresentation(for: [.PNAPNSPush, .PNFCMPush]))
        #expect(try payload == JSON(parsing: expected))
    }

    @Test("An empty notification gives no payload, unless it is silent", arguments: [false, true])
    func nothing(isSilent: Bool) throws {
        let builder = PNNotificationsPayload.payloads(withNotificationTitle: nil, body: nil)
        builder.badge = 1
        builder.debugging = true
        builder.apns.isSilent = isSilent
        builder.fcm.isSilent = isSilent
        let payload = try json(builder.dictionaryRepresentation(for: [.PNAPNSPush, .PNAPNS2Push, .PNFCMPush]))
        let silent = """
            {"pn_apns":{"aps":{"content-available":1}},"pn_fcm":{"data":{"notification":{}}},"pn_debug":true}
            """
        #expect(try payload == JSON(parsing: isSilent ? silent : "{}"))
    }

    @Test("The dictionaries show the settings, and changes of them affect the payload")
    func dictionaries() throws {
        let builder = PNNotificationsPayload.payloads(withNotificationTitle: "T", body: "B")
        builder.sound = "ping"
        #expect(builder.apns.notification["sound"] as? String == "ping")
        #expect((builder.apns.notification["alert"] as? [String: String]) == ["title": "T", "body": "B"])
        #expect(builder.fcm.notification["title"] as? String == "T")
        builder.apns.payload["nested"] = ["list": [1, ["deep": NSNull()]] as [Any], "flag": true] as [String: Any]
        let apns = try #require(json(builder.dictionaryRepresentation(for: .PNAPNSPush))["pn_apns"])
        #expect(apns["nested"] == ["list": [1, ["deep": .null]], "flag": true])
    }

    @Test("The default target and configuration are in the development environment, for the default topic")
    func defaults() throws {
        let expected: JSON = ["environment": "development", "topic": "com.meetings.chat.app"]
        #expect(try json(PNAPNSNotificationTarget.default().representation) == expected)
        #expect(try json(PNAPNSNotificationTarget(forTopic: "").representation) == expected)
        let configuration: JSON = ["targets": [expected], "version": "v2"]
        #expect(try json(PNAPNSNotificationConfiguration.default().representation) == configuration)
        #expect(PNAPNSEnvironment.development.rawValue == 0)
        #expect(PNAPNSEnvironment.production.rawValue == 1)
    }

    @Test("Without a known topic the payload contains none")
    func noTopic() throws {
        PNAPNSNotificationTarget.defaultTopic = nil
        let target = try json(PNAPNSNotificationTarget.default().representation)
        // Test programs have no bundle identifier on Linux.
        #expect(target == ["environment": "development"])
    }

    @Test(
        "Writes an expiration date in UTC, to the second",
        arguments: [
            (1_574_892_507, "2019-11-27T22:08:27Z"), (1_574_978_769.999, "2019-11-28T22:06:09Z"),
            (0, "1970-01-01T00:00:00Z"), (-0.5, "1969-12-31T23:59:59Z"),
        ]
    )
    func expiration(seconds: Double, text: String) {
        let date = Date(timeIntervalSince1970: seconds)
        let configuration = PNAPNSNotificationConfiguration(collapseID: "", expirationDate: date, targets: [])
        #expect(configuration.representation["expiration"] as? String == text)
        #expect(configuration.representation["collapse_id"] == nil)
    }

    @Test("Writes tokens of excluded devices in hexadecimal digits")
    func excluded() throws {
        let tokens = [Data([0x00, 0x01, 0xab, 0xff]), Data(repeating: 0x30, count: 30), Data()]
        let target = PNAPNSNotificationTarget(forTopic: "A", in: .production, withExcludedDevices: tokens)
        let expected = ["0001abff", String(repeating: "30", count: 30), ""]
        #expect(target.representation["excluded_devices"] as? [String] == expected)
        let open = PNAPNSNotificationTarget(forTopic: "A", in: .production, withExcludedDevices: [])
        #expect(open.representation["excluded_devices"] == nil)
    }

    @Test("Raw values of the services")
    func rawValues() {
        let types: [PNPushType] = [.PNAPNSPush, .PNAPNS2Push, .PNFCMPush, .PNMPNSPush]
        #expect(types.map(\.rawValue) == [1, 2, 4, 8])
    }
}
