@testable import PubNubOrigin
@testable import PubNubWire

/// Three servers on one log, with a random schedule of requests, delays, failures, restarts and clocks.
struct ClusterSimulation {
    /// A message that a client published.
    private struct Publication {
        let channel: String
        let request: OriginRequestID
        /// The timetoken of the response; nil without one that says that the message is stored.
        var timetoken: UInt64?
    }

    static let steps = 90

    private var random: SimulatedRandom
    private var nodes: [SimulatedNode] = []
    private var log: [SimulatedRecord] = []
    /// How many of its first records were removed.
    private var removed = 0
    /// Identifiers of records that the log has: it stores each once.
    private var known: Set<String> = []
    /// Records of batches that their servers no longer wait for, and that arrive nevertheless.
    private var delayed: [SimulatedRecord] = []
    /// The effect of each record on the first server that applied it.
    private var applied: [SimulatedNode.Applied] = []
    private var publications: [Publication] = []
    private var subscribers: [SimulatedSubscriber] = []
    private var lastID: UInt64 = 0
    /// The true time, in units of 100 ns.
    private var time: UInt64 = 17_000_000_000_000_000
    /// By how much the clock of the server that writes the log differs.
    private var step: Int64 = 0
    private let announcesAll: Bool
    private var violation: ClusterViolation?

    private init(seed: UInt64, _ mistake: ClusterMistake?) {
        random = SimulatedRandom(seed: seed)
        let configuration = ClusterLoad.configuration(&random)
        announcesAll = configuration.limits.announceMaximum == nil
        nodes = (0..<3).map { SimulatedNode($0, configuration, mistake, seed: seed, time: time) }
        subscribers = (0..<3).map { _ in SimulatedSubscriber(channels: random.some(of: ClusterLoad.lasting)) }
    }

    /// Runs the schedule of a seed.
    ///
    /// - Parameters:
    ///   - seed: The seed.
    ///   - mistake: A mistake of the third server; `nil` for none.
    /// - Returns: What did not hold; `nil` if everything did.
    static func run(seed: UInt64, mistake: ClusterMistake? = nil) -> ClusterViolation? {
        var simulation = ClusterSimulation(seed: seed, mistake)
        for _ in 0..<steps where simulation.violation == nil { simulation.takeStep() }
        if simulation.violation == nil { simulation.finish() }
        return simulation.violation
    }

    private mutating func takeStep() {
        time += UInt64(random.below(3_000_000))
        let node = random.below(nodes.count)
        switch random.below(105) {
        case 0..<14: publish(at: node)
        case 14..<34: request(at: node)
        case 34..<50: send(from: node)
        case 50..<72: apply(upTo: 1 + random.below(4), at: node)
        case 72..<82: poll(random.below(subscribers.count), at: node)
        case 82..<86: abandon(random.below(subscribers.count))
        case 86..<92: letTimePass(at: node)
        case 92..<94: step = Int64(random.below(100_000_000)) - 50_000_000
        case 94..<97: nodes[node].write()
        case 97..<100: restart(node)
        case 100..<103: join(node)
        default: removed = max(removed, nodes[node].removable)
        }
        collect()
    }

    private mutating func nextID() -> OriginRequestID {
        lastID += 1
        return OriginRequestID(rawValue: lastID)
    }

    private mutating func publish(at node: Int) {
        let id = nextID()
        let channel = random.one(of: ClusterLoad.lasting)
        publications.append(Publication(channel: channel, request: id))
        let target =
            "/publish/demo/demo/0/\(channel)/0/\(publications.count)?uuid=\(random.one(of: ClusterLoad.clients))"
        nodes[node].submit(OriginRequest(target: target), id: id, at: time)
    }

    private mutating func request(at node: Int) {
        let request = ClusterLoad.request(&random)
        // Rights are checked on arrival; this is about what comes after.
        if random.oneIn(2) {
            nodes[node].propose(request, at: time)
        } else {
            nodes[node].submit(request, id: nextID(), at: time)
        }
    }

