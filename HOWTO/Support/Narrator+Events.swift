import Foundation
public import PubNub

extension Narrator {
    /// Prints a message and the way it came.
    public func tell(_ way: Way, _ message: PNMessage?) {
        guard let message else { fail("\(way) without a message") }
        let group = message.channelGroup.map { " through the group \($0.groupName)" } ?? ""
        tell(way, "message on \(message.channel.name)\(group): \(message.message)")
    }

    /// Prints who came, went or changed, and the way this was told.
    public func tell(_ way: Way, _ event: PNPresenceEvent?) {
        guard let event else { fail("\(way) without a presence event") }
        tell(way, "\(event.client.identifier) \(what(event)), \(event.occupancy) there now")
    }

    private func what(_ event: PNPresenceEvent) -> String {
        let channel = event.channel
        return switch event.type {
        case .join: "joined \(channel.name)"
        case .leave: "left \(channel.name)"
        case .timeout: "timed out on \(channel.name)"
        case .stateChanged: "is now \(event.client.state(for: channel)) on \(channel.name)"
        default: "and others came or went on \(channel.name)"
        }
    }
}
