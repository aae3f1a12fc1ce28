import PubNub
import PubNubWire

/// Where a state is read or changed: one channel or one group.
struct StatePlace {
    let channel: String?
    let group: String?

    /// As the library names it.
    var object: any PNChannelProtocol {
        group.map { PNChannelGroup.object(wireName: $0) } ?? PNChannel.channel(withName: channel ?? "")
    }
}

extension Output {
    /// Prints the state of a client; a place that nothing is known of has an empty one.
    func state(_ client: PNClient, in place: StatePlace) {
        var states = client.channels.map { ($0.name, JSONValue(any: client.state(for: $0))) }
        if states.isEmpty, let channel = place.channel { states = [(channel, .object([:]))] }
        let byName = Dictionary(states) { first, _ in first }
        result(
            .object(["identifier": .string(client.identifier), "channels": .object(byName)]),
            forPeople: Terminal.columns(byName.sorted { $0.key < $1.key }.map { [$0.key, $0.value.text] })
        )
    }
}
