import Foundation
import PubNub
import Testing

/// Every instance call form of 3.7.8 for history compiles, and does no harm on a client that is not connected.
@Suite struct HistoryForms {
    private let given = Given()

    @Test func current() {
        let client = given.client
        let channel = given.channel
        let date = given.date
        client.requestFullHistory(for: channel)
        client.requestFullHistory(for: channel, includingTimeToken: true)
        client.requestFullHistory(for: channel, includingTimeToken: true, withCompletionBlock: { _, _, _, _, _ in })
        client.requestFullHistory(for: channel, withCompletionBlock: { _, _, _, _, _ in })
        client.requestHistory(for: channel, from: date)
        client.requestHistory(for: channel, from: date, includingTimeToken: true)
        client.requestHistory(
            for: channel,
            from: date,
            includingTimeToken: true,
            withCompletionBlock: { _, _, _, _, _ in }
        )
        client.requestHistory(for: channel, from: date, limit: 34)
        client.requestHistory(for: channel, from: date, limit: 34, includingTimeToken: true)
        client.requestHistory(
            for: channel,
            from: date,
            limit: 34,
            includingTimeToken: true,
            withCompletionBlock: { _, _, _, _, _ in }
        )
        client.requestHistory(for: channel, from: date, limit: 34, reverseHistory: true)
        client.requestHistory(for: channel, from: date, limit: 34, reverseHistory: true, includingTimeToken: true)
        client.requestHistory(
            for: channel,
            from: date,
            limit: 34,
            reverseHistory: true,
            includingTimeToken: true,
            withCompletionBlock: { _, _, _, _, _ in }
        )
        client.requestHistory(
            for: channel,
            from: date,
            limit: 34,
            reverseHistory: true,
            withCompletionBlock: { _, _, _, _, _ in }
        )
        client.requestHistory(for: channel, from: date, limit: 34, withCompletionBlock: { _, _, _, _, _ in })
        client.requestHistory(for: channel, from: date, to: date)
        client.requestHistory(for: channel, from: date, to: date, includingTimeToken: true)
        client.requestHistory(
            for: channel,
            from: date,
            to: date,
            includingTimeToken: true,
            withCompletionBlock: { _, _, _, _, _ in }
        )
        client.requestHistory(for: channel, from: date, to: date, limit: 34)
        client.requestHistory(for: channel, from: date, to: date, limit: 34, includingTimeToken: true)
        client.requestHistory(
            for: channel,
            from: date,
            to: date,
            limit: 34,
            includingTimeToken: true,
            withCompletionBlock: { _, _, _, _, _ in }
        )
        client.requestHistory(for: channel, from: date, to: date, limit: 34, reverseHistory: true)
        client.requestHistory(
            for: channel,
            from: date,
            to: date,
            limit: 34,
            reverseHistory: true,
            includingTimeToken: true
        )
        client.requestHistory(
            for: channel,
            from: date,
            to: date,
            limit: 34,
            reverseHistory: true,
            includingTimeToken: true,
            withCompletionBlock: { _, _, _, _, _ in }
        )
        client.requestHistory(
            for: channel,
            from: date,
            to: date,
            limit: 34,
            reverseHistory: true,
            withCompletionBlock: { _, _, _, _, _ in }
        )
        client.requestHistory(
            for: channel,
            from: date,
            to: date,
            limit: 34,
            withCompletionBlock: { _, _, _, _, _ in }
        )
        client.requestHistory(for: channel, from: date, to: date, withCompletionBlock: { _, _, _, _, _ in })
        client.requestHistory(for: channel, from: date, withCompletionBlock: { _, _, _, _, _ in })
        #expect(!client.isConnected())
    }
}
