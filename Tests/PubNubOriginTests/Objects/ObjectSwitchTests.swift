import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "App Context".
@Suite("The switches of a keyset")
struct ObjectSwitchTests {
    private static func objects(_ change: (inout AppContextSettings) -> Void, secretKey: String? = nil) -> ObjectsProbe
    {
        var settings = AppContextSettings()
        change(&settings)
        let keys = secretKey == nil ? nil : (publish: "demo", subscribe: "demo")
        return ObjectsProbe(OriginProbe(keys: keys, secretKey: secretKey, appContext: settings))
    }

    @Test func appContextCanBeOff() throws {
        let objects = Self.objects { $0.isEnabled = false }
        for (method, body) in [("GET", nil), ("PATCH", "{}"), ("DELETE", nil)] as [(String, String?)] {
            let answer = try objects.call(method, "/uuids/a", body: body)
            #expect(answer.status == 403)
            #expect(answer.json["error"]?["message"]?.string?.contains("not enabled") == true)
        }
    }

    @Test func withReferentialIntegrityAMembershipNeedsBothEnds() throws {
        let objects = Self.objects { $0.hasReferentialIntegrity = true }
        let body = #"{"set":[{"channel":{"id":"c"}}]}"#
        let both = try objects.call("PATCH", "/uuids/u/channels", body: body)
        #expect(both.status == 400)
        #expect(
            ObjectsProbe.details(both.json) == [
                ["body", "set[0].uuid.id", "User does not exist."],
                ["body", "set[0].channel.id", "Channel does not exist."],
            ]
        )
        try objects.patch("/uuids/u", "{}")
        #expect(try objects.call("PATCH", "/uuids/u/channels", body: body).status == 400)
        #expect(try objects.ids("/uuids/u/channels") == [])
        try objects.patch("/channels/c", "{}")
        #expect(try objects.call("PATCH", "/uuids/u/channels", body: body).status == 200)
        try objects.delete("/channels/c")
        #expect(try objects.ids("/uuids/u/channels") == [], "it goes with its channel")
        try objects.patch("/channels/c", "{}")
        try objects.patch("/channels/c/uuids", #"{"set":[{"uuid":{"id":"u"}}]}"#)
        try objects.delete("/uuids/u")
        #expect(try objects.ids("/channels/c/uuids") == [], "and with its user")
    }

    @Test func listingAllCanBeDisallowed() throws {
        let keys = ["g": "1"]
        for isOn in [false, true] {
            let objects = Self.objects(
                {
                    $0.disallowsAllUsers = isOn
                    $0.disallowsAllChannels = isOn
                },
                secretKey: SignedCall.secretKey
            )
            #expect(objects.probe.grant(keys, version: "v2").status == 200)
            for path in ["/uuids", "/channels"] {
                #expect(try objects.call("GET", path).status == (isOn ? 403 : 200))
                #expect(try objects.call("GET", "/uuids/u/channels").status == 200)
            }
        }
        let open = Self.objects { $0.disallowsAllUsers = true }
        #expect(try open.call("GET", "/uuids").status == 200, "without the access manager it means nothing")
    }

    @Test func aRefusalForWantOfRightsHasTheFormOfAppContext() throws {
        let objects = Self.objects({ _ in }, secretKey: SignedCall.secretKey)
        let answer = try objects.call("GET", "/uuids/u")
        #expect(answer.status == 403)
        #expect(
            answer.text
                == #"{"status":403,"error":{"message":"Supplied authorization key does not have the permissions "#
                + #"required to perform this operation.","source":"objects"}}"#
        )
    }

    @Test func aFaultCanBeAimedAtOneObject() throws {
        let plan = FaultPlan(rules: [FaultRule(.status(503), family: .objects, channel: "u")])
        let objects = ObjectsProbe(OriginProbe(faults: plan))
        #expect(try objects.call("GET", "/uuids/u").status == 503)
        #expect(try objects.call("GET", "/uuids/u/channels").status == 503)
        #expect(try objects.call("GET", "/uuids/v").status == 404)
        #expect(try objects.call("GET", "/uuids").status == 200)
    }

    @Test func memoryIsBounded() throws {
        var limits = OriginLimits()
        limits.objects = 2
        let objects = ObjectsProbe(OriginProbe(limits: limits))
        try objects.patch("/uuids/a", #"{"name":"A"}"#)
        try objects.patch("/uuids/a/channels", #"{"set":[{"channel":{"id":"c"}}]}"#)
        #expect(try objects.call("PATCH", "/uuids/b", body: "{}").status == 429)
        #expect(
            try objects.call("PATCH", "/uuids/b/channels", body: #"{"set":[{"channel":{"id":"c"}}]}"#).status == 429
        )
        #expect(try objects.call("PATCH", "/uuids/a", body: #"{"name":"B"}"#).status == 200)
        try objects.patch("/uuids/a/channels", #"{"delete":[{"channel":{"id":"c"}}]}"#)
        #expect(try objects.call("PATCH", "/uuids/b", body: "{}").status == 200)
        #expect(objects.probe.core.withState { $0.objectStore.count } == 2)
        for id in ["a", "b"] { try objects.delete("/uuids/\(id)") }
        #expect(objects.probe.core.withState { [$0.objectStore.count, $0.objectStore.bytes] } == [0, 0])
    }
}
