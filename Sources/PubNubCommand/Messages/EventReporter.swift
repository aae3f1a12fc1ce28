import Foundation
import PubNub
import PubNubSupport
import PubNubWire

/// Subscribes after the client has connected, and prints the events that the client reports to its delegate.
final class EventReporter: PNDelegate, Sendable {
    private struct Progress {
        /// The number of events left to print; `nil` for no limit.
        var missing: Int?
        var isSubscribed = false
        var hasEnded = false
        var lastError: PNError?
    }

    private let output: Output
    private let format: EventFormat
    private let objects: [any PNChannelProtocol]
    private let state: [String: JSON]?
    private let ending: AsyncStream<SubscriptionEnd>.Continuation
    private let progress: Locked<Progress>

    /// Creates a reporter that ends after `limit` events other than status; `nil` for no limit.
    init(
        output: Output,
        format: EventFormat,
        objects: [any PNChannelProtocol],
        state: [String: JSON]?,
        limit: Int?,
        ending: AsyncStream<SubscriptionEnd>.Continuation
    ) {
        self.output = output
        self.format = format
        self.objects = objects
        self.state = state
        self.ending = ending
        progress = Locked(Progress(missing: limit))
    }

    /// Ends the subscription at the time limit: with an error if it is not subscribed, or if events of `--count` are missing.
    func timeIsUp() {
        let progress = progress.withLock(\.self)
        guard progress.missing != nil || !progress.isSubscribed else { return end(.asked) }
        end(.failed(progress.lastError ?? PNError(code: kPNRequestExecutionFailedByTimeoutError)))
    }

    // MARK: Connection

    func pubnubClient(_ client: PubNub, didConnectToOrigin origin: String) {
        status("connected", [])
        subscribe(client)
    }

    /// Subscribes after the first connection. The client restores the subscription after later ones.
    private func subscribe(_ client: PubNub) {
        guard !progress.withLock({ $0.isSubscribed || $0.hasEnded }) else { return }
        client.subscribe(on: objects, withClientState: state?.mapValues(\.native))
    }

    func pubnubClient(_ client: PubNub, error: PNError) {
        // The client does not connect with an invalid configuration. Other errors have events of their own.
        if error.code == kPNClientConfigurationError { end(.failed(error)) }
    }

    func pubnubClient(_ client: PubNub, connectionDidFailWithError error: PNError) { disconnected(error) }

