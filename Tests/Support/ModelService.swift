package import PubNub
import PubNubCore
import PubNubSupport
import PubNubWire

/// A small model of the service: messages in order, a long poll that waits for them, and connections that drop.
///
/// It plugs into a ``ScriptedTransport``; the test decides which messages are sent and when a fault happens.
package final class ModelService: Sendable {
    private struct Message {
        var channel: String
        var timetoken: UInt64
        var text: String
    }

    private struct State {
        var messages: [Message] = []
        var now: UInt64 = 16_000_000_000_000_000
        var refuses = false
        var published: [(channel: String, text: String)] = []
    }

    package let transport = ScriptedTransport()
    private let state = Locked(State())
    private let pageSize: Int

    /// - Parameter pageSize: The maximum number of messages in a page.
    package init(pageSize: Int = 100) {
        self.pageSize = pageSize
        transport.respond { [unowned self] request in answer(request) }
    }

    /// Publishes a message as another client, and responds to the waiting poll.
    package func send(_ text: String, to channel: String) {
        state.withLock { state in
            state.now += 1
            state.messages.append(Message(channel: channel, timetoken: state.now, text: text))
        }
        wakePolls()
    }

    /// From now on all connections are refused, or accepted again.
    package func refuseConnections(_ refuses: Bool) {
        state.withLock { $0.refuses = refuses }
    }

    /// Breaks the connections of all waiting requests.
    package func dropConnections(_ failure: TransportFailure = .reset) {
        for request in transport.waiting { transport.fail(request.path, failure) }
    }

    /// Responds to every waiting poll that has messages.
    package func wakePolls() {
        for request in transport.waiting {
            guard case .success(let response)? = answer(request) else { continue }
            transport.reply(request.path, status: response.status, String(decoding: response.body, as: UTF8.self))
        }
    }

    /// The messages that the client published, in order.
    package var published: [(channel: String, text: String)] { state.withLock { $0.published } }

    private func answer(_ request: TransportRequest) -> Result<TransportResponse, TransportFailure>? {
        if state.withLock({ $0.refuses }) { return .failure(.unreachable) }
        let parts = request.path.split(separator: "?", maxSplits: 1)
        guard let match = Route.match(verb: request.verb, path: parts[0]) else { return reply(404, "{}") }
        switch match.route {
        case .time: return reply(200, "[\(state.withLock { $0.now })]")
        case .leave: return reply(200, #"{"status":200,"action":"leave","message":"OK","service":"Presence"}"#)
        case .heartbeat: return reply(200, #"{"status":200,"message":"OK","service":"Presence"}"#)
        case .subscribeV2: return page(match.arguments[.channels] ?? "", query: parts.count > 1 ? parts[1] : "")
        case .publish: return publish(match.arguments)
        default: return reply(404, "{}")
        }
    }

    private func publish(_ arguments: RouteArguments) -> Result<TransportResponse, TransportFailure>? {
        let channel = PercentEncoding.unescape(arguments[.channel] ?? "") ?? ""
        let text = PercentEncoding.unescape(arguments[.message] ?? "") ?? ""
        let timetoken = state.withLock { state in
            state.now += 1
            state.published.append((channel, text))
            return state.now
        }
        return reply(200, #"[1,"Sent","\#(timetoken)"]"#)
    }

    /// The page after the timetoken of the query; nil if it is empty.
    private func page(_ channels: Substring, query: Substring) -> Result<TransportResponse, TransportFailure>? {
        let since = query.split(separator: "&").first { $0.hasPrefix("tt=") }.flatMap { UInt64($0.dropFirst(3)) } ?? 0
        let names = Set(channels.split(separator: ",").compactMap { PercentEncoding.unescape($0) })
        return state.withLock { state in
            guard since != 0 else { return reply(200, #"{"t":{"t":"\#(state.now)","r":1},"m":[]}"#) }
            // The newest messages come last, so only the end of the list has to be searched.
            let first = state.messages.partitioningIndex { $0.timetoken > since }
            let found = state.messages[first...].lazy.filter { names.contains($0.channel) }.prefix(pageSize)
            guard let last = found.last else { return nil }
            let items = found.map { message in
                #"{"a":"1","f":0,"p":{"t":"\#(message.timetoken)","r":1},"c":"\#(message.channel)","d":"\#(message.text)"}"#
            }
            return reply(200, #"{"t":{"t":"\#(last.timetoken)","r":1},"m":[\#(items.joined(separator: ","))]}"#)
        }
    }

    private func reply(_ status: Int, _ body: String) -> Result<TransportResponse, TransportFailure> {
        .success(TransportResponse(status: status, contentType: "text/javascript", body: Array(body.utf8)))
    }
}

extension RandomAccessCollection {
    /// The first index that meets the condition, in a collection in which all later elements meet it as well.
    func partitioningIndex(where meets: (Element) -> Bool) -> Index {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
            if meets(self[middle]) { high = middle } else { low = index(after: middle) }
        }
        return low
    }
}
