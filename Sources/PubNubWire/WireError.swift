/// Why a body could not be read.
package enum WireError: Error, Hashable, Sendable {
    /// The body is not JSON.
    case malformed(JSONError)
    /// The body is JSON, but not in the shape of this answer; error envelopes of the service are among these.
    case unexpectedShape
}
