import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: History, against a real origin")
struct HistoryTests {
    @Test("History contains stored and compressed messages, and none with storeInHistory off")
    func stored() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            try await client.subscribe("log")
            try await client.publish("plain", to: "log")
            try await client.publish("plain, not kept", to: "log", stored: false)
            try await client.publish("compressed", to: "log", compressed: true)
            try await client.publish("compressed, not kept", to: "log", compressed: true, stored: false)
            let received = try await client.messages(4)
            #expect(
                received.map { $0.message as? String }
                    == ["plain", "plain, not kept", "compressed", "compressed, not kept"]
            )
            let kept = try await client.history("log", dated: true)
            #expect(kept.map { $0.message as? String } == ["plain", "compressed"])
            #expect(kept.map(\.date) == [received[0].date, received[2].date])
        }
    }

    @Test("A request that starts at the date of a received or stored message skips and repeats nothing")
    func fromReceiveDate() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            try await client.subscribe("inbox")
            for number in 0..<6 { try await client.publish(number, to: "inbox") }
            let received = try await client.messages(6)
            let end = PNDate(date: Date(timeIntervalSinceNow: 60))
            let newer = try await client.history("inbox", from: received[2].receiveDate, to: end, dated: true)
            #expect(newer.map { $0.message as? Int } == [3, 4, 5])
            #expect(newer.map(\.receiveDate) == received.suffix(3).map(\.receiveDate))
            let last = try await client.history("inbox", from: newer[1].receiveDate, to: end)
            #expect(last.map { $0.message as? Int } == [5])
            #expect(last.allSatisfy { $0.receiveDate == nil })
        }
    }

    @Test("Start, end, limit, order and dates each have their documented effect")
    func forms() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            var dates: [PNDate] = []
            for number in 0..<10 {
                let sent = try await client.publish(number, to: "numbers")
                dates.append(try #require(sent.date))
            }
            func numbers(_ messages: [PNMessage]) -> [Int] { messages.compactMap { $0.message as? Int } }
            #expect(numbers(try await client.history("numbers")) == Array(0..<10))
            #expect(numbers(try await client.history("numbers", limit: 3)) == [7, 8, 9])
            #expect(numbers(try await client.history("numbers", limit: 3, reversed: true)) == [0, 1, 2])
            #expect(numbers(try await client.history("numbers", limit: 10_000)).count == 10)
            // Bounds in either order give the same messages, all of them within the bounds.
            let middle = try await client.history("numbers", from: dates[7], to: dates[3], dated: true)
            #expect(!numbers(middle).isEmpty && Set(numbers(middle)).isSubset(of: Set(3...7)))
            let swapped = try await client.history("numbers", from: dates[3], to: dates[7], dated: true)
            #expect(numbers(middle) == numbers(swapped))
            #expect(middle.allSatisfy { $0.date == dates[$0.message as? Int ?? 0] })
            // With both bounds a page holds the newest messages of the range, or its oldest when reversed.
            #expect(numbers(try await client.history("numbers", from: dates[2], to: dates[8], limit: 3)) == [6, 7, 8])
            let oldest = try await client.history("numbers", from: dates[2], to: dates[8], limit: 3, reversed: true)
            #expect(numbers(oldest) == [3, 4, 5])
            // Backwards through the range, page by page.
            var pages: [[Int]] = []
            var end = dates[8]
            while true {
                let page = try await client.history("numbers", from: dates[0], to: end, limit: 3, dated: true)
                guard let first = page.first?.date else { break }
                pages.append(numbers(page))
                end = PNDate(token: NSNumber(value: first.timeToken.uint64Value - 1))
            }
            #expect(pages == [[6, 7, 8], [3, 4, 5], [1, 2]])
            let undated = try await client.history("numbers")
            #expect(undated.allSatisfy { $0.date == nil })
            #expect(try await client.history("nothing here").isEmpty)
        }
    }

    @Test("Reads the full history page by page to its beginning, and reports progress")
    func full() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            let channel = PNChannel.channel(withName: "long")
            for number in 0..<257 { client.pubnub.sendMessage(number, to: channel) }
            try await client.publish(257, to: "long")
            let progress = IntegrationInbox<Int>()
            let all = try await client.fullHistory("long", dated: true) { progress.put($0) }
            #expect(all.map { $0.message as? Int } == Array(0...257))
            #expect(Set(all.compactMap(\.date)).count == 258)
            #expect(progress.all == progress.all.sorted() && progress.all.count == 3 && progress.all.last == 258)
        }
    }

    @Test("Reads a megabyte of messages, compressed or not", arguments: [true, false])
    func large(compressed: Bool) async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address) {
                $0.shouldAcceptCompressedResponse = compressed
            }
            let channel = PNChannel.channel(withName: "large")
            var texts: [String] = []
            for number in 0..<111 {
                texts.append(String(repeating: "message \(number) of many. ", count: 480))
                client.pubnub.sendMessage(texts[number], to: channel, compressed: true)
            }
            try await client.publish("end", to: "large")
            let all = try await client.fullHistory("large").compactMap { $0.message as? String }
            #expect(all == texts + ["end"])
            #expect(all.reduce(0) { $0 + $1.utf8.count } > 1_000_000)
        }
    }

    @Test("Decrypts an encrypted history with the key, and marks it without")
    func encrypted() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address) { $0.cipherKey = "enigma" }
            try await client.publish("sealed", to: "vault")
            let open = try await IntegrationClient.connected(address)
            try await open.publish("open", to: "vault")
            let both = try await client.history("vault").map { $0.message as? String }
            #expect(both == ["sealed", "DECRYPTION_ERROR"])
        }
    }
}
