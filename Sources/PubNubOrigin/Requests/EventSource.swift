/// A body that lasts until its client leaves, such as server-sent events. It is released when the client has gone.
package protocol EventSource: AnyObject, Sendable {
    /// The client is there, and is about to be sent ``next()``.
    ///
    /// - Parameter wake: To be called on any thread when there is more to send, once until the next call of ``next()``.
    func start(wake: @escaping @Sendable () -> Void)

    /// The bytes to send next; empty if none wait. Called on the thread of the connection when the client has read what came before.
    func next() -> [UInt8]
}
