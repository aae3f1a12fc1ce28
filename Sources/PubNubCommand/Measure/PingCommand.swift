import ArgumentParser
import Foundation
import PubNub
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

    @OptionGroup var common: CommonOptions

    @Argument(help: "Channel to publish to and receive from.")
    var channel: String?

    @Option(name: [.customShort("n"), .long], help: "Number of round trips.")
    var count = 10

    @Option(
        help: ArgumentHelp("Pause between round trips; a number without a unit counts seconds.", valueName: "duration")
    )
    var interval: DurationArgument?

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
        let measuring = Task { await measure(with: client, echo, output) }
        let signals = Signals.onEnd { measuring.cancel() }
        defer { for source in signals { source.cancel() } }
        let outcome = await measuring.value
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

    /// What a series of round trips brought.
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
                    _ = try await client.serverTime()
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
