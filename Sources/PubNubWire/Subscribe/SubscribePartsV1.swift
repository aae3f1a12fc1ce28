/// The elements of a v1 subscribe body.
struct SubscribePartsV1 {
    /// nil for a message that is nested deeper than values may be.
    private var messages: [Range<Int>?] = []
    private var lists: [[String]] = []
    /// Nil when the body does not have the shape of a page.
    private(set) var timetoken: Timetoken?

    init(_ scanner: JSONScanner) throws(JSONError) {
        var scanner = scanner
        guard try scanner.peek() == ASCII.openBracket else {
            try scanner.skipValue(depth: 0)
            try scanner.finish()
            return
        }
        var token: Timetoken?
        var isWellShaped = true
        var index = 0
        var isFirst = true
        try scanner.enterArray(depth: 0)
        while try scanner.nextElement(isFirst: &isFirst) {
            let first = try scanner.peek()
            switch index {
            case 0 where first == ASCII.openBracket:
                try readMessages(&scanner)
            case 1 where first == ASCII.quote:
                token = Timetoken(scanner.text(of: try scanner.scanString()))
            case 1 where ASCII.isDigit(first):
                token = Timetoken(scanner.value(of: try scanner.scanNumber()))
            case 2 where first == ASCII.quote, 3 where first == ASCII.quote:
                let names = try scanner.scanString()
                guard scanner.bytes[names.range].count(where: { $0 == ASCII.comma }) < ReplyLimits.items else {
                    throw scanner.error(.tooMany)
                }
                lists.append(Self.names(scanner.text(of: names)))
            default:
                isWellShaped = isWellShaped && index > 3
                _ = try scanner.skipPart()
            }
            index += 1
        }
        try scanner.finish()
        timetoken = isWellShaped ? token : nil
    }

    /// One envelope for each message that has a channel and can be read.
    func envelopes(in source: [UInt8], subscribed: String?) -> [Envelope] {
        let matched = lists.count > 1 ? lists[0] : []
        let channels = lists.last ?? []
        return messages.enumerated().compactMap { index, range in
            guard let range, let wireName = index < channels.count ? channels[index] : subscribed, !wireName.isEmpty
            else { return nil }
            let (channel, isPresence) = PresenceName.strip(wireName)
            let subscription = index < matched.count ? PresenceName.strip(matched[index]).name : channel
            return Envelope(
                channel: channel,
                isPresence: isPresence,
                subscription: subscription == channel ? nil : subscription,
                payload: RawJSON(checked: source, range: range)
            )
        }
    }

    private mutating func readMessages(_ scanner: inout JSONScanner) throws(JSONError) {
        try scanner.enterArray(depth: 1)
        var isFirst = true
        while try scanner.nextElement(isFirst: &isFirst) {
            guard messages.count < ReplyLimits.items else { throw scanner.error(.tooMany) }
            messages.append(try scanner.skipPart())
        }
    }

    private static func names(_ list: String) -> [String] {
        list.isEmpty ? [] : list.split(at: ",", keepsEmpty: true).map(String.init)
    }
}
