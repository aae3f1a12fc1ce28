@testable import PubNubOrigin
import PubNubWire

/// An origin without sockets and threads that reads its input line by line, with the properties that hold after each.
struct OriginBench {
    private var machine: OriginMachine
    private let archive: MemoryArchive
    /// Without files, whose identifiers are random.
    private let files: FileService
    private let limits: OriginLimits
    private var position = LogPosition.start
    private var now = Moment(date: 14_186_550_000_000_000, uptime: .zero)
    private var lastID: UInt64 = 0
    private var waiting: [OriginRequestID: String?] = [:]
    private var transcript: [String] = []

    init(configuration: OriginConfiguration) {
        machine = OriginMachine(state: OriginState(configuration: configuration))
        limits = configuration.limits
        archive = MemoryArchive(limits: configuration.limits)
        files = FileService(configuration, storage: nil)
    }

    /// Processes a request, or the passing of time.
    mutating func take(_ line: ArraySlice<UInt8>) throws {
        if line.first == UInt8(ascii: "+") {
            let seconds = UInt32(String(decoding: line.dropFirst(), as: UTF8.self)) ?? 1
            return try pass(seconds: seconds % 4000)
        }
        let head = line.prefix { $0 != UInt8(ascii: "\t") }
        let method = head.prefix { $0 != UInt8(ascii: " ") }
        let request = OriginRequest(
            method: String(decoding: method, as: UTF8.self),
            target: String(decoding: head.dropFirst(method.count + 1), as: UTF8.self),
            body: Array(line.dropFirst(head.count + 1))
        )
        lastID += 1
        let id = OriginRequestID(rawValue: lastID)
        waiting.updateValue(request.call?.callback, forKey: id)
        let latest = machine.state.clock.latest
        try perform(machine.requestArrived(ParsedRequest(request, limits: limits), id: id, at: now))
        try require(machine.state.clock.latest >= latest, "timetokens never go back")
        try require(waiting[id] == nil || machine.local.held[id] != nil, "a request is answered, or waits")
        try checkLimits()
    }

    /// Stops the origin and checks that every request has a response.
    mutating func finish() throws -> [String] {
        try perform(machine.stopping())
        try require(waiting.isEmpty, "every request is answered in the end")
        try require(machine.local.held.count == 0 && machine.local.held.names == 0, "nobody waits in the end")
        return transcript
    }

    private mutating func pass(seconds: UInt32) throws {
        let uptime = now.uptime + .seconds(seconds)
        // Deadline by deadline, as an alarm would; only a few, so that one line is cheap.
        for _ in 0..<8 {
            guard let deadline = machine.nextDeadline, deadline <= uptime else { break }
            advance(to: max(deadline, now.uptime))
            try perform(machine.timePassed(at: now))
            try require(machine.nextDeadline.map { $0 > now.uptime } ?? true, "what was due is done")
        }
        advance(to: uptime)
        try perform(machine.timePassed(at: now))
        try checkLimits()
    }

    private mutating func advance(to uptime: Duration) {
        let units = (uptime - now.uptime).components.seconds * 10_000_000
        now = Moment(date: now.date + UInt64(units), uptime: uptime)
    }

    private mutating func perform(_ actions: [OriginAction]) throws {
        for action in actions {
            switch action {
            case .respond(let id, let response):
                try finish(id, response)
            case .deliver(let page):
                for id in page.ids { try finish(id, page.response) }
            case .propose(let entry, let requester):
                try commit(entry, requester)
            case .read(let query, let id, let callback):
                try finish(id, query.response(from: archive, date: now.date).wrapped(in: callback))
            case .list(let query, let id, let callback):
                try finish(id, query.response.wrapped(in: callback))
            case .files(let call, let id, let isPrivate):
                try finish(id, files.response(to: call, isPrivate: isPrivate, at: now))
            case .catchUp(let search):
                let found = try search.deliveries(from: archive, date: now.date)
                let latest = machine.state.clock.latest
                try perform(machine.searched(search, found: found, latest: latest, at: now))
            }
        }
    }

    /// Applies an entry as it comes back from its stored form.
    private mutating func commit(_ entry: LogEntry, _ requester: Requester?) throws {
        var batch = LogBatch(number: 1, after: machine.local.lastIssued, entries: [entry])
        if entry.isStored { batch = try LogCodec.decode(LogCodec.encode(batch)) }
        position = position.next
        let committed = Committed(position: position, moment: now, batch: batch)
        let result = machine.apply(committed, requesters: [requester])
        for case .message(let stored) in result.changes {
            try require(RawJSON.isValid(stored.message.payload), "what is stored is JSON")
        }
        archive.write(result.changes, at: position, latest: machine.state.clock.latest)
        try perform(result.actions)
    }

    private mutating func finish(_ id: OriginRequestID, _ response: OriginResponse) throws {
        let callback = try require(waiting.removeValue(forKey: id), "a request is answered once")
        try require((200..<600).contains(response.status), "\(response.status) is a status")
        var body = response.body
        if let callback, !RawJSON.isValid(body) {
            let opening = Array((callback + "(").utf8)
            try require(body.starts(with: opening) && body.last == UInt8(ascii: ")"), "the callback is called")
            body = Array(body.dropFirst(opening.count).dropLast())
        }
        try require(RawJSON.isValid(body), "a response is JSON: \(String(decoding: response.body, as: UTF8.self))")
        transcript.append("\(id.rawValue) \(response.status) \(String(decoding: response.body, as: UTF8.self))")
    }

    private func checkLimits() throws {
        let state = machine.state
        try require(machine.local.held.count <= waiting.count, "only who has no response waits")
        try require(machine.local.held.names <= limits.waitingNames, "no more names wait than allowed")
        try require(state.registeredChannels <= limits.registeredChannels, "no more channels are kept than allowed")
        try require(state.access.count <= limits.accessGrants, "no more rights are kept than allowed")
        try require(state.objectStore.count <= limits.objects, "no more objects are kept than allowed")
        try require(state.effects.messages.isEmpty, "every message was handed over")
        try require(machine.pendingEntries == 0, "every entry was applied")
    }
}
