/// Where news of the network comes from.
package protocol NetworkSource: Sendable {
    /// Calls `heard` for each burst of changes, on no particular thread, until ``unwatch()``.
    func watch(_ heard: @escaping @Sendable (NetworkNotice) -> Void)
    func unwatch()
}
