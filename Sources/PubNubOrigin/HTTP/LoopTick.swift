import NIOCore

/// Ends the ticks of an event loop: it runs after the event loop has read from all connections that were ready.
///
/// The changes that the requests of a tick ask for are proposed to the log together, so that fewer batches have to be stored.
///
/// The responses of a tick are sent together. A client that shares a processor with the server may run as soon as it gets a
/// response. If each were sent immediately, it would run after each, read one response at a time, and leave one request at
/// a time for the next tick. A message to many subscribers is sent in parts, so that the first ones read while others wait.
final class LoopTick {
    /// So many connections wait for each other at most.
    private static let maxQueued = 64

    private struct Waiting {
        let handler: ConnectionHandler
        let context: ChannelHandlerContext
    }

    private let eventLoop: any EventLoop
    /// nil on a port of another service.
    private let core: OriginCore?
    /// The number of the ticks of this event loop, with which requests are submitted.
    let number: Int
    private var waiting: [Waiting] = []
    /// What several connections are sent in this tick.
    private var sharedBytes = SharedBytes()
    /// Whether requests were served in this tick.
    private var isServing = false
    /// Whether the event loop calls ``ended()``.
    private var isScheduled = false

    init(eventLoop: any EventLoop, core: OriginCore?) {
        self.eventLoop = eventLoop
        self.core = core
        number =
            core?.addTicks {
                eventLoop.execute($0)
            } schedule: { delay, work in
                eventLoop.scheduleTask(in: TimeAmount(delay), work)
            } ?? 0
    }

    /// Notes that a request is served in this tick. Call it on the event loop.
    func serves() {
        guard !isServing else { return }
        isServing = true
        core?.tickBegan()
        schedule()
    }

    /// Calls `flushNow` of a handler at the end of the tick. Call it on the event loop.
    func flush(_ handler: ConnectionHandler, _ context: ChannelHandlerContext) {
        waiting.append(Waiting(handler: handler, context: context))
        if waiting.count >= Self.maxQueued { flushAll() }
        schedule()
    }

    /// A shared response with its whole body, for each of its connections; nil if it finds no room. Call it on the event loop.
    func content(of head: ResponseHead, _ make: () -> SharedBytes.Content?) -> SharedBytes.Content? {
        sharedBytes.content(of: head, make)
    }

    private func schedule() {
        guard !isScheduled else { return }
        isScheduled = true
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        // An event loop performs tasks after it has handled all sockets that were ready.
        eventLoop.execute { bound.value.ended() }
    }

    private func ended() {
        isScheduled = false
        if isServing {
            isServing = false
            core?.tickEnded(number)
        }
        flushAll()
        sharedBytes.clear()
    }

    private func flushAll() {
        let ready = waiting
        waiting.removeAll(keepingCapacity: true)
        for entry in ready { entry.handler.flushNow(entry.context) }
    }
}
