import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// A fault of a request, and the error that it causes (Documentation/WireProtocol.md, "Errors and retries").
struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: Int
    /// Ends the oldest waiting request of that path; false when none is waiting.
    let strike: @Sendable (ScriptedTransport, String) -> Bool
    /// Whether the fault is a missing response, which time reveals.
    var isSilence = false

    private static func answer(_ status: Int, _ body: String, _ code: Int, _ name: String? = nil) -> Fault {
        Fault(testDescription: name ?? "\(status) \(body)", code: code) { transport, path in
            transport.reply(path, status: status, body) != nil
        }
    }

    private static func failure(_ failure: TransportFailure, _ code: Int) -> Fault {
        Fault(testDescription: "\(failure)", code: code) { transport, path in
            transport.fail(path, failure) != nil
        }
    }

    static let all: [Fault] = [
        answer(200, "<html><body>Welcome to our network</body></html>", 143, "HTML"),
        answer(200, #"{"status":200,"mess"#, 143, "half a JSON"),
        answer(200, "", 143, "an empty body"),
        answer(200, "42", 143),
        answer(200, "null", 143),
        answer(200, "\u{0}", 143, "a null byte"),
        answer(200, String(repeating: "x", count: 5_000_000), 143, "5 MB of nothing"),
        Fault(testDescription: "no text", code: 142) { $0.reply($1, bytes: [0xFF, 0xFE, 0x00, 0xC3]) != nil },
        answer(200, #"{"status":400,"message":"No valid channels specified","service":"Presence"}"#, -1),
        answer(200, #"{"status":403,"error":true,"message":"Forbidden","service":"Access Manager"}"#, 122),
        answer(400, #"{"message":"Invalid Subscribe Key","error":true,"service":"Access Manager","status":400}"#, 113),
        answer(400, #"[0,"Invalid JSON","15000000000000000"]"#, 112),
        answer(402, "{}", 123),
        answer(403, "Forbidden", 122),
        answer(404, #"{"status":404,"message":"Not Found","error":true}"#, -1),
        answer(413, "", 114),
        answer(414, #"{"message":"Request URI Too Long","error":true,"service":"Balancer","status":414}"#, -1),
        answer(429, "", 141),
        answer(500, "{}", -1),
        answer(503, "<html>down for maintenance</html>", -1),
        failure(.badEncoding, 142),
        failure(.tooLarge, 143),
        failure(.reset, 105),
        failure(.closed, 105),
        failure(.socket("broken"), 106),
        failure(.setup("no such file"), 144),
        Fault(testDescription: "silence", code: 110, strike: { _, _ in false }, isSilence: true),
    ]
}
