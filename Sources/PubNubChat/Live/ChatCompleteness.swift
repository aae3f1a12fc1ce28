import GRDB
import PubNubSupport

/// How complete the stored data of a channel is.
///
/// It is the state of the last connection; see `ChatProvider.connection`.
public enum ChatCompleteness: Hashable, Sendable {
    /// Nothing is missing since the first subscription.
    case complete
    /// Data may be missing. It is being fetched, or will be once the client is connected. `count` messages or members of
    /// `total` were fetched; nil if the service does not report a total.
    case fetching(count: Int, total: Int?)
    /// Nothing is missing except these ranges, which ``ChatBackfillPolicy`` leaves out, oldest first.
    case limited([ChatMissingRange])
    /// These parts could not be fetched. The provider retries.
    case missing([ChatPart: ChatMissingReason])
    /// The service refused the subscription. The channel stays requested: see ``ChatSyncEvent/refused(channels:reason:)``.
    case refused(reason: String)
    /// The app has not subscribed to the channel in this session, or has unsubscribed from it.
    case unsubscribed
}

/// The completeness of each channel, as the events of synchronization report it. Events must come one after the other.
final class CompletenessBoard: Sendable {
    private struct State {
        var channels: [String: Broadcast<ChatCompleteness>] = [:]
        /// The parts that could not be fetched since the channel was last outdated.
        var missing: [String: [ChatPart: ChatMissingReason]] = [:]
        var isClosed = false
    }

    private let state = Locked(State())
    /// The ranges of a channel that the policy leaves out.
    private let leftOut: @Sendable (_ channel: String) -> [ChatMissingRange]

    init(leftOut: @escaping @Sendable (_ channel: String) -> [ChatMissingRange]) {
        self.leftOut = leftOut
    }

    /// The completeness of a channel now, and its changes.
    func channel(_ name: String) -> Broadcast<ChatCompleteness> {
        state.withLock { state in
            if let found = state.channels[name] { return found }
            let new = Broadcast<ChatCompleteness>(limit: 1, first: .unsubscribed)
            if state.isClosed { new.finish() }
            state.channels[name] = new
            return new
        }
    }

    /// The app subscribes to channels.
    func wanted(_ channels: [String]) {
        for name in channels where channel(name).latest == .unsubscribed { show(.fetching(count: 0, total: nil), name) }
    }

    func unsubscribed(_ channels: [String]) {
        for name in channels { show(.unsubscribed, name) }
    }

    func note(_ event: ChatSyncEvent) {
        switch event {
        case .outdated(let channels):
            state.withLock { state in for name in channels { state.missing[name] = nil } }
            for name in channels { show(.fetching(count: 0, total: nil), name) }
        case .fetching(let channel, _, let count, let total): show(.fetching(count: count, total: total), channel)
        case .upToDate(let channels):
            for name in channels {
                let ranges = leftOut(name)
                show(ranges.isEmpty ? .complete : .limited(ranges), name)
            }
        case .missing(let channel, let part, let reason):
            state.withLock { $0.missing[channel, default: [:]][part] = reason }
        case .incomplete(let channels, let reason):
            for name in channels {
                let parts = state.withLock { $0.missing[name] }
                show(.missing(parts ?? [.messages: .unavailable(reason)]), name)
            }
        case .refused(let channels, let reason):
            for name in channels { show(.refused(reason: reason), name) }
        case .connected, .disconnected, .skipped, .mismatched, .storeDamaged, .tokenExpiring, .ignored: break
        }
    }

    /// Ends all streams.
    func close() {
        let all = state.withLock { state in
            state.isClosed = true
            return Array(state.channels.values)
        }
        for channel in all { channel.finish() }
    }

    private func show(_ completeness: ChatCompleteness, _ name: String) {
        let channel = channel(name)
        if channel.latest != completeness { channel.send(completeness) }
    }
}

extension Ledger {
    /// The ranges of a channel whose messages the policy leaves out, oldest first.
    func leftOut(of channel: String) throws -> [ChatMissingRange] {
        try gaps(of: channel, .older).ranges.map { range in
            ChatMissingRange(after: range.after, upTo: range.isOpen ? nil : range.upTo, isBeyondPolicy: true)
        }
    }
}
