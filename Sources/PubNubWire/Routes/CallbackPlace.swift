/// Where a request names the JSONP callback that its answer is to be wrapped in.
///
/// A callback is the prefix, `_` and five characters that identify the request.
package enum CallbackPlace: Sendable, Hashable {
    /// A segment of the path, `0` for a plain answer.
    case path(prefix: String)
    /// The query item `callback`, absent for a plain answer.
    case query(prefix: String)
    /// Nowhere: the answer is always plain.
    case none
}
