import Foundation
import HowtoSupport
import PubNub

/// Shows a guest around: presence with state, a channel group, and a publish that is denied until it is granted.
final class Tour: PNDelegate {
    private let story: Narrator
    private let host: PubNub
    private let guest: PubNub
    private let hall = PNChannel.channel(withName: "hall", shouldObservePresence: true)
    private let garden = PNChannel.channel(withName: "garden")
    private let house = PNChannelGroup(name: "house")

    init(_ story: Narrator, _ configuration: PNConfiguration) {
        self.story = story
        host = PubNub.connectingClient(with: configuration)
        configuration.authorizationKey = "guest"
        guest = PubNub.connectingClient(with: configuration)
        guest.setDelegate(self)
        host.setClientIdentifier("Host")
        guest.setClientIdentifier("Guest")
    }

    func enterHall() {
        story.chapter("Presence with state")
        host.changeApplicationAccessRights(to: [.readAccessRight, .managementRight], onPeriod: 10) { [self] _, error in
            if let error { story.fail(error) }
            guest.subscribe(on: [hall], withClientState: ["hall": ["coat": "green"]]) { [self] _, _, error in
                if let error { story.fail(error) }
                story.tell(.closure, "Guest entered the hall in a green coat and looks who else comes")
                host.subscribe(on: [hall]) { [host, hall] _, _, _ in
                    host.updateClientState("Host", state: ["mood": "welcoming"], forObject: hall)
                }
            }
        }
    }

    func openHouse() {
        story.chapter("A channel group, and access rights")
        host.addChannels([hall, garden], to: house) { [self] _, _, error in
            if let error { story.fail(error) }
            guest.subscribe(on: [house]) { [self] _, _, error in
                if let error { story.fail(error) }
                story.tell(.closure, "Guest subscribed to the group house, which holds the hall and the garden")
                guest.sendMessage("May I see the garden?", to: garden)
            }
        }
    }

    func pubnubClient(_: PubNub, didReceive event: PNPresenceEvent) {
        story.tell(.delegate, event)
        guard event.type == .stateChanged, event.client.identifier == "Host" else { return }
        guest.requestParticipantsList(for: [hall], clientState: true) { [self] hereNow, _, error in
            if let error { story.fail(error) }
            let people = hereNow?.participants(for: hall).map { "\($0.identifier) \($0.state(for: hall))" } ?? []
            story.tell(.closure, "in the hall: \(people.joined(separator: ", "))")
            openHouse()
        }
    }

    func pubnubClient(_: PubNub, didFailMessageSend message: PNMessage, withError error: PNError) {
        guard error.code == kPNAPIAccessForbiddenError else { story.fail(error) }
        story.tell(.delegate, "denied to Guest: \(message.message) (\(error.localizedDescription))")
        host.changeAccessRights(forClients: ["guest"], object: garden, to: .allAccessRights, onPeriod: 10) { [self] in
            if let error = $1 { story.fail(error) }
            story.tell(.closure, "Host granted Guest to write in the garden, so Guest says it again")
            guest.send(message)
        }
    }

    func pubnubClient(_: PubNub, didReceive message: PNMessage) {
        story.tell(.delegate, message)
        story.end("saw presence with state, read a channel group, was denied a publish and then granted it")
    }
}

let story = Narrator("Tour", ways: [.delegate, .closure])
let app = Tour(story, await Service.configuration(for: story, withAccessManager: true))
app.enterHall()
await story.untilItEnds()
