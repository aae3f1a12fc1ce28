import PubNubWire

/// The participants of channels: the response to a request for them.
public final class PNHereNow: Sendable {
    /// The most anonymous clients that one response lists, in all of its channels together.
    static let listedAnonymous: UInt = 10_000

    /// One channel of the response.
    struct Occupant: Sendable {
        let channel: PNChannel
        let clients: [PNClient]
        let count: UInt
        /// The number of anonymous clients, which are listed after the others.
        fileprivate(set) var anonymous: UInt

        /// Takes the larger of the listed clients and the occupancy. If identifiers were requested, anonymous clients
        /// make up the difference.
        init(channel: PNChannel, clients: [PNClient], occupancy: UInt, identifiersIncluded: Bool) {
            self.channel = channel
            self.clients = clients
            count = max(occupancy, UInt(clients.count))
            anonymous = identifiersIncluded ? count - UInt(clients.count) : 0
        }

        /// All clients. Anonymous ones cannot be distinguished, so one object stands for each of them; it is created on
        /// access.
        var participants: [PNClient] {
            guard anonymous > 0 else { return clients }
            let placeholder = PNClient(identifier: nil, channel: channel)
            return clients + repeatElement(placeholder, count: Int(clamping: anonymous))
        }
    }

    private let entries: [Occupant]
    private let index: [NameKey: Int]

    /// - Parameter entries: The channels. Anonymous clients are listed for the first of them, up to
    ///   ``listedAnonymous``: a wrong number from a server must not exhaust the memory.
    init(entries: [Occupant]) {
        var remaining = Self.listedAnonymous
        let entries = entries.map { entry in
            var entry = entry
            entry.anonymous = min(entry.anonymous, remaining)
            remaining -= entry.anonymous
            return entry
        }
        self.entries = entries
        index = Dictionary(
            entries.enumerated().map { (NameKey($1.channel.name), $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The first channel of the response; `nil` if no channel has participants.
    @available(*, deprecated, message: "Use channels()")
    public var channel: PNChannel? { entries.first?.channel }

    /// The clients on the first channel of the response.
    @available(*, deprecated, message: "Use participants(for:)")
    public var participants: [PNClient] { entries.first?.participants ?? [] }

    /// The number of clients on the first channel of the response.
    @available(*, deprecated, message: "Use participantsCount(for:)")
    public var participantsCount: UInt { entries.first?.count ?? 0 }

    /// Returns the channels in the response. Channels without clients may be absent.
    ///
    /// - Returns: The channels, in the order of the response.
    public func channels() -> [PNChannel] {
        entries.map(\.channel)
    }

    /// Returns the clients on a channel.
    ///
    /// An anonymous client is one that the service counts and does not name. They are listed as ``PNClient`` objects
    /// whose ``PNClient/isAnonymous()`` is `true`: at most 10,000 in all channels of one response, the first channels
    /// by name first. Of clients with identifiers at most 131,072 are listed. ``participantsCount(for:)`` counts all of
    /// them.
    ///
    /// - Parameter channel: One of ``channels()``.
    /// - Returns: The clients, anonymous ones last; empty if identifiers were not requested or the channel has no
    ///   participants.
    public func participants(for channel: PNChannel) -> [PNClient] {
        entry(for: channel.name)?.participants ?? []
    }

    /// Returns the number of clients on a channel.
    ///
    /// - Parameter channel: One of ``channels()``.
    /// - Returns: The number as the service reported it, including anonymous clients and those that are not listed.
    public func participantsCount(for channel: PNChannel) -> UInt {
        entry(for: channel.name)?.count ?? 0
    }

    /// The presence of a channel; `nil` if the response does not have it.
    func entry(for name: String) -> Occupant? {
        index[NameKey(name)].map { entries[$0] }
    }
}

extension PNHereNow: CustomStringConvertible {
    /// The channels with their numbers of clients.
    public var description: String {
        "PNHereNow(\(entries.map { "\($0.channel.name): \($0.count)" }.joined(separator: ", ")))"
    }
}

/// The channels of one client: the response to a request for them.
public final class PNWhereNow: Sendable {
    /// The identifier of the request.
    public let identifier: String

    /// The channels to which it is subscribed.
    public let channels: [PNChannel]

    init(identifier: String, channels: [PNChannel]) {
        self.identifier = identifier
        self.channels = channels
    }
}

extension PNWhereNow: CustomStringConvertible {
    /// The identifier and the names of the channels.
    public var description: String {
        "PNWhereNow(\(identifier): \(channels.map(\.name).joined(separator: ", ")))"
    }
}
