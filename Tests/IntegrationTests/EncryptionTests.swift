import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Data encryption, between real clients")
struct EncryptionTests {
    @Test("Clients with the same key read each other's messages, compressed or not", arguments: [false, true])
    func bothWays(compressed: Bool) async throws {
        try await withOrigin { _, address in
            let one = try await IntegrationClient.connected(address) { $0.cipherKey = "enigma" }
            let two = try await IntegrationClient.connected(address) { $0.cipherKey = "enigma" }
            try await one.subscribe("to one")
            try await two.subscribe("to two")
            try await one.publish(["secret": "漢語"], to: "to two", compressed: compressed)
            try await two.publish("reply", to: "to one", compressed: compressed)
            let request = try await two.message()
            #expect(request.message as? [String: String] == ["secret": "漢語"])
            #expect(try await one.message().message as? String == "reply")
            #expect(try await one.history("to two").first?.message as? [String: String] == ["secret": "漢語"])
        }
    }

    @Test("Sends ciphertext: a client without the key receives that, one with another key DECRYPTION_ERROR")
    func otherKeys() async throws {
        try await withOrigin { _, address in
            let sender = try await IntegrationClient.connected(address) { $0.cipherKey = "enigma" }
            let open = try await IntegrationClient.connected(address)
            let wrong = try await IntegrationClient.connected(address) { $0.cipherKey = "another cipher key" }
            try await open.subscribe("mixed")
            try await wrong.subscribe("mixed")
            try await sender.publish("yay!", to: "mixed")
            let cipherText = try await open.message().message as? String
            #expect(cipherText == "Wi24KS4pcTzvyuGOHubiXg==")
            #expect(try await wrong.message().message as? String == "DECRYPTION_ERROR")
            try await open.publish("plain", to: "mixed")
            #expect(try await wrong.message().message as? String == "DECRYPTION_ERROR")
            try await wrong.publish("beside it", to: "mixed")
            #expect(try await wrong.message().message as? String == "beside it")
        }
    }

    @Test("A change of the key takes effect immediately, without a new connection")
    func changeOfKey() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address) { $0.cipherKey = "the first cipher key" }
            let reader = try await IntegrationClient.connected(address) { $0.cipherKey = "the first cipher key" }
            try await reader.subscribe("changing")
            try await client.publish("one", to: "changing")
            #expect(try await reader.message().message as? String == "one")
            client.reconfigure { $0.cipherKey = "the second cipher key" }
            try await client.publish("two", to: "changing")
            #expect(try await reader.message().message as? String == "DECRYPTION_ERROR")
            reader.reconfigure { $0.cipherKey = "the second cipher key" }
            try await client.publish("three", to: "changing")
            #expect(try await reader.message().message as? String == "three")
            client.reconfigure { $0.cipherKey = nil }
            reader.reconfigure { $0.cipherKey = nil }
            try await client.publish("four", to: "changing")
            #expect(try await reader.message().message as? String == "four")
            #expect(client.events.all.compactMap(\.origin).count == 1)
        }
    }

    @Test("Only clients with the 3.3 format read each other, live, from history and explicitly")
    func formatOf33() async throws {
        try await withOrigin { _, address in
            func client(_ format: PNEncryptionFormat) async throws -> IntegrationClient {
                try await IntegrationClient.connected(address) {
                    $0.cipherKey = "enigma"
                    $0.encryptionFormat = format
                }
            }
            let sender = try await client(.ios33)
            let reader = try await client(.ios33)
            let current = try await client(.header)
            for client in [reader, current] { try await client.subscribe("old") }
            try await sender.publish(["Hello World", ["k": "Coffee"]] as [Any], to: "old")
            let received = try await reader.messages(1)[0].message as? [Any]
            #expect(
                received?.first as? String == "Hello World" && received?.last as? [String: String] == ["k": "Coffee"]
            )
            #expect(try await current.messages(1)[0].message as? String == "DECRYPTION_ERROR")
            #expect((try await reader.history("old")[0].message as? [Any])?.count == 2)
            try await current.publish("today", to: "old")
            #expect(try await reader.messages(1)[0].message as? String == "DECRYPTION_ERROR")
            let sealed = try #require(sender.pubnub.aesEncrypt("Hello World"))
            #expect(
                sealed == "UzIyeVhanI+QnyaNqVob2A==" && reader.pubnub.aesDecrypt(sealed) as? String == "Hello World"
            )
        }
    }

    @Test(
        "Uses a random initialization vector if the configuration asks for it; clients without that setting read it"
    )
    func randomVector() async throws {
        try await withOrigin { _, address in
            let sender = try await IntegrationClient.connected(address) {
                $0.cipherKey = "enigma"
                $0.shouldUseRandomInitializationVector = true
            }
            let reader = try await IntegrationClient.connected(address) { $0.cipherKey = "enigma" }
            let open = try await IntegrationClient.connected(address)
            try await reader.subscribe("random")
            try await open.subscribe("random")
            for _ in 0..<2 { try await sender.publish("yay!", to: "random") }
            let received = try await reader.messages(2)
            #expect(received.map { $0.message as? String } == ["yay!", "yay!"])
            let sealed = try await open.messages(2)
            let cipherTexts = sealed.compactMap { $0.message as? String }
            #expect(Set(cipherTexts).count == 2)
        }
    }
}
