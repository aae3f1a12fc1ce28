import Foundation
import PubNub
import Testing

/// README "Who is "Here Now" ?", "Where Now" and "Presence State Data": the examples, on a client that is not connected
/// and therefore refuses them.
@Suite struct PresenceExamples {
    private let given = Given()

    @Test func hereNow() {
        let heard = Heard()
        let calls = EndedCalls(of: given.client)
        given.client.requestParticipantsList(for: [PNChannel.channel(withName: "iosdev")]) {
            presence,
            channels,
            error in
            if let error {
                heard.hear("\(channels?.map(\.name) ?? []): \(error.code)")
            } else {
                heard.hear("\(presence?.channels().count ?? 0) of \(channels?.count ?? 0)")
            }
        }
        #expect(calls.count == 1)
        #expect(heard.words == [#"["iosdev"]: 108"#])
    }

    @Test func whereNow() {
        let heard = Heard()
        let calls = EndedCalls(of: given.client)
        given.client.requestParticipantChannelsList("admin") { identifier, channels, error in
            heard.hear("\(identifier ?? "-"): \(channels?.count ?? 0), \(error?.code ?? 0)")
        }
        #expect(calls.count == 1)
        #expect(heard.words == ["admin: 0, 108"])
    }

    @Test func stateWithTheSubscription() {
        let pubNub = given.client
        let calls = EndedCalls(of: pubNub)
        pubNub.setClientIdentifier("SimpleSubscribe")
        let myChannel: PNChannel = PNChannel.channel(withName: "zz", shouldObservePresence: true)
        pubNub.subscribe(on: [myChannel], withClientState: [myChannel.name: ["appEvent": "demo app started"]])
        let group = PNChannelGroup(name: "wwdc", inNamespace: "events")
        pubNub.subscribe(on: [group], withClientState: [group.name: ["event": "started"]])
        #expect(calls.count == 2)
    }

    @Test func stateAfterTheSubscription() {
        let pubNub = given.client
        let heard = Heard()
        let calls = EndedCalls(of: pubNub)
        pubNub.setClientIdentifier("demouser")
        pubNub.subscribe(on: [PNChannel.channels(withName: "iosdev")]) { state, _, _ in
            // The example does this where the state is `.subscribedState`.
            guard state == .notSubscribedState else { return }
            pubNub.updateClientState(
                pubNub.clientIdentifier(),
                state: ["firstName": "John", "lastName": "Appleseed", "age": NSNull()],
                forObject: PNChannel.channel(withName: "iosdev")
            ) { updatedClient, error in
                let client = updatedClient ?? error?.associatedObject as? PNClient
                heard.hear("\(client?.identifier ?? "-"): \(error?.code ?? 0)")
            }
        }
        #expect(calls.count == 2)
        #expect(heard.words.count == 1)
    }
}
