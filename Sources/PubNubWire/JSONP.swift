/// The wrapper that 3.x clients ask for: `callback(JSON)`.
package enum JSONP {
    /// The JSON inside a wrapper; a body without one is returned as it is.
    ///
    /// A wrapper is a prefix before the first `(` that is directly followed by `[` or `{`, and a last `)`. A page of
    /// HTML, with which a proxy may respond, is not a wrapper, even if it contains scripts.
    package static func unwrap(_ bytes: [UInt8]) -> [UInt8] {
        guard let first = bytes.first(where: { $0 > ASCII.space }), first != ASCII.openBracket,
            first != ASCII.openBrace, first != ASCII.quote, first != UInt8(ascii: "<"),
            let close = bytes.lastIndex(of: ASCII.closeParenthesis)
        else { return bytes }
        let open = bytes.indices.first { index in
            bytes[index] == ASCII.openParenthesis && index + 1 < close
                && (bytes[index + 1] == ASCII.openBracket || bytes[index + 1] == ASCII.openBrace)
        }
        guard let open else { return bytes }
        return Array(bytes[(open + 1)..<close])
    }

    /// The body as an argument of `callback`.
    package static func wrap(_ body: [UInt8], callback: String) -> [UInt8] {
        var wrapped = Array(callback.utf8)
        wrapped.reserveCapacity(wrapped.count + body.count + 2)
        wrapped.append(ASCII.openParenthesis)
        wrapped.append(contentsOf: body)
        wrapped.append(ASCII.closeParenthesis)
        return wrapped
    }
}

/// Why a body could not be read.
package enum WireError: Error, Hashable, Sendable {
    /// The body is not JSON.
    case malformed(JSONError)
    /// The body is JSON, but not in the shape of this answer; error envelopes of the service are among these.
    case unexpectedShape
}
