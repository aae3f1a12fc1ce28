import Testing

@testable import PubNub
@testable import PubNubCore

/// The first matching row decides, without regard to case (Documentation/WireProtocol.md, "Errors and retries").
@Suite("ServerErrorText")
struct ServerErrorTextTests {
    @Test(
        "Maps every row of the table",
        arguments: [
            ("Presence is not enabled", 111), ("Invalid JSON", 112), ("INVALID json PAYLOAD", 112),
            ("Invalid character in namespace", 116), ("Invalid character in channel group name", 115),
            ("Invalid Character in Channel name", 117), ("Invalid Key", 113), ("Invalid Subscribe Key", 113),
            ("Message Too Large", 114), ("Channel group size exceeded", 119), ("Channel Registry is not enabled", 120),
            ("Channel group is empty", 118), ("Missing channel", 118), ("Channel group", 118),
            ("Push notifications not enabled", 137), ("Forbidden", 122), ("Storage is not enabled", 140),
            ("Signature Does Not Match", 138), ("API calls are rate limited", 141), ("Something else", -1), ("", -1),
            ("Token is expired", 122), ("Token is revoked.", 122), ("Token is not valid", 122), ("Token is", -1),
        ]
    )
    func rows(text: String, code: Int) {
        #expect(ServerErrorText.code(for: text) == code)
    }

    @Test(
        "The first column decides even if no member of the row matches",
        arguments: [
            ("Invalid Timestamp", -1), ("Invalid device token: Forbidden", -1), ("Message is Forbidden", -1),
            ("Missing argument; Forbidden", -1), ("Push: Forbidden", -1), ("Storage: Forbidden", 122),
            ("Invalid Presence Key", 111), ("Signature of API rate limited", -1), ("Invalid message: Too Large", -1),
            ("Channel Registry answers nothing", 118), ("Missing everything", -1),
        ]
    )
    func families(text: String, code: Int) {
        #expect(ServerErrorText.code(for: text) == code)
    }
}
