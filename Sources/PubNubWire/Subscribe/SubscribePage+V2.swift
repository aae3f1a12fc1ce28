extension SubscribePage {
    /// Reads a v2 body: `{"t":{"t":"…","r":…},"m":[…]}`, in a JSONP wrapper or not.
    ///
    /// The body is scanned once and checked as a whole; payloads stay slices of it. `t.t` is required, `m` is not.
    /// Unknown keys are ignored. An envelope without a channel or payload, of a kind this version does not know, or with
    /// a payload that is nested deeper than values may be, is left out and the rest is kept. The service has been seen
    /// to answer v2 requests with arrays; those are read as v1 bodies, with `subscribed` as there.
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
