import ArgumentParser
import Foundation
import PubNub
import PubNubCore
import PubNubMachines
import PubNubWire

/// `pubnub history delete`
struct HistoryDeleteCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete stored messages of a channel.",
        discussion: """
              pubnub history delete chat --before 30d --yes
              pubnub history delete chat --after 2026-11-22 --before 2026-11-23 --yes
              pubnub history delete chat --all --yes

            Deleted messages cannot be restored. Without --yes the command asks for confirmation on the terminal.

            The keyset must allow deletion. With an access manager, set the secret key in PUBNUB_SECRET_KEY, which signs the \
            request, or use an authorization key that has the right to delete.
            """
    )

    @Argument(help: "Channel of the messages.")
    var channel: String

    @Option(help: ArgumentHelp("Delete only messages before this moment.", valueName: "moment"))
    var before: MomentArgument?

    @Option(
        name: [.long, .customLong("since")],
        help: ArgumentHelp("Delete only messages from this moment on.", valueName: "moment")
    )
    var after: MomentArgument?

    @Flag(help: "Delete all stored messages of the channel.")
    var all = false

    @Flag(name: .shortAndLong, help: "Delete without asking for confirmation.")
    var yes = false

    @OptionGroup var common: CommonOptions

    var subject: String? { channel }

    func validate() throws {
        guard all == (before == nil && after == nil) else {
            throw ValidationError("Name the messages to delete: --before, --after or both, or --all for all of them.")
        }
        if let before, let after, after.timetoken >= before.timetoken {
            throw ValidationError("--after has to be earlier than --before.")
        }
        if !yes, isatty(STDIN_FILENO) != 1 {
            throw ValidationError("Without a terminal to confirm on, the command needs --yes.")
        }
    }

    func perform(with client: PubNub, output: Output) async throws {
        guard yes || isConfirmed(output) else {
            output.note("nothing was deleted")
            throw ExitCode.failure
        }
        try await client.connected(within: common.timeout)
        try await client.deleteMessages(of: channel, before: before, after: after)
        output.result(
            .object([
                "channel": .string(channel),
                "before": .text(before.map { "\($0.timetoken)" }),
                "after": .text(after.map { "\($0.timetoken)" }),
            ]),
            forPeople: ["deleted \(words)"]
        )
    }

    /// Asks on standard error, and reads the reply from the terminal.
    private func isConfirmed(_ output: Output) -> Bool {
        output.ask("Delete \(words)? Deleted messages cannot be restored. [y/N] ")
        let reply = readLine()?.trimmingCharacters(in: .whitespaces).lowercased()
        return reply == "y" || reply == "yes"
    }

    /// The messages in words.
    private var words: String {
        let bounds = [after.map { "from \($0.words) on" }, before.map { "before \($0.words)" }].compactMap(\.self)
        let range = bounds.isEmpty ? "" : " " + bounds.joined(separator: " and ")
        return "\(all ? "all " : "")stored messages of \(channel)\(range)"
    }
}

extension MomentArgument {
    /// The moment as an ISO 8601 date in UTC.
    fileprivate var words: String {
        Date(timeIntervalSince1970: Double(timetoken) / 10_000_000).formatted(.iso8601)
    }
}

extension PubNub {
    /// Deletes the stored messages from `after` on and before `before`; throws the `PNError` of a failure.
    fileprivate func deleteMessages(
        of channel: String,
        before: MomentArgument?,
        after: MomentArgument?
    ) async throws {
        var (start, end) = (before?.timetoken, after?.timetoken)
        if let before, let after {
            // With both bounds the service deletes the messages after `start` up to and including `end`.
            (start, end) = (max(1, after.timetoken - 1), before.timetoken - 1)
        }
        let range = (start: start.map { Timetoken(rawValue: $0) }, end: end.map { Timetoken(rawValue: $0) })
        try await reporting { client async throws(Failure) in
            try await client.deleteMessages(in: channel, after: range.start, through: range.end)
        }
    }
}
