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
        let occupancies = listed.map { channel in (channel, occupancy(of: channel, in: found)) }
        let byName = Dictionary(occupancies.map { ($0.name, $1) }) { first, _ in first }
        output.result(.object(["channels": .object(byName)]), forPeople: lines(of: occupancies))
    }

    private func occupancy(of channel: PNChannel, in found: PNHereNow) -> JSONValue {
        let clients = hasNoIdentifiers ? [] : found.participants(for: channel).filter { !$0.isAnonymous() }
        let participants = clients.map { client in
            let known = state ? client.state(for: channel) : [:]
            return JSONValue.object([
                "identifier": .string(client.identifier),
                "state": known.isEmpty ? .null : JSONValue(any: known),
            ])
        }
        return .object([
            "occupancy": .integer(Int64(found.participantsCount(for: channel))),
            "participants": .array(participants),
        ])
    }

    private func lines(of occupancies: [(PNChannel, JSONValue)]) -> [String] {
        let rows = occupancies.sorted { $0.0.name < $1.0.name }.map { channel, occupancy in
            let people = occupancy["participants"]?.arrayValue ?? []
            let names = people.map { person in
                let name = person["identifier"]?.stringValue ?? ""
                guard let state = person["state"], !state.isNull else { return name }
                return "\(name) \(state.text)"
            }
            return [channel.name, "\(occupancy["occupancy"]?.int64Value ?? 0)", names.joined(separator: ", ")]
        }
        return Terminal.columns([["CHANNEL", "OCCUPANCY", "CLIENTS"]] + rows)
    }
}
