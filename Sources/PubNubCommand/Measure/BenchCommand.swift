import ArgumentParser
import Foundation
import PubNub
import PubNubWire

/// `pubnub bench`
struct BenchCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Publish and receive messages for a while, and print rates and latencies.",
        discussion: """
              pubnub bench --local
              pubnub bench --publishers 4 --subscribers 10 --channels 8 --rate 1000
              pubnub bench --duration 30s
              pubnub bench --subscribers 0 --size 1000 --json

            Every publisher sends to every channel, and every subscriber receives from all channels. Each is a client of \
            its own. A publisher has one message in flight per channel. Do not run it against a service that others use.
            """
    )

    @Option(help: "Number of publishing clients, 1 to 1000.")
    var publishers = 1

    @Option(help: "Number of subscribing clients, 0 to 1000.")
    var subscribers = 1

    @Option(help: "Number of channels, 1 to 1000.")
    var channels = 1

    @Option(help: "Size of a message in bytes, 60 to 30000.")
    var size = 100

    @Option(help: "Messages per second of all publishers together. Default: as many as possible.")
    var rate: Double?

    @Option(
        help: ArgumentHelp(
            "How long to publish, at most 1d; a number without a unit counts seconds. Default: 10s.",
            valueName: "duration"
        )
    )
    var duration: DurationArgument?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard 1...1000 ~= publishers, 0...1000 ~= subscribers, 1...1000 ~= channels else {
            throw ValidationError("--publishers and --channels take 1 to 1000, --subscribers 0 to 1000.")
        }
        guard 60...30_000 ~= size else { throw ValidationError("--size takes 60 to 30000.") }
        if let rate, !(rate > 0 && rate.isFinite) { throw ValidationError("--rate takes a number greater than 0.") }
        let seconds = seconds
        guard seconds > 0, seconds <= 86_400 else {
            throw ValidationError("--duration takes a duration of at most one day, such as 10s.")
        }
    }

    private var seconds: Double { duration?.seconds(defaultUnit: .seconds) ?? 10 }

    func perform(with client: PubNub, output: Output) async throws {
        let bench = Bench(
            output: output,
            channels: (0..<channels).map { "bench.\(UUID().uuidString.prefix(8)).\($0)" },
            size: size
        )
        for _ in 0..<subscribers { try await bench.addSubscriber(makeClient(), within: common.timeout) }
        var clients = [client]
        while clients.count < publishers { clients.append(try makeClient()) }
        for client in clients { try await client.connected(within: common.timeout) }
        await Signals.cancelling { [clients] in await bench.run(clients, seconds: seconds, messagesPerSecond: rate) }
        let summary = bench.summary(subscribers: subscribers)
        output.result(summary.report, forPeople: summary.lines)
        if !summary.isComplete { throw ExitCode.failure }
    }
}
