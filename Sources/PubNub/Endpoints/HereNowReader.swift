import PubNubWire

/// Reads both forms of a presence reply.
///
/// At most `ReplyLimits.items` channels are read, and as many clients of all of them together. Clients beyond that are counted
/// and not listed; a reply with more channels is refused.
struct HereNowReader {
    /// How many more clients may be listed.
    private var remaining = ReplyLimits.items

    /// The page in `content`, a reply without its envelope; nil when it is not one.
    ///
    /// The short form names no channel: it is about `asked`, which is nil when several were asked for.
    static func page(_ content: JSONValue, asked: String?) -> HereNowPage? {
        var reader = HereNowReader()
        if let channels = content["channels"] {
            if channels.isNull { return HereNowPage(channels: [:]) }
            guard let fields = channels.objectValue, fields.count <= ReplyLimits.items else { return nil }
            return reader.page(fields)
        }
        if let asked, let channel = reader.channel(content) { return HereNowPage(channels: [asked: channel]) }
        // A service that counts nobody may leave out the empty `channels`.
        let total = content["total_occupancy"] ?? content["total_channels"]
        return total?.wholeNumber == 0 ? HereNowPage(channels: [:]) : nil
    }

    private mutating func page(_ fields: [String: JSONValue]) -> HereNowPage {
        var channels: [String: HereNowPage.Channel] = [:]
        // In the order of names, so that the same reply always lists the same clients.
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            if let channel = channel(value) { channels[name] = channel }
        }
        return HereNowPage(channels: channels)
    }

    private mutating func channel(_ value: JSONValue) -> HereNowPage.Channel? {
        let identifiers = value["uuids"]?.arrayValue
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

    private static func participant(_ value: JSONValue) -> HereNowPage.Participant? {
        if let identifier = value.stringValue { return HereNowPage.Participant(identifier: identifier, state: nil) }
        guard let identifier = value["uuid"]?.stringValue else { return nil }
        let state = value["state"]
        return HereNowPage.Participant(identifier: identifier, state: state?.isNull == true ? nil : state)
    }
}

/// Who is where, by channel name.
struct HereNowPage: Sendable, Hashable {
    /// One present client.
    struct Participant: Sendable, Hashable {
        /// The client's identifier.
        let identifier: String

        /// The client's state on the channel; nil when it has none or it was not asked for.
        let state: JSONValue?
    }

    /// One channel's presence.
    struct Channel: Sendable, Hashable {
        /// How many clients are present, named or not.
        let occupancy: Int

        /// The clients the service named, in its order. Beyond `ReplyLimits.items` in a page they are only counted.
        let participants: [Participant]
    }

    /// The channels in the reply. A channel nobody is on may be absent.
    let channels: [String: Channel]
}