    func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String, withError error: PNError) {
        disconnected(error)
    }

    private func disconnected(_ error: PNError) {
        // The command reports names, and the object of the error is the origin.
        status("disconnected", objects, error.associated(with: nil))
    }

    // MARK: Subscription

    func pubnubClient(_ client: PubNub, didSubscribeOn channelObjects: [any PNChannelProtocol]) {
        progress.withLock { progress in
            progress.isSubscribed = true
            progress.lastError = nil
        }
        status("subscribed", channelObjects)
    }

    func pubnubClient(_ client: PubNub, willRestoreSubscriptionOn channelObjects: [any PNChannelProtocol]) {
        status("will-restore", channelObjects)
    }

    func pubnubClient(_ client: PubNub, didRestoreSubscriptionOn channelObjects: [any PNChannelProtocol]) {
        status("restored", channelObjects)
    }

    func pubnubClient(_ client: PubNub, subscriptionDidFailWithError error: PNError) {
        guard error.isTemporary else { return end(.failed(error)) }
        progress.withLock { $0.isSubscribed = false }
        status("not-subscribed", objects, error)
        // Without a connection, the next connection subscribes.
        guard client.isConnected() else { return }
        client.configuration().callbackQueue.asyncAfter(deadline: .now() + 1) { self.subscribe(client) }
    }

    // MARK: Events

    func pubnubClient(_ client: PubNub, didReceive message: PNMessage) {
        let content = message.payload.value()
        event(
            message.kind.word,
            on: message.channel,
            through: message.subscription,
            [message.kind.contentKey: content, "timetoken": .timetoken(message.date ?? message.receiveDate)],
            content: content.forPeople,
            publisher: message.publisher
        )
    }

    func pubnubClient(_ client: PubNub, didReceiveSignal signal: PNSignalResult) {
        let data = signal.data
        let content = signal.data.payload.value()
        event(
            EnvelopeKind.signal.word,
            on: PNChannel.exactly(named: data.channel),
            through: group(data.subscription, of: data.channel),
            [EnvelopeKind.signal.contentKey: content, "timetoken": .string("\(data.timetoken)")],
            content: content.forPeople
        )
    }

    func pubnubClient(_ client: PubNub, didReceiveObjectEvent event: PNObjectEventResult) {
        let data = event.data
        let content = event.data.content
        self.event(
            EnvelopeKind.object.word,
            on: PNChannel.exactly(named: data.channel),
            through: group(data.subscription, of: data.channel),
            [EnvelopeKind.object.contentKey: content, "timetoken": .string("\(data.timestamp)")],
            content: "\(data.event) \(data.type) \((content["data"] ?? .null).text)"
        )
    }

    func pubnubClient(_ client: PubNub, didReceiveMessageAction event: PNMessageActionResult) {
        let data = event.data
        self.event(
            EnvelopeKind.action.word,
            on: PNChannel.exactly(named: data.channel),
            through: group(data.subscription, of: data.channel),
            [EnvelopeKind.action.contentKey: data.content, "timetoken": .string("\(data.timetoken)")],
            content: "\(data.event) \(data.action.type) \(data.action.value) \(data.action.messageTimetoken)"
        )
    }

    func pubnubClient(_ client: PubNub, didReceive event: PNPresenceEvent) {
        self.event(
            "presence",
            on: event.channel,
            through: event.subscription,
            event.report,
            content: event.forPeople
        )
    }

    func pubnubClient(_ client: PubNub, didLoseMessagesBetween startDate: PNDate, and endDate: PNDate) {
        let gap: JSON = .object([
            "event": "gap", "from": .string(startDate.text), "to": .string(endDate.text),
        ])
        let text = "messages may be missing between \(startDate.text) and \(endDate.text)"
        report {
            output.status(gap, forPeople: "\(Self.now) \(output.errorTerminal.paint(text, .red))")
        }
    }

    /// The group or wildcard that a subscription of an event means; `nil` for the channel itself. The service gives a channel and
    /// a group of the same name in the same form.
    private func group(_ subscription: String, of channel: String) -> String? {
        guard subscription == channel else { return subscription }
        let named = objects.filter { $0.name == channel }
        return !named.isEmpty && named.allSatisfy(\.isChannelGroup) ? channel : nil
    }

    private func event(
        _ kind: String,
        on channel: PNChannel,
        through group: String?,
        _ members: [String: JSON],
        content: String,
        publisher: String? = nil
    ) {
        let common: [String: JSON] = [
            "event": .string(kind), "channel": .string(channel.name), "group": .text(group),
        ]
        let event = EventFormat.Event(
            kind: kind,
            channel: channel.name,
            group: group,
            content: content,
            timetoken: members["timetoken"]?.string,
            publisher: publisher,
            time: Self.now
        )
        report {
            output.event(.object(common.merging(members) { $1 }), forPeople: line(for: event))
        }
    }

    /// The line for an event without `--json`. A terminal never receives control characters of a message.
    private func line(for event: EventFormat.Event) -> String {
        switch format {
        case .words:
            "\(event.time) \(output.terminal.paint(event.kind, .blue)) \(event.channel.printable): "
                + event.content.printable
        case .raw: output.terminal.isTerminal ? event.content.printable : event.content
        case .template(let template): EventFormat.line(template, event)
        }
    }

    /// Prints an event other than status, and ends after the last one of `--count`.
    private func report(_ print: () -> Void) {
        guard !progress.withLock(\.hasEnded) else { return }
        print()
        let isLast = progress.withLock { progress in
            progress.missing = progress.missing.map { $0 - 1 }
            return progress.missing == 0
        }
        if isLast { end(.asked) }
    }

    private func status(_ state: String, _ objects: [any PNChannelProtocol], _ error: PNError? = nil) {
        guard !progress.withLock(\.hasEnded) else { return }
        if let error { progress.withLock { $0.lastError = error } }
        let names = objects.map(\.name)
        output.status(
            .object([
                "event": "status", "state": .string(state), "channels": .array(names.map(JSON.string)),
                "error": error?.report ?? .null,
            ]),
            forPeople: [
                Self.now, output.errorTerminal.paint(state, error == nil ? .green : .yellow),
                names.joined(separator: ", ").printable,
            ]
            .filter { !$0.isEmpty }
            .joined(separator: " ") + (error.map { ": \($0.localizedDescription.printable)" } ?? "")
        )
    }

    private func end(_ end: SubscriptionEnd) {
        progress.withLock { $0.hasEnded = true }
        ending.yield(end)
    }

    private static var now: String {
        Date.now.formatted(Date.ISO8601FormatStyle(timeZone: .current).time(includingFractionalSeconds: false))
    }
}

extension PNPresenceEvent {
    /// The members of the JSON object of a presence event.
    var report: [String: JSON] {
        let state = client.state(for: channel)
        var members: [String: JSON] = [
            "type": .string(type.word),
            "identifier": .text(name),
            "occupancy": .integer(Int64(occupancy)),
            "state": state.isEmpty ? .null : JSON(any: state),
            "timetoken": timetoken.map { .string($0.description) } ?? .timetoken(date),
        ]
        let changes = [("joined", joined), ("left", left), ("timedOut", timedOut)]
        guard changes.contains(where: { !$0.1.isEmpty }) else { return members }
        for (key, names) in changes { members[key] = .array(names.map(JSON.string)) }
        return members
    }

    /// The event in words.
    var forPeople: String {
        "\(type.word) \(name ?? joined.joined(separator: ", ")) (\(occupancy) here)"
    }

    private var name: String? { client.isAnonymous() ? nil : client.identifier }
}

extension PNPresenceEventType {
    /// The type in the words of the service.
    var word: String {
        switch self {
        case .join: "join"
        case .leave: "leave"
        case .timeout: "timeout"
        case .stateChanged: "state-change"
        default: "changed"
        }
    }
}

extension EnvelopeKind {
    /// The kind of event in JSON; a file is a message.
    var word: String {
        switch self {
        case .message, .file: "message"
        case .signal: "signal"
        case .object: "object"
        case .action: "action"
        }
    }

    /// The name of the member with the content.
    var contentKey: String {
        switch self {
        case .message, .signal, .file: "message"
        case .object, .action: "data"
        }
    }
}
