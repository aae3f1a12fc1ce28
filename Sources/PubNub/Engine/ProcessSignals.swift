/// How a process learns that it is to stop or goes on, and how it stops.
package protocol ProcessSignals: Sendable {
    /// Calls `stop` in place of stopping the process, and `continue` when it goes on; until ``unwatch()``.
    func watch(stop: @escaping @Sendable () -> Void, continue: @escaping @Sendable () -> Void)
    func unwatch()
    /// Stops the process, and calls `continued` once it goes on.
    func stopProcess(_ continued: @escaping @Sendable () -> Void)
}
