import Foundation
import PubNub
import Testing

/// README "History": the class-level forms.
extension SharedForms {
    @Test func history() {
        let given = Given.shared()
        let calls = EndedCalls(of: PubNub.sharedInstance())
        let channel = given.channel
        let date = given.date
        PubNub.requestFullHistory(for: channel)
        PubNub.requestFullHistory(for: channel, includingTimeToken: true)
        PubNub.requestFullHistory(for: channel, includingTimeToken: true, withCompletionBlock: { _, _, _, _, _ in })
        PubNub.requestFullHistory(for: channel, withCompletionBlock: { _, _, _, _, _ in })
        PubNub.requestHistory(for: channel, from: date)
        PubNub.requestHistory(for: channel, from: date, includingTimeToken: true)
        PubNub.requestHistory(
            for: channel,
            from: date,
            includingTimeToken: true,
            withCompletionBlock: { _, _, _, _, _ in }
        )
        PubNub.requestHistory(for: channel, from: date, limit: 34)
        PubNub.requestHistory(for: channel, from: date, limit: 34, includingTimeToken: true)
        PubNub.requestHistory(
            for: channel,
            from: date,
            limit: 34,
            includingTimeToken: true,
            withCompletionBlock: { _, _, _, _, _ in }
        )
        PubNub.requestHistory(for: channel, from: date, limit: 34, reverseHistory: true)
        PubNub.requestHistory(for: channel, from: date, limit: 34, reverseHistory: true, includingTimeToken: true)
        PubNub.requestHistory(
            for: channel,
            from: date,
            limit: 34,
            reverseHistory: true,
            includingTimeToken: true,
            withCompletionBlock: { _, _, _, _, _ in }
        )
        PubNub.requestHistory(
            for: channel,
            from: date,
            limit: 34,
            reverseHistory: true,
            withCompletionBlock: { _, _, _, _, _ in }
        )
        PubNub.requestHistory(for: channel, from: date, limit: 34, withCompletionBlock: { _, _, _, _, _ in })
        PubNub.requestHistory(for: channel, from: date, to: date)
        PubNub.requestHistory(for: channel, from: date, to: date, includingTimeToken: true)
        PubNub.requestHistory(
            for: channel,
            from: date,
            to: date,
            includingTimeToken: true,
            withCompletionBlock: { _, _, _, _, _ in }
        )
        PubNub.requestHistory(for: channel, from: date, to: date, limit: 34)
        PubNub.requestHistory(for: channel, from: date, to: date, limit: 34, includingTimeToken: true)
        PubNub.requestHistory(
            for: channel,
            from: date,
            to: date,
            limit: 34,
            includingTimeToken: true,
            withCompletionBlock: { _, _, _, _, _ in }
        )
        PubNub.requestHistory(for: channel, from: date, to: date, limit: 34, reverseHistory: true)
        PubNub.requestHistory(
            for: channel,
            from: date,
            to: date,
            limit: 34,
            reverseHistory: true,
            includingTimeToken: true
        )
        PubNub.requestHistory(
            for: channel,
            from: date,
            to: date,
            limit: 34,
            reverseHistory: true,
            includingTimeToken: true,
            withCompletionBlock: { _, _, _, _, _ in }
        )
        PubNub.requestHistory(
            for: channel,
            from: date,
            to: date,
            limit: 34,
            reverseHistory: true,
            withCompletionBlock: { _, _, _, _, _ in }
        )
        PubNub.requestHistory(for: channel, from: date, to: date, limit: 34, withCompletionBlock: { _, _, _, _, _ in })
        PubNub.requestHistory(for: channel, from: date, to: date, withCompletionBlock: { _, _, _, _, _ in })
        PubNub.requestHistory(for: channel, from: date, withCompletionBlock: { _, _, _, _, _ in })
        #expect(calls.count == 28)
    }
}
