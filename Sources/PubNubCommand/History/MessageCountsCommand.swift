import ArgumentParser
import Foundation
import PubNub
import PubNubWire

/// `pubnub message-counts`
struct MessageCountsCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "message-counts",
        abstract: "Print the number of stored messages of channels since a moment.",
        discussion: """
              pubnub message-counts chat --since 1h
              pubnub message-counts chat lobby --since 2026-11-22T10:30
              pubnub message-counts chat --since 17953710707896591 --json

            Counts the messages after the moment. The service counts up to 10,000 messages of a channel, in up to 100 \
            channels. 'pubnub help times' lists the forms of a moment.
            """
    )

    @Argument(help: "Channels to count in.")
    var channels: [String]

    @Option(help: ArgumentHelp("Count only messages after this moment, such as 1h ago.", valueName: "moment"))
    var since: MomentArgument

    @OptionGroup var common: CommonOptions

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let request = PNHistoryMessagesCountRequest(
            channels: channels,
            timetokens: [NSNumber(value: since.timetoken)]
        )
        let counts = try await client.value(of: request)
        output.result(
            .object(["channels": .object(NameKey.strings(counts).mapValues { .integer(Int64($0)) })]),
            forPeople: Terminal.columns(
                [["CHANNEL", "MESSAGES"]] + counts.sorted { $0.key < $1.key }.map { [$0.key.text, "\($0.value)"] }
            )
        )
    }
}
