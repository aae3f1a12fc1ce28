import PubNubAsync
import PubNubOrigin
import PubNubTestSupport
import Testing

/// Names that differ only in their Unicode normalization are two names.
@Suite("Values by name", .timeLimit(.minutes(5)))
struct NameDictionaryTests {
    private static let one = "caf\u{E9}"
    private static let two = "cafe\u{301}"

    @Test("A dictionary keeps names apart whose bytes differ, in the order in which they were added")
    func names() {
        #expect(Self.one == Self.two, "For a Dictionary they are one.")
        var values: NameDictionary = [Self.two: 2, Self.one: 1]
        #expect(values[Self.one] == 1 && values[Self.two] == 2 && values["cafe"] == nil)
        #expect(values.count == 2 && !values.isEmpty)
        #expect(values.names.map { Array($0.utf8) } == [Array(Self.two.utf8), Array(Self.one.utf8)])
        #expect(values.map(\.value) == [2, 1])
        #expect(values == [Self.one: 1, Self.two: 2] && values != [Self.one: 2, Self.two: 1])
        #expect(Set([values, [Self.one: 1, Self.two: 2]]).count == 1)
        values[Self.two] = nil
        values["x"] = nil
        #expect(values.names.map { Array($0.utf8) } == [Array(Self.one.utf8)] && values[Self.two] == nil)
        values[Self.one] = 3
        values["b"] = 4
        #expect(values.map(\.value) == [3, 4] && "\(values)" == "[\"\(Self.one)\": 3, \"b\": 4]")
        #expect(NameDictionary(["b": 1, "a": 2]).names == ["a", "b"])
        #expect(NameDictionary<Int>().isEmpty && "\(NameDictionary<Int>())" == "[:]")
        let repeated: NameDictionary = ["a": 1, "a": 2]
        #expect(repeated["a"] == 2 && repeated.count == 1)
    }

    @Test("History and message counts of two such channels are those of each")
    func channels() async throws {
        try await withOrigin { _, address in
            var configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: "me")
            configuration.origin = "http://\(address.host):\(address.port)"
            // A slow machine must not fail a test.
            configuration.requestTimeout = .seconds(600)
            try await PubNubClient.withClient(configuration) { client in
                let start = try await client.time()
                try await client.publish("one", to: Self.one)
                for text in ["two", "deux"] { try await client.publish(text, to: Self.two) }
                let counts = try await client.messageCounts(of: [Self.one: start, Self.two: start, "empty": start])
                #expect(counts == [Self.one: 1, Self.two: 2, "empty": 0])
                for (channel, texts) in [(Self.one, ["one"]), (Self.two, ["two", "deux"])] {
                    var found: [String] = []
                    for try await message in client.history(of: channel, from: .oldest) {
                        found.append(try message.decode())
                    }
                    #expect(found == texts)
                    var newest: [String] = []
                    for try await message in client.history(of: channel) { newest.append(try message.decode()) }
                    #expect(newest == texts.reversed())
                }
            }
        }
    }
}
