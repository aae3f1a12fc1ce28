import PubNubCore
import PubNubMachines
import PubNubWire

/// Reads from history the messages that the long poll does not bring to an iteration.
///
/// A group is read channel by channel. History has no wildcards, so a wildcard begins with a gap.
struct PastMessages {
    /// A channel to read.
    private struct Source {
        let channel: String
        let group: String?
        /// The time of the last message that was read, at first the beginning.
        var after: PubNubTimetoken
        let through: PubNubTimetoken

        var gap: PubNubEvent { .gap(from: after.rawValue, to: through.rawValue) }
    }

    /// A channel as an event names it.
    private struct Position: Hashable {
        let channel: NameKey
        let group: NameKey?

        init(channel: String, group: String?) {
            self.channel = NameKey(channel)
            self.group = group.map(NameKey.init)
        }
    }

    private let client: PubNubClient
    private var targets: [IterationTable.Past]
    private var sources: [Source] = []
    private var pages: HistorySequence.AsyncIterator?
    /// The end of what was read, by channel.
    private var ends: [Position: PubNubTimetoken] = [:]

    init(_ client: PubNubClient, _ past: [IterationTable.Past]) {
        self.client = client
        targets = past.reversed()
    }

    /// The next event; `nil` when all were read. A gap stands for messages that cannot be read at present.
    mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(PubNubError) -> PubNubEvent? {
        while true {
            if let source = sources.last {
                if let event = try await next(of: source) { return event }
                continue
            }
            guard let target = targets.popLast() else { return nil }
            if let gap = try await begin(target) { return gap }
        }
    }

    /// Whether an event is one of the messages that were read.
    func covers(_ event: ReceivedEvent) -> Bool {
        guard case .message(let message) = event,
            let end = ends[Position(channel: message.channel, group: message.group)]
        else { return false }
        return message.timetoken <= end
    }

    /// Determines the channels to read for a target.
    ///
    /// - Returns: The gap if history cannot be read for it; otherwise `nil`.
    private mutating func begin(
        _ past: IterationTable.Past,
        isolation actor: isolated (any Actor)? = #isolation
    ) async throws(PubNubError) -> PubNubEvent? {
        let gap = PubNubEvent.gap(from: past.after.rawValue, to: past.through.rawValue)
        let name = past.target.name
        guard !past.target.isWildcard else { return gap }
        var channels = [name]
        if past.target.isGroup {
            do throws(PubNubError) {
                channels = try await client.groups.channels(of: name)
            } catch {
                guard error.isTemporary else { throw error }
                return gap
            }
        }
        let group = past.target.isGroup ? name : nil
        for channel in channels.reversed() {
            sources.append(Source(channel: channel, group: group, after: past.after, through: past.through))
            ends[Position(channel: channel, group: group)] = past.through
        }
        return nil
    }

    /// The next message of a channel; `nil` when all were read. If history cannot be read at present, a gap in place of the
    /// rest.
    private mutating func next(
        of source: Source,
        isolation actor: isolated (any Actor)? = #isolation
    ) async throws(PubNubError) -> PubNubEvent? {
        if pages == nil {
            let history = client.history(
                of: source.channel,
                from: .after(source.after.rawValue),
                to: .at(source.through.rawValue)
            )
            pages = history.makeAsyncIterator()
        }
        do throws(PubNubError) {
            if let message = try await pages?.next(isolation: actor) {
                sources[sources.count - 1].after = PubNubTimetoken(message.timetoken)
                let message = message.through(group: source.group)
                return message.fileMessage.map { .file($0) } ?? .message(message)
            }
        } catch {
            guard error.isTemporary else { throw error }
            endSource()
            return source.gap
        }
        endSource()
        return nil
    }

    private mutating func endSource() {
        pages = nil
        sources.removeLast()
    }
}

extension PubNubError {
    /// Whether the same call may succeed later.
    fileprivate var isTemporary: Bool { failure?.isTemporary == true }
}
