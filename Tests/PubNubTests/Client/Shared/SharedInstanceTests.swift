import Foundation
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

/// README "PubNub client methods": the shared client of the class-level calls. It belongs to the whole process, so each test
/// runs in its own process.
@Suite struct SharedInstanceTests {
    @Test("The shared client is created on first use with the default configuration, once for all threads")
    func firstUse() async {
        await #expect(processExitsWith: .success) {
            let clients = await withTaskGroup(of: ObjectIdentifier.self) { tasks in
                for _ in 0..<16 { tasks.addTask { ObjectIdentifier(PubNub.sharedInstance()) } }
                return await tasks.reduce(into: Set()) { $0.insert($1) }
            }
            let shared = PubNub.sharedInstance()
            #expect(clients == [ObjectIdentifier(shared)])
            #expect(!shared.isConnected())
            #expect(shared.configuration().origin == PNConfiguration.default().origin)
            #expect(shared.configuration().publishKey == PNConfiguration.default().publishKey)
            #expect(!shared.face.hub.hasDelegate)
            #expect(PubNub.clientIdentifier() == shared.clientIdentifier())
            #expect(PNObservationCenter.default() === shared.observationCenter)
        }
    }

    @Test("Clients of the factories are not shared")
    func factories() async {
        await #expect(processExitsWith: .success) {
            let client = PubNub.client(with: .scripted())
            #expect(client !== PubNub.sharedInstance())
            #expect(client.observationCenter !== PNObservationCenter.default())
        }
    }

    @Test("Class-level setters change the shared client")
    func setters() async {
        await #expect(processExitsWith: .success) {
            let delegate = RecordingDelegate()
            PubNub.setDelegate(delegate)
            #expect(PubNub.sharedInstance().face.hub.hasDelegate)
            PubNub.setDelegate(nil)
            #expect(!PubNub.sharedInstance().face.hub.hasDelegate)
            PubNub.setConfiguration(.scripted())
            #expect(PubNub.sharedInstance().configuration().origin == "origin.test")
            PubNub.setup(with: .scripted(origin: "other.test"), andDelegate: delegate)
            #expect(PubNub.configuration().origin == "other.test")
            #expect(PubNub.sharedInstance().face.hub.hasDelegate)
            PubNub.setClientIdentifier("me")
            #expect(PubNub.sharedInstance().clientIdentifier() == "me")
        }
    }

    @Test("After a refused configuration the shared client has none, until it receives a valid one")
    func refusedConfiguration() async {
        await #expect(processExitsWith: .success) {
            #expect(PubNub.sharedInstance().engine.settingsFault == nil)
            PubNub.setConfiguration(.scripted(publishKey: nil, subscribeKey: ""))
            #expect(PubNub.sharedInstance().engine.settingsFault != nil)
            PubNub.setConfiguration(.scripted())
            #expect(PubNub.sharedInstance().engine.settingsFault == nil)
            PubNub.setConfiguration(.scripted(publishKey: nil, subscribeKey: ""))
            #expect(PubNub.sharedInstance().engine.settingsFault == nil)
        }
    }

    @Test("Resetting releases the shared client; the next use creates a new one without its state")
    func reset() async {
        await #expect(processExitsWith: .success) {
            let delegate = RecordingDelegate()
            PubNub.setup(with: .scripted(), andDelegate: delegate)
            PubNub.setClientIdentifier("me")
            weak let before = PubNub.sharedInstance()
            #expect(before != nil)
            PubNub.resetClient()
            #expect(before == nil)
            #expect(PubNub.configuration().origin == PNConfiguration.default().origin)
            #expect(PubNub.clientIdentifier() != "me")
            #expect(!PubNub.sharedInstance().face.hub.hasDelegate)
        }
    }

    @Test("Resetting without a shared client, and twice, has no effect")
    func resetWithoutClient() async {
        await #expect(processExitsWith: .success) {
            PubNub.resetClient()
            PubNub.resetClient()
            #expect(!PubNub.sharedInstance().isConnected())
        }
    }

    @Test("Resetting empties the channel cache; objects share data that is received later")
    func channelCache() async {
        await #expect(processExitsWith: .success) {
            let kept = PNChannel(name: "kept")
            kept.update(participants: [.init(identifier: "me", state: nil)], occupancy: 2, at: PNDate(date: Date()))
            kept.update(timetoken: Timetoken(rawValue: 5))
            let group = PNChannelGroup(name: "group")
            group.update(channels: [kept])
            PubNub.resetClient()
            #expect(kept.participants.isEmpty)
            #expect(kept.participantsCount == 0)
            #expect(kept.updateTimeToken == nil)
            #expect(kept.presenceUpdateDate == nil)
            #expect(group.channels == [])
            PNChannel(name: "kept").update(timetoken: Timetoken(rawValue: 6))
            #expect(kept.updateTimeToken == "6")
        }
    }
}
