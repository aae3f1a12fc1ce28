import ArgumentParser
import PubNub
import PubNubWire

/// `pubnub here-now`
struct HereNowCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "here-now",
        abstract: "List the clients in channels, by default in all channels.",
        discussion: """
              pubnub here-now chat
              pubnub here-now chat lobby --state
              pubnub here-now --group friends --no-identifiers

            The occupancy includes clients without an identifier, which are not listed.
            """
    )

    @Argument(help: "Channels. Default: all channels of the subscribe key.")
    var channels: [String] = []

    @Option(
        name: [.customShort("g"), .customLong("group")],
        help: ArgumentHelp("Channel group; may be repeated.", valueName: "group")
    )
    var groups: [String] = []

    @Flag(name: .customLong("no-identifiers"), help: "Print only the number of clients in each channel.")
    var hasNoIdentifiers = false

    @Flag(help: "Also print the state of each client.")
    var state = false

    @OptionGroup var common: CommonOptions

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let objects =
            channels.map { PNChannel.exactly(named: $0) as any PNChannelProtocol }
            + groups.map { PNChannelGroup.object(wireName: $0) }
        let found = try await client.participants(
            of: objects,
            withIdentifiers: !hasNoIdentifiers,
            withState: state && !hasNoIdentifiers
        )
        var listed = found.channels()
        // The service leaves a single channel without clients out of its response.
        if listed.isEmpty, channels.count == 1, groups.isEmpty { listed = [PNChannel.exactly(named: channels[0])] }
        listed.sort { $0.name < $1.name }
        guard output.isJSON else {
            output.lines(lines(of: listed, in: found))
            if listed.isEmpty { output.note("no clients") }
            return
        }
        output.longResult { line in
            line.append(#"{"channels":{"#)
            for (number, channel) in listed.enumerated() {
                if number > 0 { line.append(",") }
                line.append(
                    "\(JSON.string(channel.name).text):{\"occupancy\":\(found.participantsCount(for: channel))"
                )
                let participants = clients(on: channel, in: found).map { client in
                    JSON.object([
                        "identifier": .string(client.identifier), "state": state(of: client, on: channel) ?? .null,
                    ])
                    .text
                }
                line.append(",\"participants\":[", participants, "]}")
            }
            line.append("}}")
        }
    }

    /// The clients with an identifier; empty with `--no-identifiers`.
    private func clients(on channel: PNChannel, in found: PNHereNow) -> some Sequence<PNClient> {
        (hasNoIdentifiers ? [] : found.participants(for: channel)).lazy.filter { !$0.isAnonymous() }
    }

    /// The state of a client; `nil` if it is empty or was not requested.
    private func state(of client: PNClient, on channel: PNChannel) -> JSON? {
        let known = state ? client.state(for: channel) : [:]
        guard !known.isEmpty else { return nil }
        return JSON(any: known)
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

/// `pubnub where-now`
struct WhereNowCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "where-now",
        abstract: "List the channels that a client is in.",
        discussion: """
              pubnub where-now ann
              pubnub where-now --uuid ann
            """
    )

    @Argument(help: "Identifier of the client. Default: the one of --uuid.")
    var identifier: String?

    @OptionGroup var common: CommonOptions

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let name = identifier ?? client.clientIdentifier()
        let channels = try await client.channels(of: name).map(\.name)
        output.result(
            .object(["identifier": .string(name), "channels": .array(channels.map(JSON.string))]),
            forPeople: channels
        )
        if !output.isJSON, channels.isEmpty { output.note("\(name) is in no channel") }
    }
}
