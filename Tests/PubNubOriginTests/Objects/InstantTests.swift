import Testing

@testable import PubNubOrigin

/// Documentation/WireProtocol.md, "App Context".
@Suite("Dates of App Context: ISO 8601 in UTC, at most six fractional digits in responses and nine in events")
struct InstantTests {
    @Test(
        arguments: [
            (17_579_708_638_526_475, "2025-09-15T21:14:23.852647Z", "2025-09-15T21:14:23.852647000Z"),
            (17_098_013_471_000_000, "2024-03-07T08:49:07.1Z", "2024-03-07T08:49:07.100000000Z"),
            (17_098_013_470_000_009, "2024-03-07T08:49:07Z", "2024-03-07T08:49:07.000000000Z"),
            (17_092_079_990_000_100, "2024-02-29T11:59:59.00001Z", "2024-02-29T11:59:59.000010000Z"),
            (0, "1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000000000Z"),
        ] as [(UInt64, String, String)]
    )
    func text(timetoken: UInt64, short: String, long: String) throws {
        let instant = Instant(timetoken: timetoken)
        #expect(instant.text == short)
        #expect(instant.preciseText == long)
        #expect(Instant(short) == instant)
        #expect(Instant(long) == instant)
    }

    @Test func otherFormsOfTheSameMoment() throws {
        let instant = try #require(Instant("2025-09-12T23:20:36.5Z"))
        for text in [
            "2025-09-12T23:20:36.500Z", "2025-09-13T01:20:36.5+02:00", "2025-09-12T18:50:36.500000000-04:30",
            "2025-09-12T23:20:36.5", "2025-09-12t23:20:36.5z",
        ] { #expect(Instant(text) == instant, "\(text)") }
        #expect(try #require(Instant("2025-09-12")) < instant)
        #expect(try #require(Instant("2025-09-12T23:20:36.500000001Z")) > instant)
        #expect(try #require(Instant("1969-12-31T23:59:59.9Z")).text == "1969-12-31T23:59:59.9Z")
    }

    @Test(arguments: [
        "", "yesterday", "2025-13-01", "2025-02-29", "2025-00-10", "2025-09-12T24:00:00Z", "2025-09-12T23:60:00Z",
        "2025-09-12T23:20:36.Z", "2025-09-12T23:20:36.1234567890Z", "2025-09-12T23:20Z", "2025-09-12T23:20:36+2",
        "2025-09-12T23:20:36Z ", "12345",
    ])
    func noDate(text: String) {
        #expect(Instant(text) == nil)
    }
}