    private mutating func send(from node: Int) {
        if !delayed.isEmpty, random.oneIn(2) { store(delayed.removeFirst()) }
        guard let record = nodes[node].send() else { return }
        switch random.below(12) {
        case 0:
            nodes[node].sendingFailed(at: time)
        case 1:
            nodes[node].sendingFailed(at: time)
            delayed.append(record)
        case 2:
            // It is sent again, as its acknowledgement was lost.
            store(record)
            store(record)
        default:
            store(record)
        }
    }

    private mutating func store(_ record: SimulatedRecord) {
        guard known.insert(record.id).inserted else { return }
        log.append(SimulatedRecord(date: UInt64(Int64(time) + step), bytes: record.bytes, id: record.id))
    }

    private mutating func apply(upTo count: Int, at node: Int) {
        for _ in 0..<count where nodes[node].applied < log.count && violation == nil {
            // A server that misses records does nothing more until it is restarted.
            if nodes[node].applied < removed { restart(node) }
            // The snapshot that it may have got can have everything.
            guard violation == nil, nodes[node].applied < log.count else { return }
            let place = nodes[node].applied
            do {
                let result = try nodes[node].apply(log[place], at: time)
                compare(result, at: place, node)
            } catch {
                violation = ClusterViolation(invariant: .equalStates, text: "record \(place + 1): \(error)")
            }
        }
    }

    private mutating func compare(_ result: SimulatedNode.Applied, at place: Int, _ node: Int) {
        guard place < applied.count else {
            if place == applied.count { applied.append(result) }
            return
        }
        let isEqual = applied[place].digest == result.digest && applied[place].changes == result.changes
        guard !isEqual else { return }
        violation = ClusterViolation(
            invariant: .equalStates,
            text: "server \(node) at record \(place + 1): \(Self.difference(result.changes, applied[place].changes))"
        )
    }

    /// The first change that differs, in words.
    private static func difference(_ own: [ArchiveChange], _ others: [ArchiveChange]) -> String {
        guard own != others else { return "the same changes lead to another state" }
        guard let (own, others) = zip(own, others).first(where: { $0 != $1 }) else {
            return "\(own.count) changes where others have \(others.count)"
        }
        return "\(own) where others have \(others)"
    }

    private mutating func letTimePass(at node: Int) {
        time += UInt64(random.below(80_000_000))
        nodes[node].timePassed(at: time)
    }

    private mutating func restart(_ node: Int) {
        nodes[node].restart(at: time)
        if nodes[node].applied < removed { join(node) }
        endPolls(of: node)
    }

    /// Starts a server with a snapshot of another one.
    private mutating func join(_ node: Int) {
        let others = nodes.indices.filter { $0 != node && nodes[$0].written.map { $0 >= removed } ?? false }
        guard !others.isEmpty else {
            guard nodes[node].applied < removed else { return }
            violation = ClusterViolation(
                invariant: .complete,
                text: "no server has the changes of the \(removed) records that were removed"
            )
            return
        }
        nodes[node].join(nodes[random.one(of: others)], at: time)
        endPolls(of: node)
    }

    private mutating func endPolls(of node: Int) {
        for index in subscribers.indices where subscribers[index].poll?.node == node { subscribers[index].poll = nil }
    }

    private mutating func poll(_ index: Int, at node: Int) {
        guard subscribers[index].poll == nil else { return }
        let id = nextID()
        subscribers[index].poll = (id, node)
        nodes[node].submit(subscribers[index].request, id: id, at: time)
    }

    /// A client ends its poll, to try another server.
    private mutating func abandon(_ index: Int) {
        guard let poll = subscribers[index].poll else { return }
        nodes[poll.node].clientLeft(poll.id)
        subscribers[index].poll = nil
    }

    /// Hands the responses of the servers to the clients.
    private mutating func collect() {
        for node in nodes.indices {
            for (id, page) in nodes[node].takePages() {
                guard let index = subscribers.firstIndex(where: { $0.poll?.id == id }) else { continue }
                subscribers[index].take(page, published: publications.count)
            }
            for (id, response) in nodes[node].takeResponses() {
                if let index = subscribers.firstIndex(where: { $0.poll?.id == id }) { subscribers[index].poll = nil }
                guard response.status == 200,
                    let index = publications.firstIndex(where: { $0.request == id }),
                    publications[index].timetoken == nil,
                    let text = (try? JSON(parsing: response.body))?[2]?.string
                else { continue }
                publications[index].timetoken = UInt64(text)
            }
        }
    }

