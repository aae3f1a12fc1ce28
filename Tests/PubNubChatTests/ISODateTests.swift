import Foundation
import TestRandom
import Testing

@testable import PubNubChat

@Suite("ISO 8601 dates")
struct ISODateTests {
    private func read(_ text: String) throws -> Date? {
        let json = try JSONEncoder().encode(["id": "c", "updated": text])
        return try ChatPayload.decode(PubNubChatChannel.self, from: json).updated
    }

    @Test("The date of a change keeps all digits of the service when a value is written and read")
    func digits() throws {
        for text in ["2024-05-10T14:48:00.598494Z", "2024-05-10T14:48:00.598Z", "1999-12-31T23:59:59.000001Z"] {
            let date = try #require(ISODate.date(of: text))
            #expect(ISODate.preciseText(of: date) == text)
            let data = try JSONEncoder().encode(User(id: "u", updated: date, eTag: "A"))
            #expect(try JSONDecoder().decode(User.self, from: data).updated == date)
        }
    }

    @Test(
        "Reads a date in any form",
        arguments: [
            ("2020-09-23T09:23:34.598494Z", 1_600_853_014.598494), ("2020-09-23T09:23:34Z", 1_600_853_014),
            ("2020-09-23T09:23:34.5Z", 1_600_853_014.5), ("2020-09-23T09:23:34,5Z", 1_600_853_014.5),
            ("2020-09-23T09:23:34.598494123Z", 1_600_853_014.598494123),
            ("2020-09-23T11:23:34+02:00", 1_600_853_014), ("2020-09-23T04:53:34-0430", 1_600_853_014),
            ("2020-09-23T11:23:34+02", 1_600_853_014), ("2020-09-23T09:23:34", 1_600_853_014),
            ("2020-09-23t09:23:34z", 1_600_853_014), ("2020-09-23 09:23:34Z", 1_600_853_014),
            ("20200923T092334Z", 1_600_853_014), ("20200923T092334.25Z", 1_600_853_014.25),
            ("2020-09-23T09:23Z", 1_600_852_980), ("2020-09-23T09Z", 1_600_851_600),
            ("2020-09-23T09.5Z", 1_600_853_400), ("2020-09-23", 1_600_819_200), ("20200923", 1_600_819_200),
            ("2020-267", 1_600_819_200), ("2020267", 1_600_819_200), ("2020-W39-3", 1_600_819_200),
            ("2020W393", 1_600_819_200), ("2020-W39", 1_600_646_400), ("2020-09", 1_598_918_400),
            ("2020", 1_577_836_800), ("2020-09-22T24:00:00Z", 1_600_819_200),
            ("2016-12-31T23:59:60Z", 1_483_228_800), ("2020-02-29", 1_582_934_400), ("1969-12-31", -86_400),
            ("0001-01-01T00:00:00Z", -62_135_596_800),
        ] as [(String, Double)]
    )
    func read(text: String, seconds: Double) throws {
        let date = try #require(try read(text))
        #expect(abs(date.timeIntervalSince1970 - seconds) < 0.000_001)
    }

    @Test(
        "Refuses an invalid date, and names the field",
        arguments: [
            "", "yesterday", "2020-13-01", "2020-02-30", "2019-02-29", "2020-00-10", "2020-366T", "2019-366",
            "2020-W54-1", "2020-W39-8", "2020-09-23T25:00Z", "2020-09-23T24:00:01Z", "2020-09-23T09:60Z",
            "2020-09-23T09:23:61Z", "2020-09-23T09:23:34.Z", "2020-09-23T09:23:34+25:00", "2020-09-23T09:23:34Z ",
            "2020-09-23T09:23:34ZZ", "20-09-23", "1600853014", "2020-9-23", "２０２０-09-23",
            "2020-09-23T09:23:34." + String(repeating: "1", count: 100) + "Z",
        ]
    )
    func refused(text: String) {
        #expect(throws: ChatError.wrongContentType("updated")) { try read(text) }
    }

    @Test("An absent or null date is nil")
    func absent() throws {
        #expect(try ChatPayload.decode(PubNubChatUser.self, from: Data(#"{"id":"u"}"#.utf8)).updated == nil)
        #expect(
            try ChatPayload.decode(PubNubChatUser.self, from: Data(#"{"id":"u","updated":null}"#.utf8)).updated == nil
        )
    }

    @Test(
        "Writes dates in UTC with milliseconds",
        arguments: [
            (1_652_194_080.0, "2022-05-10T14:48:00.000Z"), (0, "1970-01-01T00:00:00.000Z"),
            (-0.25, "1969-12-31T23:59:59.750Z"), (951_782_400.5, "2000-02-29T00:00:00.500Z"),
            (-62_135_596_800, "0001-01-01T00:00:00.000Z"),
        ]
    )
    func written(seconds: Double, text: String) throws {
        let channel = PubNubChatChannel(id: "c", updated: Date(timeIntervalSince1970: seconds))
        let json = try JSONDecoder().decode([String: JSON].self, from: JSONEncoder().encode(channel))
        #expect(json["updated"] == .string(text))
    }

    @Test("A date that cannot be written is an error, not a crash", arguments: [Double.infinity, .nan, 1e300, 1e13])
    func unwritable(seconds: Double) {
        let user = PubNubChatUser(id: "u", updated: Date(timeIntervalSince1970: seconds))
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(user) }
    }

    @Test("Reads every date of twelve centuries as it was written")
    func days() throws {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<500 {
            let date = Date(
                timeIntervalSince1970: Double(Int.random(in: -18_000_000_000...20_000_000_000, using: &generator))
            )
            let data = try JSONEncoder().encode(PubNubChatUser(id: "u", updated: date))
            #expect(try ChatPayload.decode(PubNubChatUser.self, from: data).updated == date)
        }
    }
}
