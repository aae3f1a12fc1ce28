import PubNubWire

/// Reads both forms of a presence reply.
enum HereNowReader {
    /// The page in `content`, a reply without its envelope; nil when it is not one.
    ///
    /// The short form names no channel: it is about `asked`, which is nil when several were asked for.
    static func page(_ content: JSONValue, asked: String?) -> HereNowPage? {
        if let channels = content["channels"] {
            if channels.isNull { return HereNowPage(channels: [:]) }
            guard let fields = channels.objectValue else { return nil }
            return HereNowPage(channels: fields.compactMapValues(channel))
        }
        if let asked, let channel = channel(content) { return HereNowPage(channels: [asked: channel]) }
        // A service that counts nobody may leave out the empty `channels`.
        let total = content["total_occupancy"] ?? content["total_channels"]
        return total?.wholeNumber == 0 ? HereNowPage(channels: [:]) : nil
    }

    private static func channel(_ value: JSONValue) -> HereNowPage.Channel? {
        let identifiers = value["uuids"]?.arrayValue
        let counted = value["occupancy"]?.wholeNumber
        guard identifiers != nil || counted != nil else { return nil }
        let participants = identifiers?.compactMap(participant) ?? []
        return HereNowPage.Channel(
            occupancy: max(participants.count, Int(counted ?? 0)),
            participants: participants
        )
    }

    private static func participant(_ value: JSONValue) -> HereNowPage.Participant? {
        if let identifier = value.stringValue { return HereNowPage.Participant(identifier: identifier, state: nil) }
        guard let identifier = value["uuid"]?.stringValue else { return nil }
        let state = value["state"]
        return HereNowPage.Participant(identifier: identifier, state: state?.isNull == true ? nil : state)
    }
}
