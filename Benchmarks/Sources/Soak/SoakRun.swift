import BenchMeasure
import Foundation
import OriginProcess
import PubNub
import PubNubAsync
import SoakCheck

/// The run: one client publishes, another receives, the server breaks connections. Everything runs on the main queue.
@MainActor
final class SoakRun {
    /// The maximum number of messages in transit per channel. The server stores 100, so none is lost outside this window.
    private static let window = 64
    /// The same maximum during a fault that causes lost messages.
    private static let overrunWindow = 160
    /// The number of messages that are passed to the client before a response arrives. Tasks of the async interface have no
    /// order, so that one publishes a message after the other.
    private var ahead: Int { options.face == .async ? 1 : 4 }
    /// The time without a message, in seconds, after which the run ends.
    private static let patience = 30.0

    let options: SoakOptions
    private(set) var ledger: DeliveryLedger
    private(set) var sampler: Sampler
    private(set) var drops = 0
    private(set) var reconnections = 0
    /// The async client that publishes; nil until the other one has subscribed.
    private var sender: PubNubClient?
    private(set) var firstFailure: String?
    let start = now_seconds()

    private let origin: OriginProcess
    private let channels: [PNChannel]
    private let indices: [String: Int]
    private let padding = String(repeating: "x", count: 92)
    /// Checks the other subscriptions of the async interface.
    let overlap: OverlapCheck
    private var clients: [PubNub] = []
    private var inFlight: [Int]
    private var isOverrunning = false
    private var lastArrival = now_seconds()
    private var lastDrop = now_seconds()
    private var lastDropCount = 0

    init(options: SoakOptions, origin: OriginProcess) {
        self.options = options
        self.origin = origin
        ledger = DeliveryLedger(channels: options.channels)
        sampler = Sampler(count: options.count)
        inFlight = Array(repeating: 0, count: options.channels)
        overlap = OverlapCheck(channels: options.channels)
        channels = (0..<options.channels).map { PNChannel.channel(withName: "soak\($0)") }
        indices = Dictionary(channels.enumerated().map { ($1.name, $0) }) { $1 }
    }

    /// The reason why the run ended; nil while it continues.
    var end: String? {
        if ledger.tally.sent >= options.count, ledger.isSettled { return "everything arrived or is accounted for" }
        if now_seconds() - lastArrival > Self.patience { return "nothing arrived for \(Int(Self.patience)) seconds" }
        if !origin.isRunning { return "the server ended" }
        return nil
    }

    func begin() {
        if options.face == .async { return beginAsync() }
        connect { receiver in
            receiver.observationCenter.addMessageReceiveObserver(self) { self.receive($0) }
            receiver.observationCenter.addMessagesGapObserver(self) { self.gap($0, $1) }
            receiver.observationCenter.addClientConnectionStateObserver(self) { _, isConnected, _ in
                self.reconnections += isConnected ? 1 : 0
            }
            receiver.subscribe(on: self.channels) { _, _, error in
                if let error { return self.fail("subscribe: \(error)") }
                self.connect { _ in self.publishAll() }
            }
        }
    }

    /// Runs periodically: starts a fault if one is due, and resumes publishing after an error.
    func tick() {
        breakSomething()
        publishAll()
    }

    private func connect(_ then: @escaping (PubNub) -> Void) {
        let configuration = PNConfiguration(
            forOrigin: "127.0.0.1:\(origin.port)",
            publishKey: "demo",
            subscribeKey: "demo",
            secretKey: ""
        )
        configuration.shouldUseSecureConnection = false
        configuration.shouldRunCallsInParallel = true
        let client = PubNub(configuration: configuration)
        clients.append(client)
        client.connect(
            successBlock: { _ in then(client) },
            errorBlock: { self.fail("connect: \($0?.localizedDescription ?? "no reason given")") }
        )
    }

    private func fail(_ text: String) {
        firstFailure = firstFailure ?? text
    }

    private func breakSomething() {
        // A short run also contains all faults.
        let step = max(1, options.count / (Drop.all.count + 2))
        let isDue = now_seconds() - lastDrop >= options.drops || ledger.tally.arrived - lastDropCount >= step
        guard isDue, ledger.tally.arrived > 0, ledger.tally.sent < options.count else { return }
        let drop = Drop.all[drops % Drop.all.count]
        drops += 1
        lastDrop = now_seconds()
        lastDropCount = ledger.tally.arrived
        isOverrunning = drop.overruns
        origin.inject(drop.order)
    }
}

/// Publishing.
extension SoakRun {
    private func publishAll() {
        guard clients.count == 2 || sender != nil else { return }
        for channel in channels.indices where inFlight[channel] == 0 { publish(on: channel) }
    }

