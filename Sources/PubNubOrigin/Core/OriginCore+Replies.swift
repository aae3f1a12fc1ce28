import PubNubWire

extension OriginCore {
    /// The response to one request.
    struct Response {
        let id: OriginRequestID
        let pending: Pending
        let response: OriginResponse
    }

    /// The responses of an input. Most inputs have one, for which no array is made.
    struct Responses {
        private var first: Response?
        private var others: [Response] = []

        mutating func append(_ response: Response) {
            if first == nil { first = response } else { others.append(response) }
        }

        mutating func reserveCapacity(_ count: Int) {
            if count > 1 { others.reserveCapacity(count - 1) }
        }

        func forEach(where isWanted: (Pending) -> Bool, _ body: (Response) -> Void) {
            if let first, isWanted(first.pending) { body(first) }
            for other in others where isWanted(other.pending) { body(other) }
        }
    }

    /// The same response for some subscribers.
    struct Page {
        /// The subscribers of one event loop, or those without an event loop, except those with a fault.
        struct Recipients {
            let tick: Int?
            var receivers: [any ReplyReceiver]
        }

        let page: PageForPolls
        private(set) var recipients: [Recipients] = []
        /// Those with a fault.
        private(set) var faulty: [Arriving] = []
        private(set) var count = 0

        init(_ page: PageForPolls) {
            self.page = page
        }

        mutating func add(_ pending: consuming Pending, _ id: OriginRequestID) {
            count += 1
            guard pending.fault == nil else { return faulty.append(Arriving(id: id, pending: pending)) }
            // There are not many event loops.
            if let index = recipients.firstIndex(where: { $0.tick == pending.tick }) {
                recipients[index].receivers.append(pending.receiver)
            } else {
                recipients.append(Recipients(tick: pending.tick, receivers: [pending.receiver]))
            }
        }

        /// The response, written once for all of them.
        var response: OriginResponse { count > 1 ? page.response.sharingBody() : page.response }
    }

    /// Replies for the requests of one event loop, or for those without an event loop.
    struct Replies {
        /// A reply that several requests get.
        private struct Group {
            let receivers: [any ReplyReceiver]
            let reply: OriginReply
        }

        private struct Single {
            let receiver: any ReplyReceiver
            let reply: OriginReply
        }

        private var groups: [Group] = []
        private var singles: [Single] = []

        var isEmpty: Bool { groups.isEmpty && singles.isEmpty }

        mutating func add(_ reply: OriginReply, for receivers: [any ReplyReceiver]) {
            groups.append(Group(receivers: receivers, reply: reply))
        }

        mutating func add(_ reply: OriginReply, for receiver: any ReplyReceiver) {
            singles.append(Single(receiver: receiver, reply: reply))
        }

        /// Passes the replies to their requests.
        func pass() {
            for group in groups {
                for receiver in group.receivers { receiver.take(group.reply) }
            }
            for single in singles { single.receiver.take(single.reply) }
        }
    }

    /// The replies of an input, by the event loops of their requests.
    struct GroupedReplies {
        /// The ticks of the event loop whose thread this is; nil on any other thread.
        let tick: Int?
        /// The shared replies for requests of this event loop, and for requests without an event loop.
        private(set) var own = Replies()
        /// The replies for other event loops, by the numbers of their ticks.
        private(set) var others: [Replies] = []

        init(tick: Int?) {
            self.tick = tick
        }

        /// Whether a request came from another event loop than this one.
        func isForOther(_ pending: Pending) -> Bool { pending.tick.map { $0 != tick } ?? false }

        /// Passes a reply to its request here, or keeps it for the event loop of the request.
        mutating func finish(_ pending: Pending, _ reply: OriginReply) {
            guard let other = pending.tick, other != tick else { return pending.receiver.take(reply) }
            change(other) { $0.add(reply, for: pending.receiver) }
        }

        /// Keeps a reply for several requests of one event loop, or for several without an event loop.
        mutating func add(_ reply: OriginReply, for receivers: [any ReplyReceiver], of other: Int?) {
            if let other, other != tick {
                change(other) { $0.add(reply, for: receivers) }
            } else {
                own.add(reply, for: receivers)
            }
        }

        private mutating func change(_ other: Int, _ body: (inout Replies) -> Void) {
            while others.count <= other { others.append(Replies()) }
            body(&others[other])
        }
    }
}
