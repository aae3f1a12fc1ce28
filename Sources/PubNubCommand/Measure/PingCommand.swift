import ArgumentParser
import Foundation
import PubNub
import PubNubCore
import PubNubSupport
import PubNubMachines
import PubNubWire

/// `pubnub ping`
struct PingCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "ping",
        abstract: "Measure the round trip to the service, or from a publish to its receipt.",
        discussion: """
              pubnub ping
              pubnub ping --count 100 --interval 50ms
              pubnub ping chat

            Without CHANNEL each round trip is a request for the time of the service. With CHANNEL it is a message that the \
            command publishes and receives. Prints statistics at the end, also after SIGINT.
            """
    )

    @Argument(help: "Channel to publish to and receive from.")
    var channel: String?

    @Option(name: [.customShort("n"), .long], help: "Number of round trips, at least 1.")
    var count = 10

    @Option(
        help: ArgumentHelp(
            "Pause between round trips, such as 200ms; a number without a unit counts seconds. Default: 1s.",
            valueName: "duration"
        )
    )
    var interval: DurationArgument?

    @OptionGroup var common: CommonOptions

    var subject: String? { channel }

    func validate() throws {
        if count < 1 { throw ValidationError("--count takes a number greater than 0.") }
        if let interval, interval.seconds(defaultUnit: .seconds) < 0 {
            throw ValidationError("--interval takes a duration, such as 200ms.")
        }
    }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let echo = try channel.map { try EchoListener(client, channel: $0) }
        try await echo?.start(within: common.timeout)
        let outcome = await Signals.cancelling { await measure(with: client, echo, output) }
        let statistics = LatencyStatistics(outcome.roundTrips)
        output.result(
            .object([
                "sent": .integer(Int64(outcome.sent)), "received": .integer(Int64(statistics.count)),
                "milliseconds": statistics.report,
            ]),
            forPeople: ["\(outcome.sent) sent, \(statistics.count) received: \(statistics.words)"]
        )
        if statistics.count < outcome.sent { throw ExitCode.failure }
    }

    /// The results of a series of round trips.
    private struct Outcome {
        var sent = 0
        var roundTrips: [Duration] = []
    }

    private func measure(with client: PubNub, _ echo: EchoListener?, _ output: Output) async -> Outcome {
        var outcome = Outcome()
        let pause = interval?.seconds(defaultUnit: .seconds) ?? 1
        for number in 1...count {
            if number > 1 { try? await Task.sleep(for: .seconds(pause)) }
            guard !Task.isCancelled else { break }
            outcome.sent += 1
            let start = ContinuousClock.now
            do {
                if let echo {
                    try await echo.roundTrip(number)
                } else {
                    _ = try await client.reporting { client async throws(Failure) in try await client.serverTime() }
                }
                let roundTrip = ContinuousClock.now - start
                outcome.roundTrips.append(roundTrip)
                output.note("\(number): \(LatencyStatistics([roundTrip]).quantile(0)?.milliseconds ?? "")")
            } catch let error as PNError {
                output.note("\(number): \(error.localizedDescription.printable)")
            } catch {
                output.note("\(number): \(error.localizedDescription.printable)")
            }
        }
        return outcome
    }
}

/// Publishes messages to a channel and waits until this client receives them.
final class EchoListener: PNDelegate, Sendable {
    private let client: PubNub
    private let channel: PNChannel
    /// Tells the messages of this process from those of others.
    private let mark = UUID().uuidString
    private let waiting = Locked<[Int: CallOutcome<Void>]>([:])

    /// - Parameters:
    ///   - client: A connected client, whose delegate the listener becomes.
    ///   - channel: The name of the channel.
    /// - Throws: A `PNError` if the name cannot be a channel.
    init(_ client: PubNub, channel: String) throws {
        self.client = client
        self.channel = PNChannel.exactly(named: channel)
        client.setDelegate(self)
    }

    /// Subscribes to the channel.
    ///
    /// - Parameter limit: The time limit in seconds; `nil` for that of the client.
    /// - Throws: The `PNError` of the subscription.
    func start(within limit: Double?) async throws {
        try await client.subscribed(to: [channel], within: limit)
    }

    /// Publishes a message and waits until it arrives, for 10 seconds at most.
    ///
    /// - Parameter number: The number of the round trip.
    /// - Throws: The `PNError` of the publish, or that of a time limit.
    func roundTrip(_ number: Int) async throws {
        try await client.outcome(within: 10, isCancellable: false) { (outcome: CallOutcome<Void>) in
            waiting.withLock { $0[number] = outcome }
            client.sendMessage(["ping": mark, "number": number], to: channel, storeInHistory: false) { _, result in
                if let error = result as? PNError { outcome.fail(error) }
            }
        }
    }

    func pubnubClient(_ client: PubNub, didReceive message: PNMessage) {
        guard let content = message.message as? [String: Any], content["ping"] as? String == mark,
            let number = content["number"] as? Int
        else { return }
        waiting.withLock { $0.removeValue(forKey: number) }?.end(.success(()))
    }
}