    /// Lets everything arrive, and compares what clients have with what the log has.
    private mutating func finish() {
        for _ in 0..<3 {
            for record in delayed { store(record) }
            delayed = []
            for node in nodes.indices {
                if let record = nodes[node].send() { store(record) }
            }
            for node in nodes.indices { apply(upTo: log.count, at: node) }
            collect()
        }
        guard violation == nil else { return }
        for index in subscribers.indices { finish(index) }
        let messages = stored()
        checkPublications(messages)
        for index in subscribers.indices where violation == nil { check(subscribers[index], messages) }
        if violation == nil, announcesAll { checkPresence() }
    }

    /// Polls until a poll waits.
    private mutating func finish(_ index: Int) {
        abandon(index)
        guard subscribers[index].timetoken > 0 else { return }
        for _ in 0...log.count + 2 where subscribers[index].poll == nil {
            poll(index, at: random.below(nodes.count))
            collect()
        }
    }

    /// The messages of clients in the order of the log.
    private func stored() -> [TopicMessage] {
        applied.flatMap(\.changes).compactMap { change in
            guard case .message(let stored) = change, !stored.message.isTransient else { return nil }
            return stored
        }
    }

    private mutating func checkPublications(_ messages: [TopicMessage]) {
        var timetokens: [Int: UInt64] = [:]
        for stored in messages {
            guard let number = Int(String(decoding: stored.message.payload, as: UTF8.self)) else { continue }
            if timetokens.updateValue(stored.message.timetoken, forKey: number) != nil {
                violation = ClusterViolation(invariant: .acknowledged, text: "message \(number) is stored twice")
            }
        }
        for (index, publication) in publications.enumerated() {
            guard let timetoken = publication.timetoken, timetokens[index + 1] != timetoken else { continue }
            let found = timetokens[index + 1].map { "has \($0)" } ?? "is not stored"
            violation = ClusterViolation(
                invariant: .acknowledged,
                text: "message \(index + 1) was acknowledged with \(timetoken) and \(found)"
            )
        }
    }

    private mutating func check(_ subscriber: SimulatedSubscriber, _ messages: [TopicMessage]) {
        guard subscriber.timetoken > 0 else { return }
        var expected: [SimulatedSubscriber.Message] = []
        for stored in messages where subscriber.channels.contains(stored.topic.name) {
            let payload = String(decoding: stored.message.payload, as: UTF8.self)
            if stored.message.timetoken > subscriber.start {
                expected.append(SimulatedSubscriber.Message(channel: stored.topic.name, payload: payload))
            } else if Int(payload).map({ $0 > subscriber.publishedBefore }) ?? false {
                violation = ClusterViolation(
                    invariant: .begun,
                    text: "message \(payload) has \(stored.message.timetoken), not above \(subscriber.start)"
                )
                return
            }
        }
        guard expected != subscriber.received else { return }
        violation = ClusterViolation(
            invariant: .delivered,
            text: "\(subscriber.received.map(\.payload)) instead of \(expected.map(\.payload))"
        )
    }

    private mutating func checkPresence() {
        var present: Set<PresentClient> = []
        for change in applied.flatMap(\.changes) {
            guard case .message(let stored) = change, ChannelName.isPresence(stored.topic.name),
                let event = try? JSON(parsing: stored.message.payload),
                let action = event["action"]?.string, let client = event["uuid"]?.string,
                action != "state-change"
            else { continue }
            let occupant = PresentClient(topic: stored.topic, client: client)
            let isExpected =
                action == "join" ? present.insert(occupant).inserted : present.remove(occupant) != nil
            guard !isExpected else { continue }
            violation = ClusterViolation(
                invariant: .presence,
                text: "\(action) of \(client) in \(stored.topic.name) at \(stored.message.timetoken)"
            )
            return
        }
    }
}
