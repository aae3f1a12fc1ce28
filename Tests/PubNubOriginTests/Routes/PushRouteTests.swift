import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "Push registrations".
@Suite("Devices registered for notifications")
struct PushRouteTests {
    private let probe = OriginProbe()
    private static let token = String(repeating: "0a", count: 32)
    private static let v1 = "/v1/push/sub-key/demo/devices/"
    private static let v2 = "/v2/push/sub-key/demo/devices-apns2/"
    private static let modified = #"[1, "Modified Channels"]"#
    private static let removed = #"[1, "Removed Device"]"#

    @discardableResult
    private func get(_ target: String) -> String? { probe.get(target).body }

    @Test func channelsAreAddedListedAndRemoved() {
        let device = Self.v1 + Self.token
        #expect(get(device) == "[]")
        #expect(get(device + "?add=c,a") == Self.modified)
        #expect(get(device + "?add=b,a&type=apns") == Self.modified)
        #expect(get(device) == #"["a", "b", "c"]"#)
        #expect(get(device + "?remove=a,none") == Self.modified)
        #expect(get(device + "?callback=pec_1a2b3") == #"pec_1a2b3(["b", "c"])"#)
        #expect(get(device + "/remove") == Self.removed)
        #expect(get(device) == "[]")
    }

    @Test(
        "Separates services, keysets, and topics and environments of APNs; gcm equals fcm; ignores the case of APNs tokens"
    )
    func apart() {
        let upper = Self.token.uppercased()
        get(Self.v1 + Self.token + "?add=apns")
        get(Self.v1 + Self.token + "?add=fcm&type=gcm")
        get(Self.v1 + Self.token + "?add=mpns&type=mpns")
        get(Self.v2 + Self.token + "?add=first&topic=com.example&environment=development")
        get(Self.v2 + Self.token + "?add=second&topic=com.example&environment=production")
        get(Self.v2 + Self.token + "?add=third&topic=com.other")
        #expect(get(Self.v1 + upper) == #"["apns"]"#)
        #expect(get(Self.v1 + Self.token + "?type=fcm") == #"["fcm"]"#)
        #expect(get(Self.v1 + Self.token + "?type=mpns") == #"["mpns"]"#)
        #expect(get(Self.v2 + upper + "?topic=com.example") == #"["first"]"#)
        #expect(get(Self.v2 + Self.token + "?topic=com.example&environment=production") == #"["second"]"#)
        #expect(get(Self.v2 + Self.token + "?topic=com.other&environment=development") == #"["third"]"#)
        #expect(get("/v1/push/sub-key/other/devices/\(Self.token)") == "[]")
        #expect(get(Self.v2 + Self.token + "/remove?topic=com.example") == Self.removed)
        #expect(get(Self.v2 + Self.token + "?topic=com.example") == "[]")
        #expect(get(Self.v2 + Self.token + "?topic=com.example&environment=production") == #"["second"]"#)
    }

    @Test(
        "Refuses invalid requests in the words of the service",
        arguments: [
            (v1 + "abc?add=a", "Invalid device token"), (v1 + "abcg?add=a&type=apns", "Invalid device token"),
            (v1 + "device_id_should_be_16_characters_long?add=a&type=apns", "Invalid device token"),
            (v1 + String(repeating: "0", count: 202) + "?add=a", "Invalid device token"),
            (v1 + token + "?type=pigeon", "Invalid type argument"),
            (v1 + token + "?type=apns2", "Invalid type argument"), (v1 + token + "?type=", "Invalid type argument"),
            (v1 + String(repeating: "x", count: 4097) + "?type=fcm&add=a", "Invalid device token"),
            (v2 + "xyz?topic=t&add=a", "Invalid device token"),
            (v2 + String(repeating: "0", count: 65) + "?topic=t&add=a", "Invalid device token"),
            (v2 + token, "Missing topic argument"), (v2 + token + "/remove?topic=", "Missing topic argument"),
            (v2 + token + "?topic=t&environment=staging", "Invalid environment argument"),
            (v1 + token + "?add=", "Missing channels to add or remove"),
            (v1 + token + "?add=" + String(repeating: "x", count: 93), "Name Too Long"),
        ]
    )
    func refusals(target: String, text: String) {
        let exchange = probe.get(target)
        #expect(exchange.status == 400)
        #expect(exchange.body == #"{"error":"\#(text)"}"#)
    }

    /// Tokens of the requests that pubnub/python recorded on 2025-06-05 and that the service answered with 200.
    private static let recordedTokens = [
        "0000000000000000", "1111111111111111", "ABCDEF0123456789", "abcdef0123456789", token,
        "%E6%B5%8B%E8%AF%95%E8%AE%BE%E5%A4%87ID123456", "device%20with%20spaces", "unknown_device",
        "device_id_should_be_16_characters_long",
    ]

