import Foundation
import GRDB
import TestRandom
import Testing

@testable import PubNubChat

/// The tokens of the search index: `SearchTokenizer`.
@Suite("Search in every script")
struct SearchLanguageTests {
    private func store(_ texts: [String]) throws -> ChatStore {
        let store = try ChatStore(configuration: .inMemory)
        try put(texts, in: store)
        return store
    }

    private func put(_ texts: [String], in store: ChatStore) throws {
        try store.write { db in
            for (number, text) in texts.enumerated() {
                let message = message(
                    "\(number)",
                    text: text,
                    timetoken: Timetoken(number + 1),
                    user: "ann",
                    channel: "room"
                )
                .withModels
                try PubNubManagedMessage.insertOrUpdate(message: message, processMessageActions: false, into: db)
            }
        }
    }

    private func finds(_ query: String, in text: String, matchesPrefix: Bool = true) throws -> Bool {
        let store = try store([text])
        return try store.read {
            try !ChatSearchResult.fetchAll($0, ChatSearch(query, matchesPrefix: matchesPrefix)).isEmpty
        }
    }

    private func tokens(_ text: String) throws -> [String] {
        try ChatStore(configuration: .inMemory).read { try SearchSchema.tokens(of: [text], $0)[0] }
    }

    @Test(
        "A part of a text in a script without spaces is found anywhere in it",
        arguments: [
            ("我们明天见", ["明天", "我们", "见", "们明", "我们明天见"], ["天明", "后天"]),
            ("すみません、東京タワーはどこですか", ["東京", "タワー", "どこ", "ません"], ["京都"]),
            ("안녕하세요 여러분", ["안녕", "하세요", "여러분", "러분"], ["분여"]),
            ("สวัสดีครับ", ["สวัสดี", "ครับ"], ["ดีสวัส"]), ("ສະບາຍດີ", ["ບາຍ"], ["ດີສະ"]),
            ("សួស្តី", ["សួ"], ["ស្តីសួ"]), ("မင်္ဂလာပါ", ["ဂလာ", "ပါ"], ["ပါမင်"]),
        ]
    )
    func withoutSpaces(text: String, found: [String], missed: [String]) throws {
        for query in found { #expect(try finds(query, in: "a " + text), "\(query)") }
        for query in missed { #expect(try !finds(query, in: "a " + text), "\(query)") }
    }

    @Test("Each emoji is a word, whatever its variation and skin tone; a flag is one")
    func emoji() throws {
        #expect(try tokens("👍🏽👍 🅿️ lot 7 1️⃣ 🇩🇪🇫🇷 ❤️") == ["👍", "👍", "🅿", "lot", "7", "1", "🇩🇪", "🇫🇷", "❤"])
        #expect(try finds("👍", in: "well done 👍🏽") && finds("👍🏽", in: "👍!") && finds("🅿️ lot 7", in: "at 🅿 lot 7"))
        #expect(try finds("👩", in: "👩‍👩‍👧") && finds("👩‍👩‍👧", in: "a👩‍👩‍👧b") && !finds("👨", in: "👩‍👩‍👧"))
        #expect(try finds("🇫🇷", in: "🇩🇪🇫🇷") && !finds("🇪🇫", in: "🇩🇪🇫🇷"))
        #expect(try !finds("\u{FE0F}\u{1F3FD}", in: "👍🏽"), "a query of nothing but what is left out finds nothing")
    }

    @Test("Points of Arabic and Hebrew do not matter; vowel signs of other scripts do")
    func points() throws {
        #expect(try finds("محمد", in: "قال مُحَمَّد شيئا") && finds("مُحَمَّد", in: "محمد") && finds("مــحمد", in: "محمد"))
        #expect(try finds("שלום", in: "שָׁלוֹם לך") && finds("שָׁלוֹם", in: "שלום") && finds("בן", in: "בית־בן"))
        #expect(try finds("नमस्ते", in: "नमस्ते दुनिया") && !finds("नमस्त", in: "नमस्ते", matchesPrefix: false))
    }

    @Test("Case, diacritics, ligatures and ß do not matter, composed or not")
    func folding() throws {
        for (query, text) in [
            ("strasse", "Straße"), ("STRASSE", "straße"), ("STRAẞE", "strasse"), ("fi", "ﬁ"), ("ﬁn", "fin"),
            ("ÅNGSTRÖM", "angstrom"),
            ("e\u{301}te\u{301}", "été"), ("ete", "e\u{301}te\u{301}"), ("σοφος", "ΣΟΦΟΣ"), ("istanbul", "İstanbul"),
            ("ａｂｃ", "abc"),
        ] {
            #expect(try finds(query, in: text), "\(query) in \(text)")
        }
        #expect(try tokens("½ ² Ⅷ") == ["12", "2", "viii"])
    }

    @Test("A word of any length is found; text is split at punctuation, and the words of a part follow each other")
    func words() throws {
        let link = "https://example.com/" + String(repeating: "path", count: 40)
        #expect(try finds(link, in: "see \(link)!") && finds(String(repeating: "path", count: 40), in: link))
        let long = String(repeating: "x", count: 5000)
        #expect(try finds(long, in: long) && tokens(long).map(\.utf8.count) == [SearchTokenizer.maxTokenBytes])
        #expect(
            try finds("e-mail", in: "send an E-Mail") && !finds("e-mail", in: "mail e") && finds("mail e", in: "e-mail")
        )
        #expect(
            try !finds("---", in: "a --- b") && finds("--- a", in: "a --- b") && finds("a \"", in: "a \"quoted\" b")
        )
        #expect(try finds("\"a\" OR (b) NEAR *", in: "a or b near"), "operators of the index are words")
    }