    private func publish(on channel: Int) {
        let window = isOverrunning ? Self.overrunWindow : Self.window
        while inFlight[channel] < ahead, ledger.tally.sent < options.count,
            ledger.outstanding(on: channel) < window
        {
            inFlight[channel] += 1
            let number = ledger.send(on: channel)
            if let sender {
                publish(number, channel, with: sender)
                continue
            }
            clients[1].sendMessage("\(number) \(padding)", to: channels[channel]) { state, object in
                self.processed(number, channel, state, object)
            }
        }
    }

    private func processed(_ number: Int, _ channel: Int, _ state: PNMessageState, _ object: Any?) {
        switch state {
        case .sending:
            return
        case .sent:
            let timetoken = (object as? PNMessage)?.date?.timeToken.uint64Value
            ledger.acknowledged(number, on: channel, timetoken: timetoken ?? 0)
            inFlight[channel] -= 1
            publish(on: channel)
        default:
            // The next tick continues: a client that is not connected fails immediately.
            ledger.failed(number, on: channel)
            inFlight[channel] -= 1
        }
    }
}

/// The async interface: one loop receives all channels, two more overlap it, and a task publishes each message.
extension SoakRun {
    /// The messages after which the third subscription ends and begins again.
    private static let overlapLength = 2000

    private func beginAsync() {
        let receiver = makeAsyncClient("receiver")
        let names = channels.map(\.name)
        Task {
            do {
                for try await event in receiver.subscribe(to: names) { receive(event) }
                fail("the subscription ended")
            } catch {
                fail("subscribe: \(error)")
            }
        }
        // One holds half of the channels to the end, and one holds all of them for a while, again and again.
        overlap(receiver, Array(names.prefix(max(1, names.count / 2))), length: .max)
        overlap(receiver, names, length: Self.overlapLength)
    }

    private func overlap(_ receiver: PubNubClient, _ names: [String], length: Int) {
        Task {
            do {
                while firstFailure == nil {
                    let iteration = overlap.begin()
                    for try await message in receiver.subscribe(to: names).messages {
                        guard let (number, channel) = place(of: message) else { continue }
                        iteration.arrived(number, on: channel)
                        if iteration.count == length { break }
                    }
                }
            } catch {
                fail("subscribe beside it: \(error)")
            }
        }
    }

    /// The number and the channel of a message of the run.
    private func place(of message: Message) -> (number: Int, channel: Int)? {
        guard let channel = indices[message.channel], case .string(let text) = message.json,
            let number = text.split(separator: " ", maxSplits: 1).first.flatMap({ Int($0) })
        else { return nil }
        return (number, channel)
    }

    private func makeAsyncClient(_ name: String) -> PubNubClient {
        var configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: name)
        configuration.origin = "127.0.0.1:\(origin.port)"
        configuration.isSecure = false
        return PubNubClient(configuration)
    }

    private func receive(_ event: PubNubEvent) {
        switch event {
        case .message(let message):
            guard let (number, channel) = place(of: message) else {
                return fail("a message that nobody sent: \(message)")
            }
            overlap.arrived(number, on: channel)
            arrived(number, channel)
        case .gap(let start, let end): ledger.gapReported(from: start, to: end)
        case .connection(.connected):
            reconnections += 1
            if sender == nil { sender = makeAsyncClient("sender") }
            publishAll()
        case .connection, .signal, .file, .presence, .action, .object: break
        }
    }

    private func publish(_ number: Int, _ channel: Int, with sender: PubNubClient) {
        Task {
            do {
                let timetoken = try await sender.publish("\(number) \(padding)", to: channels[channel].name)
                ledger.acknowledged(number, on: channel, timetoken: timetoken)
                inFlight[channel] -= 1
                publish(on: channel)
            } catch {
                // The next tick continues: a client that is not connected fails immediately.
                ledger.failed(number, on: channel)
                inFlight[channel] -= 1
            }
        }
    }
}

/// Receiving.
extension SoakRun {
    private func receive(_ message: PNMessage?) {
        guard let message, let channel = indices[message.channel.name], let text = message.message as? String,
            let number = text.split(separator: " ", maxSplits: 1).first.flatMap({ Int($0) })
        else { return fail("a message that nobody sent: \(message.map { "\($0)" } ?? "nil")") }
        arrived(number, channel)
    }

    private func arrived(_ number: Int, _ channel: Int) {
        lastArrival = now_seconds()
        // The fault is over once messages arrive. The first ones may have been sent before it.
        if isOverrunning, lastArrival - lastDrop > 1 { isOverrunning = false }
        ledger.arrived(number, on: channel)
        sampler.arrived(ledger.tally.arrived + ledger.tally.inGaps)
        publish(on: channel)
    }

    private func gap(_ start: PNDate?, _ end: PNDate?) {
        guard let start, let end else { return fail("a gap without its ends") }
        ledger.gapReported(from: start.timeToken.uint64Value, to: end.timeToken.uint64Value)
    }

    /// No more messages will arrive.
    func finish() {
        ledger.finish()
        overlap.finish()
    }
}
