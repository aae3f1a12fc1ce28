import ArgumentParser
import Foundation
import PubNub
import PubNubWire

/// `pubnub subscribe`
struct SubscribeCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "subscribe",
        abstract: "Subscribe to channels and print every event.",
        discussion: """
              pubnub subscribe chat --presence
              pubnub subscribe --group friends
              pubnub subscribe 'news.*' --count 1 --json
              pubnub subscribe chat --since 10m
              pubnub subscribe chat --raw | jq .text
              pubnub subscribe chat --format '{{time}} {{publisher}}: {{message}}'
              pubnub subscribe chat --uuid ann --state '{"chat":{"mood":"fine"}}'

            Events go to standard output; connection status and gaps go to standard error. With --json all of them go to \
            standard output.

            Runs until SIGINT or SIGTERM, until --count events arrived, or until --timeout. The command reports network \
            errors and reconnects. If the service refuses the subscription, it ends with status 1.
            """
    )

    @Argument(help: "Channels. NAME-pnpres means the presence events of NAME, 'news.*' all channels below news.")
    var channels: [String] = []

    @Option(
        name: [.customShort("g"), .customLong("group")],
        help: ArgumentHelp("Channel group to subscribe to; may be repeated.", valueName: "group")
    )
    var groups: [String] = []

    @Flag(name: .shortAndLong, help: "Also print presence events.")
    var presence = false

    @Option(help: ArgumentHelp("State of this client, a JSON object keyed by channel or group.", valueName: "json"))
    var state: JSONObjectArgument?

    @Option(
        name: [.customShort("n"), .long],
        help: "End after this number of events other than status, at least 1. Default: no limit."
    )
    var count: Int?

    @Option(help: ArgumentHelp("Start after this moment, such as 10m ago, instead of now.", valueName: "moment"))
    var since: MomentArgument?

    @Flag(name: .shortAndLong, help: "Print only the content of each event.")
    var raw = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Print each event in this format; see 'pubnub help formats'.", valueName: "template")
    )
    var format: String?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if channels.isEmpty && groups.isEmpty {
            throw ValidationError("Name a channel, or a group with --group.")
        }
        if let count, count < 1 {
            throw ValidationError("--count takes a number greater than 0.")
        }
        if let format { try EventFormat.check(format) }
        if [raw, format != nil, common.output.json].filter({ $0 }).count > 1 {
            throw ValidationError("--raw, --format and --json exclude each other.")
        }
    }

    func perform(with client: PubNub, output: Output) async throws {
        let settings = try common.settings()
        guard !settings.subscribeKey.isEmpty else {
            let missing = settings.publishKey.isEmpty ? "publish key and the subscribe key are" : "subscribe key is"
            throw ValidationError("The \(missing) missing. Add --subscribe-key, or set PUBNUB_SUBSCRIBE_KEY.")
        }
        let (ends, ending) = AsyncStream<SubscriptionEnd>.makeStream()
        let reporter = EventReporter(
            output: output,
            format: format.map { .template($0) } ?? (raw ? .raw : .words),
            objects: objects,
            state: state?.members,
            limit: count,
            ending: ending
        )
        let signals = Signals.onEnd { ending.yield(.asked) }
        defer { for source in signals { source.cancel() } }
        let queue = client.configuration().callbackQueue
        if let seconds = common.timeout {
            queue.asyncAfter(deadline: .now() + seconds) { reporter.timeIsUp() }
        }
        if let since { client.beginSubscription(after: Timetoken(rawValue: since.timetoken)) }
        client.setDelegate(reporter)
        client.connect()
        let end = await ends.first { _ in true }
        // The client does not retain its delegate.
        withExtendedLifetime(reporter) {}
        await farewell(client)
        if case .failed(let error) = end { throw error }
    }

    /// The channels and groups as objects of the library.
    private var objects: [any PNChannelProtocol] {
        let named = channels.map { name -> any PNChannelProtocol in
            name.hasSuffix("-pnpres")
                ? PNChannel.exactly(named: name) : PNChannel.separate(named: name, observesPresence: presence)
        }
        return named + groups.map { group(named: $0) }
    }

    private func group(named name: String) -> PNChannelGroup {
        let group = PNChannelGroup.object(wireName: name)
        return PNChannelGroup(
            name: group.groupName,
            inNamespace: group.nspace,
            shouldObservePresence: presence
        )
    }

    /// Leaves the channels, so that other clients receive the leave event, and waits up to one second for the response.
    private func farewell(_ client: PubNub) async {
        let (done, finish) = AsyncStream<Void>.makeStream()
        client.configuration().callbackQueue.asyncAfter(deadline: .now() + 1) { finish.finish() }
        client.unsubscribe(from: objects) { _, _ in finish.finish() }
        for await _ in done {}
        client.disconnect()
    }
}

/// The reason for which a subscription ends.
enum SubscriptionEnd: Sendable {
    /// All requested events arrived, or the user ended the command.
    case asked
    /// The service refused the subscription, or the requested events did not arrive in time.
    case failed(PNError)
}
