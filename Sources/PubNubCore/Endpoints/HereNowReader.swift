package import PubNubWire

/// Reads both forms of a presence reply.
///
/// It reads at most `ReplyLimits.items` channels, and as many clients of all of them together. Further clients are
/// counted and not listed; a reply with more channels is refused.
struct HereNowReader {
    /// The levels around the state of a client in the short form.
    static let singleWrappers = 3
    /// The levels around the state of a client in a reply that names channels.
    static let listWrappers = 6

    /// The number of further clients that may be listed.
    private var remaining = ReplyLimits.items

    /// The page in `content`, a reply without its envelope; `nil` if it is not one.
    ///
    /// The short form contains no channel name: it is about `asked`, which is `nil` for a request with several
    /// channels.
    static func page(_ content: JSON, asked: String?) -> HereNowPage? {
        var reader = HereNowReader()
        if let channels = content["channels"] {
            // Some services write an empty object as an empty list.
            if channels.isNull || channels == [] { return HereNowPage(channels: [:]) }
            guard let fields = channels.object, fields.count <= ReplyLimits.items else { return nil }
            return reader.page(fields)
        }
        if let asked, let channel = reader.channel(content) { return HereNowPage(channels: [asked: channel]) }
        // A service without participants may leave out the empty `channels`.
        let total = content["total_occupancy"] ?? content["total_channels"]
        return total?.wholeNumber == 0 ? HereNowPage(channels: [:]) : nil
    }

    private mutating func page(_ fields: [String: JSON]) -> HereNowPage {
        var channels: [String: HereNowPage.Channel] = [:]
        // Sorted by name, so that the same reply always lists the same clients.
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            if let channel = channel(value) { channels[name] = channel }
        }
        return HereNowPage(channels: channels)
    }

    private mutating func channel(_ value: JSON) -> HereNowPage.Channel? {
        let identifiers = value["uuids"]?.array
        let counted = value["occupancy"]?.wholeNumber
        guard identifiers != nil || counted != nil else { return nil }
        var participants: [HereNowPage.Participant] = []
        var named = 0
        for identifier in identifiers ?? [] {
            guard let participant = Self.participant(identifier) else { continue }
            named += 1
            guard remaining > 0 else { continue }
            remaining -= 1
            participants.append(participant)
        }
        return HereNowPage.Channel(occupancy: max(named, Int(counted ?? 0)), participants: participants)
    }

    private static func participant(_ value: JSON) -> HereNowPage.Participant? {
        if let identifier = value.string { return HereNowPage.Participant(identifier: identifier, state: nil) }
        guard let identifier = value["uuid"]?.string else { return nil }
        let state = value["state"]
        return HereNowPage.Participant(identifier: identifier, state: state?.isNull == true ? nil : state)
    }
}

/// Participants by channel name.
package struct HereNowPage: Sendable, Hashable {
    /// One present client.
    package struct Participant: Sendable, Hashable {
        /// The client's identifier.
        package let identifier: String

        /// The client's state on the channel; `nil` if it has none or the request did not ask for it.
        package let state: JSON?
    }

    /// The presence of one channel.
    package struct Channel: Sendable, Hashable {
        /// The number of present clients, including anonymous ones.
        package let occupancy: Int

        /// The named clients, in the order of the response. Beyond `ReplyLimits.items` in a page they are only counted.
        package let participants: [Participant]
    }

    /// The channels in the reply. A channel without participants may be absent.
    package let channels: [String: Channel]
}
