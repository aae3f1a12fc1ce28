import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

/// Documentation/WireProtocol.md, "Push registrations".
@Suite("PushEndpoints")
struct PushEndpointsTests {
    private let path = "/v1/push/sub-key/sub/devices/00ff10ab"
    private let library = "pnsdk=PubNub-Swift-Linux%2F3.7.8"
    private let apple = RegisteredDevice(token: [0x00, 0xff, 0x10, 0xab])
    private let google = RegisteredDevice(token: [0x00, 0xff, 0x10, 0xab], type: .fcm)

    @Test("Sends the token in lowercase digits, and the type of the device")
    func requests() {
        #expect(
            Requests.resource(PushEndpoints.add(["a", "b c"], on: apple))
                == "\(path)?add=a,b%20c&type=apns&uuid=me&\(library)"
        )
        #expect(
            Requests.resource(PushEndpoints.remove(["a"], from: google)) { $0.authorizationKey = "k" }
                == "\(path)?remove=a&type=fcm&uuid=me&auth=k&\(library)"
        )
        #expect(
            Requests.resource(PushEndpoints.removeAll(from: apple)) == "\(path)/remove?type=apns&uuid=me&\(library)"
        )
        #expect(
            Requests.resource(PushEndpoints.removeAll(from: google)) == "\(path)/remove?type=fcm&uuid=me&\(library)"
        )
        #expect(Requests.resource(PushEndpoints.channels(of: apple)) == "\(path)?type=apns&uuid=me&\(library)")
        #expect(
            Requests.resource(PushEndpoints.channels(of: apple, after: "b c"))
                == "\(path)?start=b%20c&type=apns&uuid=me&\(library)"
        )
    }

    @Test("Sends Google's token unchanged; Apple's token is bytes, also if they are valid text")
    func textTokens() {
        let text = "dQw4w9WgXcQ:APA91bG_x-Y"
        #expect(
            Requests.resource(PushEndpoints.removeAll(from: .init(token: text.utf8, type: .fcm)))
                == "/v1/push/sub-key/sub/devices/dQw4w9WgXcQ%3AAPA91bG_x-Y/remove?type=fcm&uuid=me&\(library)"
        )
        #expect(RegisteredDevice(token: "aZ".utf8).token == "615a")
        #expect(RegisteredDevice(token: "a b".utf8, type: .fcm).token == "612062", "no token of Google's")
    }

    @Test("Reads the channels of a device")
    func channels() {
        let call = PushEndpoints.channels(of: apple)
        #expect(Replies.value(call, #"["ch1","ch2"]"#) == ["ch1", "ch2"])
        #expect(Replies.value(call, "[]") == [])
        for body in [#"["a",1]"#, #"{"channels":["a"]}"#, "", "ok"] {
            #expect(Replies.code(call, body) == kPNResponseMalformedJSONError, "\(body)")
        }
    }

    private var changes: [Call<Void>] {
        [
            PushEndpoints.add(["a"], on: apple), PushEndpoints.remove(["a"], from: apple),
            PushEndpoints.removeAll(from: apple),
        ]
    }

    @Test("A 1 acknowledges a change")
    func acknowledgement() {
        for call in changes {
            #expect(Replies.value(call, #"[1, "Modified Channels"]"#) != nil)
            #expect(Replies.value(call, #"[1, "Removed Device"]"#) != nil)
            for body in [#"[2,"Modified"]"#, "[]", #"["1"]"#, "{}", ""] {
                #expect(Replies.code(call, body) == kPNResponseMalformedJSONError, "\(body)")
            }
            #expect(Replies.code(call, #"[0,"Invalid Key"]"#) == 113)
        }
    }

    @Test(
        "Reports refusals of the service",
        arguments: [
            (400, #"{"error":"Invalid device token"}"#, -1),
            (400, #"{"error":"Expected 32 or 100 byte hex device token"}"#, -1),
            (
                400,
                #"{"error":"Use of the mobile push notifications API requires Push Notifications "#
                    + #"which is not enabled for this subscribe key."}"#,
                137
            ),
            (403, #"{"status":403,"service":"Access Manager","error":true,"message":"Forbidden"}"#, 122),
        ]
    )
    func refusals(_ status: Int, _ body: String, _ code: Int) {
        for call in changes { #expect(Replies.code(call, body, status: status) == code) }
        #expect(Replies.code(PushEndpoints.channels(of: apple), body, status: status) == code)
    }
}
