import PubNubCore
import PubNubWire

/// A change of the channels and groups of the app, caused by an event.
///
/// It takes place on the callback queue just before the event is delivered. The app then finds the same state in its
/// objects and in the event, however many later events wait for the queue.
enum ChannelChange: Sendable {
    /// A message or event was received on a channel.
    case received(on: PNChannel, at: Timetoken)
    /// A presence event was received on its channel.
    case presence(PNPresenceEvent)
    /// The participants of channels are known.
    case participants([Participants], at: PNDate)
    /// The registry returned the channels of a group, or removed the group.
    case channels([PNChannel], of: PNChannelGroup)
    /// The registry added channels to a group.
    case added([PNChannel], to: PNChannelGroup)
    /// The registry removed channels from a group.
    case removed([PNChannel], from: PNChannelGroup)

    /// The complete list of the participants of one channel.
    struct Participants: Sendable {
        let channel: PNChannel
        /// The clients with an identifier; empty if identifiers were not requested.
        let clients: [HereNowPage.Participant]
        /// The number of all clients.
        let occupancy: UInt
        /// The number of clients to list without an identifier.
        let anonymous: UInt
    }

    /// Changes the objects.
    func apply() {
        switch self {
        case .received(let channel, let timetoken): channel.update(timetoken: timetoken)
        case .presence(let event): event.updateChannel()
        case .participants(let lists, let date):
            for list in lists {
                list.channel.update(
                    participants: list.clients,
                    occupancy: list.occupancy,
                    anonymous: list.anonymous,
                    at: date
                )
            }
        case .channels(let channels, let group): group.update(channels: channels)
        case .added(let channels, let group): group.add(channels)
        case .removed(let channels, let group): group.remove(channels)
        }
    }
}
