import BenchMeasure
import Foundation
import OriginProcess
import PubNub
import SoakCheck

/// The run itself: one client publishes, another receives, the server breaks connections. All of it on the main queue.
final class SoakRun {
    /// How many messages of a channel may be on their way. The server keeps 100, so none is lost behind this window.
    private static let window = 64
    /// The same during a fault that is to lose messages.
    private static let overrunWindow = 160
    /// How many are given to the client ahead of an answer.
    private static let ahead = 4
    /// Nothing arrived for so long, in seconds: nothing will.
    private static let patience = 30.0

    let options: SoakOptions
    private(set) var ledger: DeliveryLedger
    private(set) var sampler: Sampler
    private(set) var drops = 0
    private(set) var reconnections = 0
    private(set) var firstFailure: String?
    let start = now_seconds()

    private let origin: OriginProcess
    private let channels: [PNChannel]
    private let indices: [String: Int]
    private let padding = String(repeating: "x", count: 92)
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
        channels = (0..<options.channels).map { PNChannel.channel(withName: "soak\($0)") }
        indices = Dictionary(channels.enumerated().map { ($1.name, $0) }) { $1 }
    }

    /// Why the run is over; nil while it is not.
    var end: String? {
        if ledger.tally.sent >= options.count, ledger.isSettled { return "everything arrived or is accounted for" }
        if now_seconds() - lastArrival > Self.patience { return "nothing arrived for \(Int(Self.patience)) seconds" }
        if !origin.isRunning { return "the server ended" }
        return nil
    }

    func begin() {
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

    /// What is done from time to time: a fault when one is due, and publishing where an error had stopped it.
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
        // A short run has them all, too.
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
        guard clients.count == 2 else { return }
        for channel in channels.indices where inFlight[channel] == 0 { publish(on: channel) }
    }

    private func publish(on channel: Int) {
        let window = isOverrunning ? Self.overrunWindow : Self.window
        while inFlight[channel] < Self.ahead, ledger.tally.sent < options.count,
            ledger.outstanding(on: channel) < window
        {
            inFlight[channel] += 1
            let number = ledger.send(on: channel)
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
            // The next tick goes on: a client that is not connected fails at once.
            ledger.failed(number, on: channel)
            inFlight[channel] -= 1
        }
    }
}

/// Receiving.
extension SoakRun {
    private func receive(_ message: PNMessage?) {
        guard let message, let channel = indices[message.channel.name], let text = message.message as? String,
            let number = text.split(separator: " ", maxSplits: 1).first.flatMap({ Int($0) })
        else { return fail("a message that nobody sent: \(message.map { "\($0)" } ?? "nil")") }
        lastArrival = now_seconds()
        // What came through shows that the fault is over. The first messages may have been on their way before it.
        if isOverrunning, lastArrival - lastDrop > 1 { isOverrunning = false }
        ledger.arrived(number, on: channel)
        sampler.arrived(ledger.tally.arrived + ledger.tally.inGaps)
        publish(on: channel)
    }

    private func gap(_ start: PNDate?, _ end: PNDate?) {
        guard let start, let end else { return fail("a gap without its ends") }
        ledger.gapTold(from: start.timeToken.uint64Value, to: end.timeToken.uint64Value)
    }

    /// Nothing more comes.
    func finish() {
        ledger.finish()
    }
}
