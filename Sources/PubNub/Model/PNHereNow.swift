/// Who is where: the answer to a request for participants.
public final class PNHereNow: Sendable {
    /// One channel's part of the answer.
    struct Entry: Sendable {
        let channel: PNChannel
        let participants: [PNClient]
        let count: UInt

        /// Takes the larger of the listed clients and the occupancy. When identifiers were asked for, the difference
        /// is made up of anonymous clients, up to a bound: a wrong number from a server must not fill the memory.
        init(channel: PNChannel, clients: [PNClient], occupancy: UInt, identifiersIncluded: Bool) {
            self.channel = channel
            count = max(occupancy, UInt(clients.count))
            let missing = identifiersIncluded ? min(count - UInt(clients.count), 10_000) : 0
            participants = clients + (0..<missing).map { _ in PNClient(identifier: nil, channel: channel) }
        }
    }

    private let entries: [Entry]
    private let index: [String: Int]

    init(entries: [Entry]) {
        self.entries = entries
        index = Dictionary(entries.enumerated().map { ($1.channel.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The first channel of the answer; `nil` when nobody is anywhere.
    @available(*, deprecated, message: "Use channels()")
    public var channel: PNChannel? { entries.first?.channel }

    /// The clients on the first channel of the answer.
    @available(*, deprecated, message: "Use participants(for:)")
    public var participants: [PNClient] { entries.first?.participants ?? [] }

    /// The number of clients on the first channel of the answer.
    @available(*, deprecated, message: "Use participantsCount(for:)")
    public var participantsCount: UInt { entries.first?.count ?? 0 }

    /// The channels the answer tells about. Channels without clients may be absent.
    ///
    /// - Returns: The channels, in the order of the answer.
    public func channels() -> [PNChannel] {
        entries.map(\.channel)
    }

    /// The clients on a channel.
    ///
    /// - Parameter channel: One of ``channels()``.
    /// - Returns: The clients, anonymous ones last; empty when identifiers were not asked for or nobody is there.
    public func participants(for channel: PNChannel) -> [PNClient] {
        index[channel.name].map { entries[$0].participants } ?? []
    }

    /// The number of clients on a channel.
    ///
    /// - Parameter channel: One of ``channels()``.
    /// - Returns: The number, anonymous clients included.
    public func participantsCount(for channel: PNChannel) -> UInt {
        index[channel.name].map { entries[$0].count } ?? 0
    }
}

extension PNHereNow: CustomStringConvertible {
    /// The channels with their numbers of clients.
    public var description: String {
        "PNHereNow(\(entries.map { "\($0.channel.name): \($0.count)" }.joined(separator: ", ")))"
    }
}