    @Test("Bytes that are not UTF-8 separate words")
    func malformed() throws {
        let bytes: [UInt8] = Array("ab".utf8) + [0xFF, 0xC3] + Array("cd".utf8) + [0xE4, 0xB8]
        let found = try ChatStore(configuration: .inMemory).write { db -> [String] in
            let text = try #require(
                try DatabaseValue.fetchOne(db, sql: "SELECT CAST(? AS TEXT)", arguments: [Data(bytes)])
            )
            try db.execute(sql: "INSERT INTO messageSearch (rowid, text, scope) VALUES (1, ?, '')", arguments: [text])
            return try String.fetchAll(db, sql: "SELECT term FROM searchWord")
        }
        #expect(found == ["ab", "cd"])
    }

    @Test("A snippet marks the found words, also in a text with control characters and one without spaces")
    func snippets() throws {
        let store = try store(["a \u{2}word\u{3} 我们明天见"])
        for (query, marked) in [("word", ["word"]), ("明天", ["明天"]), ("我们 见", ["我们", "见"])] {
            let found = try #require(try store.read { try ChatSearchResult.fetchAll($0, ChatSearch(query)).first })
            #expect(found.snippet == "a \u{2}word\u{3} 我们明天见")
            #expect(found.matches.map { String(found.snippet[$0]) } == marked)
        }
    }

    @Test("A message is found by every part of its text that begins and ends between tokens")
    func substrings() throws {
        let alphabets: [[String]] = [
            "abcXYZ019".map(String.init), "äÖßéñﬁ".map(String.init), "我们明天东京".map(String.init), "สวัดีร".map(String.init),
            "안녕하세".map(String.init), ["م", "ح", "مَ", "د"], ["ש", "שׁ", "ו"], "नमस्ते".map(String.init),
            "ЖдЫ".map(String.init),
            ["👍", "👍🏽", "🅿️", "👩‍👩‍👧", "🇩🇪", "❤️"], [" ", " ", "-", ".", "\"", "'", "*", "\u{3000}", "…"],
        ]
        var random = SeededGenerator(seed: 7)
        let texts = (0..<2_000).map { _ in
            (0..<Int.random(in: 1...14, using: &random)).map { _ in
                alphabets[Int.random(in: 0..<alphabets.count, using: &random)].randomElement(using: &random) ?? ""
            }.joined()
        }
        let store = try store(texts)
        try store.read { db in
            for (number, text) in texts.enumerated() {
                let whole = try SearchSchema.tokens(of: [text], db)[0]
                let characters = Array(text)
                let first = Int.random(in: 0..<characters.count, using: &random)
                let last = Int.random(in: first..<characters.count, using: &random)
                let part = String(characters[first...last])
                // The part begins and ends between tokens if its tokens are some of those of the text, in their order.
                let tokens = try SearchSchema.tokens(of: [part], db)[0]
                guard !tokens.isEmpty, tokens.count <= whole.count,
                    (0...whole.count - tokens.count).contains(where: { Array(whole[$0..<$0 + tokens.count]) == tokens })
                else { continue }
                for matchesPrefix in [true, false] {
                    var search = ChatSearch(part, matchesPrefix: matchesPrefix)
                    search.before = Timetoken(number + 2)
                    let found = try ChatSearchResult.fetchAll(db, search)
                    // The newest message until this one is this one.
                    #expect(found.first?.id == "\(number)", "\(part.debugDescription) in \(text.debugDescription)")
                }
            }
        }
    }
}
