import TestRandom
import Testing

@testable import PubNubWire

/// Returns whether an expression matches a message with this metadata and payload.
private func matches(_ text: String, meta: String? = nil, data: String = "1") throws -> Bool {
    let subject = FilterSubject(metadata: meta.map { Array($0.utf8)[...] }, payload: Array(data.utf8)[...])
    return try FilterExpression(parsing: text).matches(subject)
}

/// Documentation/WireProtocol.md, "Filter expressions".
@Suite("Filter expressions of subscribe")
struct FilterExpressionTests {
    private static let meta = """
        {"uuid":"Serhii","age":32,"role":"admin","admin":true,"off":false,"score":-1.5,"zero":0,"none":null,"empty":"",
        "privileges":["write","read-write"],"levels":[1,2],"user":{"role":"moderator","tags":["x"]},"big":9007199254740993,
        "a b":"spaced","meta":"m","title":"News*Flash","bonus":10,"true":1}
        """
    private static let data = #"{"text":"Hello","score":85,"user":{"role":"guest"},"tags":["urgent"],"on":true}"#

    @Test(
        "Matches as recorded with the real service",
        arguments: [
            ("(foo=='bar')", #"{"foo":"bar"}"#, true), ("(foo=='bar')", #"{"foo":"baz"}"#, false),
            ("(foo == 'b')", #"{"foo":"bar"}"#, false), ("uuid == 'bob'", #"{"uuid":"Serhii"}"#, false),
            ("uuid == 'Serhii' && !admin && age >= 32", #"{"admin":true,"age":33,"uuid":"Serhii"}"#, false),
            (
                "uuid == 'Serhii' && role contains 'adm' && age >= 32", #"{"age":32,"role":"admin","uuid":"Serhii"}"#,
                true
            ),
            (
                "uuid == 'Serhii' && (('admin','super-user') contains role) && age >= 32",
                #"{"age":32,"role":"super-user","uuid":"Serhii"}"#, true
            ),
            (
                "uuid == 'Serhii' && privileges like '*write' && age >= 32",
                #"{"age":32,"privileges":["write","read-write"],"uuid":"Serhii"}"#, true
            ),
        ]
    )
    func recorded(text: String, meta: String, isWanted: Bool) throws {
        #expect(try matches(text, meta: meta) == isWanted)
    }

    @Test(
        "Is true of a message with all members",
        arguments: [
            "uuid == 'Serhii'", #"meta.uuid == "Serhii""#, "meta['uuid']=='Serhii'", #"meta["a b"] == "spaced""#,
            "age == 32", "age == 32.0", "age != 33", "age != '32'", "32 <= age", "age < 32.5", "score > -2",
            "score == -1.5",
            "big == 9007199254740993", "big != 9007199254740992", "zero == 0", "'a' == 'a'", "\"it's\" == 'it\\'s'",
            "admin", "!off", "!zero", "age", "role", "!empty", "admin == true", "admin == 'true'", "admin == 1",
            "off == 'false'", "off == 0", "admin != off", "TRUE", "true == True", "!!admin",
            "meta.user['role'] == 'moderator'", "meta.user.role == 'moderator'", "user.role == 'moderator'",
            "user['tags'][0] == 'x'", "levels[1] == 2", "meta.meta == 'm'", "meta == 'm'",
            "data.text == 'Hello'", "data['text'] == 'Hello'", "data.score >= meta.age", "data.tags contains 'urgent'",
            "data.user.role != meta.user.role", "data.tags[0] LIKE 'URG*'", "data.on",
            "age + 1 == 33", "age - 2 * 16 == 0", "(age - 2) * 2 == 60", "age / 5 == 6.4", "age / 4 == 8",
            "age % 5 == 2",
            "-age == -32", "- -age == 32", "score * 2 == -3", "data.score > bonus * 8", "7.5 % 2 == 1.5", "1e2 == 100",
            "9223372036854775807 + 1 >= 9223372036854775807", "2 - 3 - 4 == -5",
            "uuid == 'x' || age == 32", "uuid == 'x' && age == 1 || admin", "admin || nothing == 1", "!(uuid == 'x')",
            "(true || false) && admin", "true || false && false",
            "role contains 'min'", "role CONTAINS ''", "'administrator' contains role", "levels contains 2",
            "('a', 'admin') contains role", "role in ('a','admin')", "role IN ('admin','b')", "2 in levels",
            "'dm' in role", "age in (31, 32)", "(1,(2,3)) contains 1", "!(role in ('x','y'))",
            "role like 'ADMIN'", "role like 'a*n'", "role like '*'", "role like '*dm*'", "role like 'a*d*m*i*n'",
            "title like 'news\\*flash'", "title like 'news*'", "!(role like 'a')", "!(role like 'a*x')",
            "empty like '*'",
            "privileges like 'read*'", "'aXbXc' like 'a*b*c'", "!('ab' like 'ab*b')", "'abb' like 'ab*b'",
            "'Ünï' like 'ÜN*'", "('A','b') contains 'b'", "$x == 1 || true", "((((age)))) == 32", " \t\n age==32\n",
            "('Anne','anna') LIKE 'ann*'", "('Bob','anna') LIKE 'ann*'", "'abc 25' contains 25", "'1.5' contains 1.5",
            "role < 'b'", "'a' < 'b'", "'b' >= 'b'", "'10' < '9'", "age > '5'", "'5' < age", "'-2' < score",
            "score >= '-1.5'",
            "(6 & 3) == 2", "(6 | 3) == 7", "(6 ^ 3) == 5", "~5 == -6", "6 & 3 == 2", "1 | 6 & 3 == 3",
            "1 + 1 & 3 == 2",
            "~~age == 32", "5 ^ 1 | 2 == 6",
        ]
    )
    func isTrue(text: String) throws {
        #expect(try matches(text, meta: Self.meta, data: Self.data))
    }

    @Test(
        "Is false of a message with all members",
        arguments: [
            "uuid == 'serhii'", "age != 32", "!admin", "off", "zero", "empty", "admin == 'True'", "age == '32'",
            "role contains 'x'", "levels contains 3", "('a','b') contains role", "privileges like 'x*'",
            "age > 32 || off",
            "admin && off", "meta.user['role'] == 'guest'", "data.score < 85", "role contains 'ADM'",
            "levels contains '2'",
        ]
    )
    func isFalse(text: String) throws {
        #expect(try !matches(text, meta: Self.meta, data: Self.data))
        #expect(try matches("!(\(text))", meta: Self.meta, data: Self.data))
    }

    @Test(
        "A comparison with a null or with values of other kinds is false, and its negation true",
        arguments: [
            "nothing", "nothing == 1", "none == 1", "none", "nothing like '*'", "nothing > 0", "nothing < 1",
            "nothing >= 0",
            "nothing <= 0", "1 > nothing", "nothing < nothing", "nothing <= nothing", "nothing contains 'a'",
            "('a','b') contains nothing", "nothing in ('a','b')", "role contains nothing", "role like nothing",
            "uuid.x == 1", "levels[7] == 1", "levels['x'] == 1",
            "age[0] == 1", "role < 5", "age > 'x'", "age > ' 5'", "admin > false", "role + 1 == 2", "age / 0 == 1",
            "age % 0 == 1", "-role == 1", "age like '3*'", "age contains 3", "role contains 1", "role like age", "user",
            "levels", "nothing && admin", "nothing || off", "data.nothing == 1", "user + 1 == 1", "nothing + 1 == 1",
            "nothing == 'null'", "1.5 & 1 == 1", "role | 1 == 1", "~role == 1", "~nothing == 1",
        ]
    )
    func isFalseOfNulls(text: String) throws {
        #expect(try !matches(text, meta: Self.meta, data: Self.data))
        #expect(try matches("!(\(text))", meta: Self.meta, data: Self.data))
    }

    @Test(
        "Two nulls are equal, and a null differs from every value",
        arguments: [
            "nothing != 1", "nothing != 'x'", "1 != nothing", "nothing == nothing", "nothing == none",
            "nothing != false",
            "uuid != other", "role != spanish", "(nothing + 1) == nothing", "(age / 0) != 1",
            "('a', nothing) contains 'a'",
            "!nothing",
        ]
    )
    func nulls(text: String) throws {
        #expect(try matches(text, meta: Self.meta, data: Self.data))
        #expect(try !matches("!(\(text))", meta: Self.meta, data: Self.data))
    }

    @Test("Without metadata, comparisons for equality do not match; those of the message still can")
    func withoutMetadata() throws {
        for text in ["foo == 'bar'", "foo", "meta.a.b == 1", "foo like '*'", "foo > 0"] {
            #expect(try !matches(text))
            #expect(try !matches(text, meta: "5"))
            #expect(try matches("!(\(text))"))
        }
        #expect(try matches("foo != 'bar'"))
        #expect(try matches("data.x == 1", data: #"{"x":1}"#))
        #expect(try !matches("data.x == 1", data: #""encrypted""#))
        #expect(try matches("data[1] == 'b'", data: #"["a","b"]"#))
    }

    /// What other clients' authors saw at the service or expect of it.
    @Test(
        "Selects as in the recordings and the tests of other clients",
        arguments: [
            // objective-c, recorded on 2015-12-23 and 2016-01-07.
            ("(foo=='bar')", nil, "1", false), ("(a == 'b')", #"{"foo":"bar"}"#, "1", false),
            ("(bar == 'foo')", #"{"foo":"bar"}"#, "1", false),
            ("(regions.east.volume > 0)", #"{"regions":{"east":{}}}"#, "1", false),
            (#"(region=="East")"#, #"{"region":"east"}"#, "1", false),
            (#"("East" in region)"#, #"{"region":["east"]}"#, "1", false),
            (#"(region in ("east","west"))"#, #"{"region":"east"}"#, "1", true),
            (#"("east" in region)"#, #"{"region":["east"]}"#, "1", true),
            (#"(!("central" in region))"#, #"{"region":["east"]}"#, "1", true),
            (#"(region like "EAST")"#, #"{"region":["east"]}"#, "1", true),
            // Today's wildcard is the star, as recorded in 2020: a percent sign is itself.
            (#"(region like "EAST%")"#, #"{"region":["east","east-1"]}"#, "1", false),
            // In 2016 the poll failed.
            ("(data.var1 + data['var2'] == 20)", #"{"foo":"bar"}"#, "1", false),
            // Today `data` is the message.
            ("(meta.data.var1 + data['var2'] == 30)", #"{"data":{"var1":10}}"#, #"{"var2":20}"#, true),
            ("(attributes.var1 + attributes['var2'] == 30)", #"{"attributes":{"var1":10,"var2":20}}"#, "1", true),
            // kotlin, SubscribeIntegrationTests.
            (
                #"data.colors[0] == 'blue' || data.config['enabled'] == "true""#, nil, #"{"config":{"enabled":true}}"#,
                true
            ),
            (#"data.colors[0] == 'blue' || data.config['enabled'] == "true""#, nil, #"{"colors":["blue"]}"#, true),
            (#"data.colors[0] == 'blue' || data.config['enabled'] == "true""#, nil, #"{"text":"x"}"#, false),
            // go, TestSubscribeWithFilter.
            ("language!=spanish", #"{"language":"english"}"#, "1", true),
            // objective-c, a file with a filter.
            ("uuid == 'david'", #"{"uuid":"serhii"}"#, "1", false),
            // Not recorded: a name that the message lacks is null.
            ("uuid != 'own'", nil, "1", true), ("uuid != JoeBob", nil, "1", false), ("!(x == 'a')", nil, "1", true),
            ("x < 1", nil, "1", false), ("x like 'a*'", nil, "1", false), ("x contains 'a'", nil, "1", false),
            ("('a','b') contains x", nil, "1", false),
            // java, StreamFilteringIntegrationTests.
            ("temperature > 50", #"{"temperature":"55"}"#, "1", true),
            ("temperature > 50", #"{"temperature":"25"}"#, "1", false),
            ("temperature > 50", #"{"temperature":"35"}"#, "1", false),
        ] as [(String, String?, String, Bool)]
    )
    func evidence(text: String, meta: String?, data: String, isWanted: Bool) throws {
        #expect(try matches(text, meta: meta, data: data) == isWanted)
    }

    @Test(
        "Refuses an invalid expression with the position of the error",
        arguments: [
            ("", "unexpected end", 0), ("  ", "unexpected end", 2), ("a ==", "unexpected end", 4),
            ("a == 'x", "a string without an end", 5), ("a == 'x\\", "a string without an end", 5),
            ("(a", "unexpected end", 2),
            ("a)", "unexpected token", 1), ("a b", "unexpected token", 2), ("a = 1", "unexpected character", 2),
            ("a &", "unexpected end", 3), ("a | == b", "unexpected token", 4), ("a & & b", "unexpected token", 4),
            ("a == 1 == 1", "unexpected token", 7),
            ("a === 1", "unexpected character", 4), ("&& a", "unexpected token", 0), ("()", "unexpected token", 1),
            ("(1,)", "unexpected token", 3), ("a[", "unexpected end", 2), ("a[x]", "unexpected token", 2),
            ("a[-1]", "unexpected token", 2), ("a[1", "unexpected end", 3), ("a.", "unexpected end", 2),
            ("a.1", "unexpected token", 2), ("meta. == 1", "unexpected token", 6),
            ("data.* == 1", "unexpected token", 5),
            ("1x == 1", "unexpected token", 1), ("1e == 1", "not a number", 0), ("1e999 == 1", "not a number", 0),
            ("a like", "unexpected end", 6), ("like == 1", "unexpected token", 0), ("a # b", "unexpected character", 2),
            ("é ~ 1", "unexpected token", 2), ("~", "unexpected end", 1), ("a == 'x' 'y'", "unexpected token", 9),
            ("!", "unexpected end", 1),
        ]
    )
    func malformed(text: String, reason: String, position: Int) {
        #expect(throws: FilterError(reason: reason, position: position)) { try FilterExpression(parsing: text) }
    }

    @Test("Limits the length, depth and number of operators")
    func bounds() throws {
        let longest = "a == '" + String(repeating: "x", count: 13) + "'"
        #expect(throws: Never.self) { try FilterExpression(parsing: longest, bytes: 20) }
        #expect(throws: FilterError(reason: "too long", position: 20)) {
            try FilterExpression(parsing: longest + " ", bytes: 20)
        }
        for (open, close) in [("(", ")"), ("!", ""), ("-", ""), ("~", "")] {
            func nested(_ depth: Int) -> String {
                String(repeating: open, count: depth) + "a" + String(repeating: close, count: depth)
            }
            #expect(throws: Never.self) { try FilterExpression(parsing: nested(5), depth: 5) }
            #expect(throws: FilterError.self) { try FilterExpression(parsing: nested(6), depth: 5) }
            #expect(throws: FilterError.self) { try FilterExpression(parsing: nested(4000), bytes: .max) }
        }
        for link in ["||a", "&&a", "+a", "*a", "&a", "|a", "^a", ".a", "[0]"] {
            let chain = "a" + String(repeating: link, count: 257)
            #expect(throws: FilterError.self) { try FilterExpression(parsing: chain) }
            let subject = FilterSubject(metadata: nil, payload: [])
            #expect(try !FilterExpression(parsing: "a" + String(repeating: link, count: 256)).matches(subject))
        }
    }

    @Test("A random string is an expression or an error, and never crashes the parser", arguments: 1...8)
    func randomTexts(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let parts = [
            "a", "meta", "data", ".", "[", "]", "(", ")", "'x'", "\"", "'", "\\", "1", "2.5", "==", "!=", "<", "&&",
            "||",
            "!", "-", "+", "*", "/", "%", "&", "|", "^", "~", "like", "contains", "in", "true", ",", " ", "é", "=",
        ]
        let subject = FilterSubject(metadata: Array(Self.meta.utf8)[...], payload: Array(Self.data.utf8)[...])
        var read = 0
        for _ in 0..<3000 {
            let count = Int.random(in: 0..<9, using: &random)
            let text = (0..<count).map { _ in parts[Int.random(in: 0..<parts.count, using: &random)] }.joined()
            do {
                _ = try FilterExpression(parsing: text).matches(subject)
                read += 1
            } catch {
                #expect(error.position >= 0 && error.position <= text.count)
            }
        }
        #expect(read > 50, "some are expressions")
    }
}
