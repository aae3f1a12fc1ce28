import PubNub
import Testing

/// README "Delegate callback methods": the delegates of the examples receive events, whichever spelling they use.
@Suite struct DelegateExamples {
    private let given = Given()

    @Test func current() {
        let app = ExampleDelegate()
        let client = given.client
        let calls = EndedCalls(of: client)
        client.setDelegate(app)
        client.subscribe(on: given.channels)
        client.unsubscribe(from: given.channels)
        client.enablePresenceObservation(for: given.channels)
        client.disablePresenceObservation(for: given.channels)
        client.sendMessage("text", to: given.channel)
        client.requestHistory(for: given.channel, from: nil)
        client.requestServerTimeToken()
        client.requestParticipantsList(for: given.channels)
        client.requestParticipantChannelsList("admin")
        client.requestClientState("admin", forObject: given.channel)
        client.enablePushNotifications(on: given.channel, withDevicePushToken: given.token)
        client.disablePushNotifications(on: given.channel, withDevicePushToken: given.token)
        client.removeAllPushNotifications(forDevicePushToken: given.token)
        client.requestPushNotificationEnabledChannels(forDevicePushToken: given.token)
        client.auditAccessRightsForApplication()
        client.changeApplicationAccessRights(to: .allAccessRights, onPeriod: 1)
        #expect(calls.count == 16)
        #expect(
            app.said == [
                "subscription failed: 108", "not left: 108", "presence not on: 108", "presence not off: 108",
                "not sent: 108", "no history of a: 108", "no time: 108",
                #"not known who is on ["a", "b"]: 108"#, "not known where admin is: 108", "no state of admin: 108",
                "push not on: 108", "push not off: 108", "push not removed: 108", "not known where push is on: 108",
                "rights not known: 138", "rights not changed: 138",
            ]
        )
    }

    @Test func older() {
        let app = OlderExampleDelegate()
        let calls = EndedCalls(of: given.client)
        given.client.setDelegate(app)
        given.client.requestParticipantsList(for: [given.channel])
        #expect(calls.count == 1)
        #expect(app.said == ["not known who is on a: 108"])
    }
}
