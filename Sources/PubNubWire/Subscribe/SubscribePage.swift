/// One response to a subscribe request, in either version of the protocol. It has at most `ReplyLimits.items`
/// envelopes.
package struct SubscribePage: Sendable, Hashable {
    /// Where the next request continues.
    package var cursor: Cursor
    /// What arrived, in order; empty when the poll ended with nothing.
    package var envelopes: [Envelope]

    package init(cursor: Cursor, envelopes: [Envelope]) {
        self.cursor = cursor
        self.envelopes = envelopes
    }

    /// Whether the service may have more than it put into the page.
    package var isFull: Bool { envelopes.count >= ServiceLimits.messageBuffer }
}

extension SubscribePage {
    /// Reads a v2 body: `{"t":{"t":"…","r":…},"m":[…]}`, in a JSONP wrapper or not.
    ///
    /// The body is scanned once and checked as a whole; payloads stay slices of it. `t.t` is required, `m` is not.
    /// Unknown keys are ignored. The decoder drops an envelope without a channel or payload, or of an unknown kind, and
    /// returns the rest. `JSON.nestedTooDeeply` replaces a payload that is nested too deeply, or the values inside an
    /// event that are. The service has been seen to answer v2 requests with arrays; those are read as v1 bodies, with
    /// `subscribed` as there.
    package static func decodeV2(_ bytes: [UInt8], subscribed: String? = nil) throws(WireError) -> SubscribePage {
        let body = JSONP.unwrap(bytes)
        if body.first(where: { $0 > ASCII.space }) == ASCII.openBracket {
            return try decodeV1(body, subscribed: subscribed)
        }
        do {
            let page = try body.withUnsafeBufferPointer { buffer throws(JSONError) in
                var decoder = SubscribeDecoderV2(body, JSONScanner(UnsafeRawBufferPointer(buffer)))
                return try decoder.decode()
            }
            guard let page else { throw WireError.unexpectedShape }
            return page
        } catch let error as JSONError {
            throw .malformed(error)
        } catch {
            throw .unexpectedShape
        }
    }
}

extension SubscribePage {
    /// Reads a v1 body: `[messages, token]`, `[messages, token, channels]` or `[messages, token, matched, channels]`.
    ///
    /// A JSONP wrapper is removed first. The last two elements are lists with commas, parallel to the messages; in the
    /// four-element form `matched` holds the group, wildcard or channel through which each message came.
    ///
    /// `JSON.nestedTooDeeply` replaces a message that is nested too deeply.
    ///
    /// `subscribed` is the one name subscribed to, channel or presence name, for messages that come without one; nil
    /// when there are several, in which case such messages are left out.
    package static func decodeV1(_ bytes: [UInt8], subscribed: String?) throws(WireError) -> SubscribePage {
        let body = JSONP.unwrap(bytes)
        do {
            let parts = try body.withUnsafeBufferPointer { buffer throws(JSONError) in
                try SubscribePartsV1(JSONScanner(UnsafeRawBufferPointer(buffer)))
            }
            guard let timetoken = parts.timetoken else { throw WireError.unexpectedShape }
            return SubscribePage(
                cursor: Cursor(timetoken: timetoken),
                envelopes: parts.envelopes(in: body, subscribed: subscribed)
            )
        } catch let error as JSONError {
            throw .malformed(error)
        } catch {
            throw .unexpectedShape
        }
    }
}

/// The elements of a v1 subscribe body.
struct SubscribePartsV1 {
    private var messages: [JSONPart] = []
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
                try scanner.skipPart()
            }
            index += 1
        }
        try scanner.finish()
        timetoken = isWellShaped ? token : nil
    }

    /// One envelope for each message that has a channel.
    func envelopes(in source: [UInt8], subscribed: String?) -> [Envelope] {
        let matched = lists.count > 1 ? lists[0] : []
        let channels = lists.last ?? []
        return messages.enumerated().compactMap { index, part in
            guard let wireName = index < channels.count ? channels[index] : subscribed, !wireName.isEmpty
            else { return nil }
            let (channel, isPresence) = PresenceName.strip(wireName)
            let subscription = index < matched.count ? PresenceName.strip(matched[index]).name : channel
            return Envelope(
                channel: channel,
                isPresence: isPresence,
                subscription: subscription == channel ? nil : subscription,
                payload: RawJSON(part, of: source, wrappers: isPresence ? Envelope.presenceLevels : 0)
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
