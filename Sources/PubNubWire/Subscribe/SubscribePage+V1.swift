extension SubscribePage {
    /// Reads a v1 body: `[messages, token]`, `[messages, token, channels]` or `[messages, token, matched, channels]`.
    ///
    /// A JSONP wrapper is removed first. The last two elements are lists with commas, parallel to the messages; in the
    /// four-element form `matched` holds the group, wildcard or channel through which each message came.
    ///
    /// A message that is nested deeper than values may be is left out and the rest is kept.
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
