import TestRandom
import Testing

@testable import PubNubOrigin

private func message(_ timetoken: UInt64, on channel: String = "a", keyset: String = "demo") -> ChannelMessage {
    let topic = Topic(keyset: keyset, name: channel)
    return EnvelopeWriter(topic: topic, region: 1).write(StoredMessage(timetoken: timetoken, payload: [0x31]))
}

@Suite("Catch-up buffers store the newest 100 messages of a channel")
struct ChannelBufferTests {
    @Test func returnsOnlyMessagesAfterATimetoken() {
        var buffer = ChannelBuffer()
        for timetoken in [10, 20, 30] as [UInt64] { buffer.append(message(timetoken), limit: 100) }
        #expect(buffer.messages(after: 0).map(\.timetoken) == [10, 20, 30])
        #expect(buffer.messages(after: 9).map(\.timetoken) == [10, 20, 30])
        #expect(buffer.messages(after: 10).map(\.timetoken) == [20, 30])
        #expect(buffer.messages(after: 25).map(\.timetoken) == [30])
        #expect(buffer.messages(after: 30).isEmpty)
        #expect(buffer.messages(after: .max).isEmpty)
    }

    @Test func keepsTheNewest() {
        var buffer = ChannelBuffer()
        for timetoken in 1...250 as ClosedRange<UInt64> { buffer.append(message(timetoken), limit: 100) }
        #expect(buffer.count == 100)
        #expect(buffer.messages(after: 0).map(\.timetoken) == Array(151...250))
    }

    @Test func channelsDoNotMixAndNeitherDoKeysets() {
        var buffers = ChannelBuffers(messagesPerChannel: 100, channels: 10)
        buffers.append(message(1, on: "a"))
        buffers.append(message(2, on: "b"))
        buffers.append(message(3, on: "a", keyset: "other"))
        #expect(buffers.messages(of: Topic(keyset: "demo", name: "a"), after: 0).map(\.timetoken) == [1])
        #expect(buffers.messages(of: Topic(keyset: "other", name: "a"), after: 0).map(\.timetoken) == [3])
        #expect(buffers.latest == 3)
    }

    @Test("A flood of distinct channels removes the least recently used ones")
    func isBoundedInChannels() {
        var buffers = ChannelBuffers(messagesPerChannel: 100, channels: 3)
        for (timetoken, channel) in ["x.a", "x.b", "x.c", "x.a", "x.d"].enumerated() {
            buffers.append(message(UInt64(timetoken + 1), on: channel))
        }
        let pattern = Topic(keyset: "demo", name: "x.*")
        #expect(buffers.count == 3)
        #expect(Set(buffers.topics(coveredBy: pattern).map(\.name)) == ["x.a", "x.c", "x.d"])
        #expect(buffers.messages(of: Topic(keyset: "demo", name: "x.b"), after: 0).isEmpty)
    }

    @Test func aPatternCoversItsChannelsAndTheirPresenceApart() {
        var buffers = ChannelBuffers(messagesPerChannel: 100, channels: 10)
        for (timetoken, channel) in ["x.a", "x.a-pnpres", "x.b.c", "y.a"].enumerated() {
            buffers.append(message(UInt64(timetoken + 1), on: channel))
        }
        #expect(Set(buffers.topics(coveredBy: Topic(keyset: "demo", name: "x.*")).map(\.name)) == ["x.a", "x.b.c"])
        #expect(buffers.topics(coveredBy: Topic(keyset: "demo", name: "x.*-pnpres")).map(\.name) == ["x.a-pnpres"])
        #expect(buffers.topics(coveredBy: Topic(keyset: "demo", name: "z.*")).isEmpty)
    }
}

@Suite("Keys in order of their last use")
struct RecencyListTests {
    @Test("Agrees with a plain array over random inputs", arguments: 1...10)
    func agreesWithAModel(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var list = RecencyList<Int>()
        var places: [Int: RecencyPosition] = [:]
        var model: [Int] = []
        for _ in 0..<1000 {
            let key = Int.random(in: 0..<20, using: &random)
            model.removeAll { $0 == key }
            if Bool.random(using: &random) {
                if let place = places[key] { list.touch(place) } else { places[key] = list.add(key) }
                model.append(key)
            } else if let place = places.removeValue(forKey: key) {
                list.remove(place)
            }
            #expect(list.leastRecentlyUsed == model.first)
            #expect(list.firstUnused(among: 20) { $0.isMultiple(of: 3) } == model.first { $0.isMultiple(of: 3) })
        }
    }
}

@Suite("Channel groups")
struct ChannelGroupsTests {
    @Test func listsAddedChannels() {
        var groups = GroupTable()
        groups.add(["b", "a"], to: "g", keyset: "demo")
        groups.add(["c"], to: "h", keyset: "demo")
        groups.add(["z"], to: "g", keyset: "other")
        #expect(groups.channels(of: "g", keyset: "demo") == ["a", "b"])
        #expect(groups.groups(keyset: "demo") == ["g", "h"])
        #expect(groups.groups(holding: "a", keyset: "demo") == ["g"])
        #expect(groups.groups(holding: "z", keyset: "demo") == [])
    }

    @Test func aGroupWithoutChannelsIsNoGroup() {
        var groups = GroupTable()
        groups.add([], to: "none", keyset: "demo")
        groups.add(["a", "b"], to: "g", keyset: "demo")
        groups.remove(["a", "b", "c"], from: "g", keyset: "demo")
        #expect(groups.groups(keyset: "demo") == [])
        #expect(groups.groups(holding: "a", keyset: "demo") == [])
    }

    @Test func aRemovedGroupHoldsNothing() {
        var groups = GroupTable()
        groups.add(["a"], to: "g", keyset: "demo")
        groups.add(["a"], to: "h", keyset: "demo")
        groups.removeGroup("g", keyset: "demo")
        #expect(groups.groups(holding: "a", keyset: "demo") == ["h"])
        #expect(groups.channels(of: "g", keyset: "demo") == [])
    }
}
