import Foundation
import HowtoSupport
import PubNub

/// Keeps presence without the service: everybody says on a second channel that they are there. The app listens to it
/// half of the time, and drops who has been silent for too long.
final class ClientSidePresence: PNDelegate {
    private let story: Narrator
    private let client: PubNub
    private let people: [String: PubNub]
    private let room = PNChannel.channel(withName: "room")
    private let signs = PNChannel.channel(withName: "room.signs-of-life")
    private let period = 0.5  // seconds of listening, and of not listening: an app would take five
    private let patience = 1.0  // seconds of silence until somebody is dropped: an app would take ten
    private var heard: [String: Date] = [:]
    private var gone: Set<String> = []

    init(_ story: Narrator, _ configuration: PNConfiguration) {
        self.story = story
        client = PubNub.client(with: configuration)
        people = ["Ann": PubNub.client(with: configuration), "Bob": PubNub.client(with: configuration)]
        client.setDelegate(self)
    }

    func start() {
        client.connect()
        client.subscribe(on: [room]) { [self] _, _, error in
            if let error { story.fail(error) }
            story.tell(.closure, "subscribed to the room")
            listen()
            keepTable()
            for (name, person) in people {
                person.connect()
                giveSigns(name, person)
            }
        }
    }

    func listen() {
        client.subscribe(on: [signs]) { [self] _, _, error in
            if let error { story.fail(error) }
            story.tell(.closure, "listening for signs of life")
            story.after(period) { [self] in
                client.unsubscribe(from: [signs]) { [self] _, _ in
                    story.tell(.closure, "listening no longer")
                    story.after(period) { self.listen() }
                }
            }
        }
    }

    /// Lets somebody say again and again that they are there. Bob falls asleep as soon as he was heard.
    func giveSigns(_ name: String, _ person: PubNub) {
        if name == "Bob", heard[name] != nil { return story.note("Bob falls asleep") }
        person.sendMessage(["here": name], to: signs, storeInHistory: false)
        story.after(0.1) { self.giveSigns(name, person) }
    }

    func keepTable() {
        for (name, date) in heard where -date.timeIntervalSinceNow > patience {
            heard[name] = nil
            gone.insert(name)
            story.note("\(name) has been silent for \(patience) s")
        }
        story.show("in the room", heard.mapValues { String(format: "heard %.1f s ago", -$0.timeIntervalSinceNow) })
        if gone.contains("Bob"), heard["Ann"] != nil { story.end("saw two come, and dropped the one who was silent") }
        story.after(0.1) { self.keepTable() }
    }

    func pubnubClient(_: PubNub, didReceive message: PNMessage) {
        guard let name = (message.message as? [String: String])?["here"] else { story.fail(message) }
        if heard.updateValue(.now, forKey: name) == nil { story.tell(.delegate, "\(name) is here") }
    }
}

let story = Narrator("ClientSidePresence", ways: [.delegate, .closure])
let app = ClientSidePresence(story, await Service.configuration(for: story))
app.start()
await story.untilItEnds()
