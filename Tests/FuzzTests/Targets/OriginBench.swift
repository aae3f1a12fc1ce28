@testable import PubNubOrigin
import PubNubWire

/// An origin without sockets and threads, fed line by line, and the properties that hold after each.
struct OriginBench {
    private var state: OriginState
    private let archive: MemoryArchive
    private var now = Moment(date: 14_186_550_000_000_000, uptime: .zero)
    private var lastID: UInt64 = 0
    private var waiting: [RequestID: String?] = [:]
    private var transcript: [String] = []

    init(configuration: OriginConfiguration) {
        state = OriginState(configuration: configuration)
        archive = MemoryArchive(limits: configuration.limits)
    }

    /// A request, or the passing of time.
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
        let id = RequestID(rawValue: lastID)
        waiting.updateValue(OriginRouter.call(for: request, id: id)?.callback, forKey: id)
        let latest = state.clock.latest
        try perform(state.requestArrived(request, id: id, at: now))
        try require(state.clock.latest >= latest, "timetokens never go back")
        try require(waiting[id] == nil || state.held[id] != nil, "a request is answered, or waits")
        try checkLimits()
    }

    /// Stops the origin; every request has then had its response.
    mutating func finish() throws -> [String] {
        try perform(state.stopping())
        try require(waiting.isEmpty, "every request is answered in the end")
        try require(state.held.count == 0 && state.held.names == 0, "nobody waits in the end")
        return transcript
    }

    private mutating func pass(seconds: UInt32) throws {
        let uptime = now.uptime + .seconds(seconds)
        // Deadline by deadline, as an alarm would have it; a few, so that one line costs little.
        for _ in 0..<8 {
            guard let deadline = state.nextDeadline, deadline <= uptime else { break }
            advance(to: max(deadline, now.uptime))
            try perform(state.timePassed(at: now))
            try require(state.nextDeadline.map { $0 > now.uptime } ?? true, "what was due is done")
        }
        advance(to: uptime)
        try perform(state.timePassed(at: now))
        try checkLimits()
    }

    private mutating func advance(to uptime: Duration) {
        let units = (uptime - now.uptime).components.seconds * 10_000_000
        now = Moment(date: now.date + UInt64(units), uptime: uptime)
    }

    private mutating func perform(_ actions: [OriginAction]) throws {
        for action in actions {
            switch action {
            case .respond(let id, let response), .keep(_, let id, let response, _):
                try finish(id, response)
            case .store(let message, let topic, let id, let response, _):
                try require(RawJSON.isValid(message.payload), "what is stored is JSON")
                archive.store(message, in: topic) { _ in }
                try finish(id, response)
            case .note(let events):
                for event in events {
                    try require(RawJSON.isValid(event.message.payload), "an event is JSON")
                    archive.store(event.message, in: event.topic) { _ in }
                }
            case .read(let query, let id, let callback):
                try finish(id, query.response(from: archive, date: now.date).wrapped(in: callback))
            case .remove(let range, let topic, let id, let response, _):
                archive.remove(range, of: topic) { _ in }
                try finish(id, response)
            }
        }
    }

    private mutating func finish(_ id: RequestID, _ response: OriginResponse) throws {
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
        let limits = state.limits
        try require(state.held.count <= waiting.count, "only who has no response waits")
        try require(state.held.names <= limits.waitingNames, "no more names wait than allowed")
        try require(state.registeredChannels <= limits.registeredChannels, "no more channels are kept than allowed")
        try require(state.access.count <= limits.accessGrants, "no more rights are kept than allowed")
        try require(state.objectStore.count <= limits.objects, "no more objects are kept than allowed")
        try require(state.fresh.isEmpty, "every message was handed over")
    }
}
