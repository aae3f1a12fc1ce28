extension SubscribePage {
    /// Reads a v2 body: `{"t":{"t":"…","r":…},"m":[…]}`.
    ///
    /// The body is scanned once and checked as a whole; payloads stay slices of `bytes`. `t.t` is required, `m` is
    /// not. Unknown keys are ignored. An envelope without a channel or payload, or of a kind this version does not
    /// know, is left out and the rest is kept.
    package static func decodeV2(_ bytes: [UInt8]) throws(WireError) -> SubscribePage {
        do {
            let page = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
                var decoder = SubscribeDecoderV2(bytes, JSONScanner(UnsafeRawBufferPointer(buffer)))
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
