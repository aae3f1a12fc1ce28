import PubNubWire
import Testing

@testable import PubNubOrigin

/// Documentation/WireProtocol.md, "App Context".
@Suite("Filters of lists")
struct ObjectFilterTests {
    private static func filter(
        _ text: String,
        _ collection: ObjectCollection = .users
    ) throws(FilterError) -> ObjectFilter {
        var parser = try ObjectFilterParser(text, of: collection, limits: OriginLimits())
        return try parser.parse()
    }

    private static let anna: MetadataRecord = {
        var content = ObjectContent()
        content.name = "Anna *star* \"q\" back\\slash é"
        content.email = "anna@example.com"
        content.status = "active"
        content.custom = ["level": 5, "ratio": 0.5, "vip": true, "employment-status": "valid", "text": "5"]
        return MetadataRecord(id: "250x", content: content, updated: 17_577_180_362_760_000, eTag: "")
    }()

    @Test(
        "Finds a user by each field",
        arguments: [
            (#"id == "250x""#, true), (#"id > "250""#, true), (#"id < "250""#, false), (#"id != "250x""#, false),
            (#"name like 'Anna*'"#, true), (#"name LIKE "anna*""#, false), (#"name LiKe '*STAR*'"#, false),
            (#"name LIKE "*general*" && updated >= "2023-01-01T00:00:00Z""#, false),
            (#"name LIKE "*star*" && updated >= "2023-01-01T00:00:00Z""#, true),
            (#"updated >= '2025-09-12T23:00:36.276Z'"#, true), (#"updated == "2025-09-12T23:00:36.276Z""#, true),
            (#"updated < '2025-09-13T01:00:36.276+02:00'"#, false), (#"updated != '2025-09-12'"#, true),
            (#"!(id == "Channel-001")"#, true), (#"!(id == "250x")"#, false),
            (#"["name"] LIKE "*slash*""#, true), (#"custom["employment-status"] == "valid""#, true),
            (#"["custom"]["employment-status"] == 'valid'"#, true), (#"(id LIKE '250*')"#, true),
            (#"email LIKE "*@example.com""#, true), (#"name LIKE '*\\**'"#, true), (#"status LIKE '*\\**'"#, false),
            (#"name LIKE "*\"q\"*""#, true), (#"name LIKE '*back\\\\slash*'"#, true), (#"name LIKE '*\u00e9'"#, true),
            (#"custom.level == 5"#, true), (#"custom.level >= 5.0"#, true), (#"custom.level > 4.5e0"#, true),
            (#"custom.level != -5"#, true), (#"custom.vip == true"#, true), (#"custom.vip != true"#, false),
            (#"custom.ratio < 1"#, true), (#"custom.text == "5""#, true),
            (#"externalId == null"#, true), (#"externalId != null"#, false), (#"status != null"#, true),
            (#"custom.missing == null"#, true), (#"custom.missing != null"#, false),
            (#"custom.missing != 5"#, false), (#"!(custom.missing == 5)"#, false), (#"externalId != "x""#, false),
            (#"custom.missing == 5 || status == "active""#, true), (#"type LIKE "*""#, false),
            (#"status == "active" || id == "a" && id == "b""#, true),
            (#"(status == "active" || id == "a") && id == "b""#, false),
        ]
    )
    func matches(text: String, isWanted: Bool) throws {
        let filter = try Self.filter(text)
        #expect(filter.matches { Self.anna.value(of: $0.field) } == isWanted)
    }

    @Test(
        "Reports an error with its position",
        arguments: [
            ("name ==", "unexpected end", 7), ("name = 'a'", "unexpected character", 5),
            ("name == 'a", "a string without an end", 8), ("name 'a'", "unexpected token", 5),
            ("name == 'a' &&", "unexpected end", 14), ("(name == 'a'", "unexpected end", 12),
            ("name == 'a')", "unexpected token", 11), ("name == name", "unexpected token", 8),
            ("'a' == name", "unexpected token", 0), ("!name == 'a'", "unexpected token", 1),
            ("nickname == 'a'", "unknown field nickname", 0),
            ("name == 'a' && email.x == 'b'", "unknown field email.x", 15),
            ("description == 'a'", "unknown field description", 0), ("custom == 'a'", "unknown field custom", 0),
            ("custom.a.b == 'a'", "unknown field custom.a.b", 0), ("name == 5", "a string is expected", 8),
            ("name == true", "a string is expected", 8),
            ("updated > 'soon'", "a date and time is expected", 10),
            ("updated > 5", "a date and time is expected", 10),
            ("updated like '2*'", "a date and time is expected", 13),
            ("custom.a like 5", "like takes strings", 14),
            ("name < null", "null can only be compared with == and !=", 7),
            ("custom.a < true", "booleans cannot be ordered", 11), ("name == 'a\\*'", "unknown escape", 8),
            ("name == 'a\\ud800'", "unknown escape", 8), ("custom.a == 1.5x", "not a number", 12),
            ("name in ('a')", "unexpected token", 5), ("", "unexpected end", 0),
            ("name == -'a'", "unexpected token", 9),
        ]
    )
    func malformed(text: String, reason: String, position: Int) {
        #expect(throws: FilterError(reason: reason, position: position)) { try Self.filter(text) }
    }

    @Test func fieldsOfRelationsAreThoseOfTheRelationAndOfItsOtherEnd() throws {
        for text in [
            "channel.id == 'a'", "channel.name == 'a'", "channel.description == 'a'", "channel.custom.a == 1",
            "channel['custom']['a'] == 1", "status == 'a'", "type == 'a'", "custom.a == 1", "updated > '2020-01-01'",
            "channel.updated > '2020-01-01'", "channel.type == 'a'",
        ] { #expect(throws: Never.self) { try Self.filter(text, .memberships) } }
        for text in ["uuid.id == 'a'", "id == 'a'", "name == 'a'", "channel == 'a'", "channel.email == 'a'"] {
            #expect(throws: FilterError.self) { try Self.filter(text, .memberships) }
        }
        #expect(throws: Never.self) { try Self.filter("uuid.externalId == 'a' && uuid.email == 'b'", .members) }
    }

    @Test func lengthAndDepthAreBounded() throws {
        let deep = String(repeating: "(", count: 33) + "id == 'a'" + String(repeating: ")", count: 33)
        #expect(throws: FilterError(reason: "nested too deeply", position: 33)) { try Self.filter(deep) }
        let long = "name == '" + String(repeating: "a", count: 4096) + "'"
        #expect(throws: FilterError(reason: "too long", position: 4096)) { try Self.filter(long) }
    }
}
