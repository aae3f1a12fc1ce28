import ArgumentParser
import Foundation
import PubNub
import PubNubWire

/// `pubnub subscribe`
struct SubscribeCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "subscribe",
        abstract: "Listen to channels and print every event as it comes.",
        discussion: """
              pubnub subscribe chat --presence
              pubnub subscribe --group friends
              pubnub subscribe 'news.*' --count 1 --json
              pubnub subscribe chat --since 16000000000000000
              pubnub subscribe chat --uuid ann --state '{"chat":{"mood":"fine"}}'

            Goes on until SIGINT or SIGTERM, until --count events came, or until --timeout. Trouble with the network is \
            reported and waited out; a refusal by the service ends the command with status 1.
            """
    )

    @OptionGroup var common: CommonOptions

    @Argument(help: "Channels; a name that ends in -pnpres stands for the presence events of the channel.")
    var channels: [String] = []

    @Option(name: .customLong("group"), help: ArgumentHelp("Channel group to listen to.", valueName: "group"))
    var groups: [String] = []

    @Flag(help: "Print who comes and goes, too.")
    var presence = false

    @Option(help: ArgumentHelp("State of this client, a JSON object keyed by channel or group.", valueName: "json"))
    var state: JSONObjectArgument?

    @Option(help: "End after this many events other than status.")
    var count: Int?

    @Option(help: ArgumentHelp("Start after this timetoken, 17 digits, instead of now.", valueName: "timetoken"))
    var since: TimetokenArgument?

    func validate() throws {
        if channels.isEmpty && groups.isEmpty {
            throw ValidationError("Name a channel, or a group with --group.")
        }
        if let count, count < 1 {
            throw ValidationError("--count takes a number greater than 0.")
        }
    }

    func perform(with client: PubNub, output: Output) async throws {
        let (ends, ending) = AsyncStream<SubscriptionEnd>.makeStream()
        let reporter = EventReporter(
            output: output,
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
        if let since { client.beginSubscription(after: Timetoken(rawValue: since.value)) }
        client.setDelegate(reporter)
        client.connect()
        let end = await ends.first { _ in true }
        // The client does not retain its delegate.
        withExtendedLifetime(reporter) {}
        await farewell(client)
        if case .failed(let error) = end { throw error }
    }

    /// What to listen to, as the library's objects.
    private var objects: [any PNChannelProtocol] {
        let named = channels.map { name -> any PNChannelProtocol in
            name.hasSuffix("-pnpres")
                ? PNChannel.channel(withName: name) : PNChannel.channel(withName: name, shouldObservePresence: presence)
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

    /// Leaves the channels, so that others see it at once, but does not wait long for it.
    private func farewell(_ client: PubNub) async {
        let (done, finish) = AsyncStream<Void>.makeStream()
        client.configuration().callbackQueue.asyncAfter(deadline: .now() + 1) { finish.finish() }
        client.unsubscribe(from: objects) { _, _ in finish.finish() }
        for await _ in done {}
        client.disconnect()
    }
}

/// Why a subscription ends.
enum SubscriptionEnd: Sendable {
    /// Everything that was asked for has come, or the user asked to end.
    case asked
    /// The service refused, or what was asked for did not come in time.
    case failed(PNError)
}
