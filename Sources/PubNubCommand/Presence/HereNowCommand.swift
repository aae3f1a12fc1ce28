import ArgumentParser
import PubNub
import PubNubWire

/// `pubnub here-now`
struct HereNowCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "here-now",
        abstract: "Print who is in channels; without a channel, in all of them.",
        discussion: """
              pubnub here-now chat
              pubnub here-now chat lobby --state
              pubnub here-now --group friends --no-identifiers

            Clients without an identifier count in the occupancy and are not listed.
            """
    )

    @OptionGroup var common: CommonOptions

    @Argument(help: "Channels to ask about.")
    var channels: [String] = []

    @Option(name: .customLong("group"), help: ArgumentHelp("Channel group to ask about.", valueName: "group"))
    var groups: [String] = []

    @Flag(name: .customLong("no-identifiers"), help: "Ask for the numbers only.")
    var hasNoIdentifiers = false

    @Flag(help: "Ask for the state of each client, too.")
    var state = false

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let objects =
            channels.map { PNChannel.channel(withName: $0) as any PNChannelProtocol }
            + groups.map { PNChannelGroup.object(wireName: $0) }
        let found = try await client.participants(
            of: objects,
            withIdentifiers: !hasNoIdentifiers,
            withState: state && !hasNoIdentifiers
        )
        var listed = found.channels()
        // One channel that nobody is in is an answer too.
        if listed.isEmpty, channels.count == 1, groups.isEmpty { listed = [PNChannel.channel(withName: channels[0])] }
        listed.sort { $0.name < $1.name }
        guard output.isJSON else { return output.lines(lines(of: listed, in: found)) }
        output.longResult { line in
            line.append(#"{"channels":{"#)
            for (number, channel) in listed.enumerated() {
                if number > 0 { line.append(",") }
                line.append(
                    "\(JSONValue.string(channel.name).text):{\"occupancy\":\(found.participantsCount(for: channel))"
                )
                let participants = clients(on: channel, in: found).map { client in
                    JSONValue.object([
                        "identifier": .string(client.identifier), "state": state(of: client, on: channel) ?? .null,
                    ])
                    .text
                }
                line.append(",\"participants\":[", participants, "]}")
            }
            line.append("}}")
        }
    }

    /// The clients with an identifier, unless only the numbers were asked for.
    private func clients(on channel: PNChannel, in found: PNHereNow) -> some Sequence<PNClient> {
        (hasNoIdentifiers ? [] : found.participants(for: channel)).lazy.filter { !$0.isAnonymous() }
    }

    /// The state of a client; nil when it has none or was not asked for.
    private func state(of client: PNClient, on channel: PNChannel) -> JSONValue? {
        let known = state ? client.state(for: channel) : [:]
        return known.isEmpty ? nil : JSONValue(any: known)
    }

    private func lines(of channels: [PNChannel], in found: PNHereNow) -> [String] {
        let rows = channels.map { channel in
            let names = clients(on: channel, in: found).map { client in
                state(of: client, on: channel).map { "\(client.identifier) \($0.text)" } ?? client.identifier
            }
            return [channel.name, "\(found.participantsCount(for: channel))", names.joined(separator: ", ")]
        }
        return Terminal.columns([["CHANNEL", "OCCUPANCY", "CLIENTS"]] + rows)
    }
}