    @Test(
        "Adds channels to a device with 16 or 64 digits, as recorded in 2025",
        arguments: ["?type=apns", "", "?type=gcm"]
    )
    func recordedAddition(query: String) {
        for token in ["0000000000000000", "1111111111111111", Self.token] {
            let add = query.isEmpty ? "?add=a" : "\(query)&add=a"
            #expect(get(Self.v1 + token + add) == Self.modified)
            #expect(get(Self.v1 + token + query) == #"["a"]"#)
            #expect(get(Self.v2 + token + "?topic=t&add=a") == Self.modified)
            #expect(get(Self.v2 + token + "?topic=t") == #"["a"]"#)
        }
    }

    @Test("Removes channels and devices with any token, as recorded in 2025", arguments: recordedTokens)
    func recordedRemoval(token: String) {
        for query in ["type=apns", "type=gcm"] {
            #expect(get(Self.v1 + token + "?remove=a&\(query)") == Self.modified)
            #expect(get(Self.v1 + token + "/remove?\(query)") == Self.removed)
            #expect(get(Self.v1 + token + "?\(query)") == "[]")
        }
        #expect(get(Self.v2 + token + "?remove=a&topic=t") == Self.modified)
        #expect(get(Self.v2 + token + "/remove?topic=t") == Self.removed)
        #expect(get(Self.v2 + token + "?topic=t") == "[]")
    }

    @Test("Accepts APNs tokens of up to 100 bytes, and any string for other services")
    func tokens() {
        #expect(get(Self.v1 + "fe?add=a") == Self.modified)
        #expect(get(Self.v1 + String(repeating: "fe", count: 100) + "?add=a") == Self.modified)
        #expect(get(Self.v1 + "dGVzdA%3AAPA91b-_x?type=fcm&add=a") == Self.modified)
        #expect(get(Self.v1 + "dGVzdA%3AAPA91b-_x?type=gcm") == #"["a"]"#)
        #expect(get(Self.v2 + String(repeating: "fe", count: 80) + "?topic=t&add=a") == Self.modified)
    }

    @Test("Lists have pages of 500 channels by default and 1,000 at most, each after the last channel before it")
    func pages() throws {
        let device = Self.v1 + Self.token
        for batch in 0..<12 {
            let names = (0..<100).map { "c\(1000 + batch * 100 + $0)" }.joined(separator: ",")
            #expect(get(device + "?add=\(names)") == Self.modified)
        }
        func page(_ query: String) throws -> [String] {
            let body = try #require(get(device + query))
            return try JSON(parsing: body).array?.compactMap(\.string) ?? []
        }
        #expect(try page("") == (1000..<1500).map { "c\($0)" })
        #expect(try page("?start=c1499") == (1500..<2000).map { "c\($0)" })
        #expect(try page("?start=c1499&count=2") == ["c1500", "c1501"])
        #expect(try page("?count=5000").count == 1000)
        #expect(try page("?count=0").count == 1)
        #expect(try page("?start=c2199") == [])
        #expect(try page("?start=zzz") == [])
    }

    @Test(
        "A request that removes and adds a channel removes first, as PubNub's Swift SDK names its call",
        arguments: [v1 + token + "?type=apns", v2 + token + "?topic=t"]
    )
    func removalBeforeAddition(device: String) {
        #expect(get(device + "&add=a,b") == Self.modified)
        #expect(get(device + "&add=b,c&remove=a,b,c") == Self.modified)
        #expect(get(device) == #"["b", "c"]"#)
        #expect(get(device + "&remove=b&add=b") == Self.modified)
        #expect(get(device) == #"["b", "c"]"#)
    }

    @Test("APNs over HTTP/2: lists, changes and removes for one topic and environment only")
    func secondVersion() {
        let device = Self.v2 + Self.token
        let production = "topic=com.example&environment=production"
        #expect(get(device + "?add=e,d,c,b,a&\(production)") == Self.modified)
        #expect(get(device + "?add=x&topic=com.example&environment=development") == Self.modified)
        #expect(get(device + "?add=y&topic=com.other&environment=production&type=apns") == Self.modified)
        #expect(get(device + "?count=2&\(production)") == #"["a", "b"]"#)
        #expect(get(device + "?start=b&count=2&\(production)") == #"["c", "d"]"#)
        #expect(get(device + "?start=d&count=2&\(production)") == #"["e"]"#)
        #expect(get(device + "?start=e&\(production)&callback=pec_1") == "pec_1([])")
        #expect(get(device + "?add=f&remove=a,b&\(production)") == Self.modified)
        #expect(get(device + "?\(production)") == #"["c", "d", "e", "f"]"#)
        #expect(get(device + "/remove?\(production)") == Self.removed)
        #expect(get(device + "?\(production)") == "[]")
        #expect(get(device + "?topic=com.example") == #"["x"]"#, "development is the default")
        #expect(get(device + "?topic=com.other&environment=production") == #"["y"]"#)
        #expect(get(device + "/remove?\(production)") == Self.removed, "twice is no harm")
    }
}
