import NIOCore

/// Sends the responses of one event loop together, after it has read from all connections that were ready.
///
/// A client that shares a processor with the server may run as soon as it gets a response. If each response were sent
/// immediately, it would run after each, read one response at a time, and leave one request at a time for the next turn.
/// A message to many subscribers is sent in parts, so that the first ones read while others wait.
final class TurnFlush {
    /// So many connections wait for each other at most.
    private static let mostWaiting = 64

    private struct Waiting {
        let handler: ConnectionHandler
        let context: ChannelHandlerContext
    }

    private let eventLoop: any EventLoop
    private var waiting: [Waiting] = []
    /// Whether the event loop calls ``flush()`` at the end of its turn.
    private var isScheduled = false

    init(eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// Calls `flushNow` of a handler at the end of the turn. Call it on the event loop.
    func add(_ handler: ConnectionHandler, _ context: ChannelHandlerContext) {
        waiting.append(Waiting(handler: handler, context: context))
        if waiting.count >= Self.mostWaiting { return flush() }
        guard !isScheduled else { return }
        isScheduled = true
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        // An event loop performs tasks after it has handled all sockets that were ready.
        eventLoop.execute {
            bound.value.isScheduled = false
            bound.value.flush()
        }
    }

    private func flush() {
        let ready = waiting
        waiting.removeAll(keepingCapacity: true)
        for entry in ready { entry.handler.flushNow(entry.context) }
    }
}
