import Foundation
import PubNub
import Testing

/// README "Presence", "Who is Here Now ?" and "Where Now": the class-level forms.
extension SharedForms {
    @Test func presence() {
        let given = Given.shared()
        let calls = EndedCalls(of: PubNub.sharedInstance())
        let objects = given.objects
        let object = given.object
        let text = given.text
        PubNub.disablePresenceObservation(for: objects)
        PubNub.disablePresenceObservation(for: objects, withCompletionHandling: { _, _ in })
        PubNub.enablePresenceObservation(for: objects)
        PubNub.enablePresenceObservation(for: objects, withCompletionHandling: { _, _ in })
        _ = PubNub.isPresenceObservationEnabled(for: object)
        PubNub.requestParticipantChannelsList(text)
        PubNub.requestParticipantChannelsList(text, withCompletionBlock: { _, _, _ in })
        PubNub.requestParticipantsList()
        PubNub.requestParticipantsList(for: objects)
        PubNub.requestParticipantsList(for: objects, clientIdentifiersRequired: true)
        PubNub.requestParticipantsList(for: objects, clientIdentifiersRequired: true, clientState: true)
        PubNub.requestParticipantsList(
            for: objects,
            clientIdentifiersRequired: true,
            clientState: true,
            withCompletionBlock: { _, _, _ in }
        )
        PubNub.requestParticipantsList(
            for: objects,
            clientIdentifiersRequired: true,
            withCompletionBlock: { _, _, _ in }
        )
        PubNub.requestParticipantsList(for: objects, withCompletionBlock: { _, _, _ in })
        PubNub.requestParticipantsList(withClientIdentifiers: true)
        PubNub.requestParticipantsList(withClientIdentifiers: true, andCompletionBlock: { _, _, _ in })
        PubNub.requestParticipantsList(withClientIdentifiers: true, clientState: true)
        PubNub.requestParticipantsList(
            withClientIdentifiers: true,
            clientState: true,
            andCompletionBlock: { _, _, _ in }
        )
        PubNub.requestParticipantsList(completionBlock: { _, _, _ in })
        #expect(calls.count == 18)
    }

    @available(*, deprecated, message: "Compiles what is deprecated")
    @Test func presenceDeprecated() {
        let given = Given.shared()
        let calls = EndedCalls(of: PubNub.sharedInstance())
        let channel = given.channel
        let channels = given.channels
        PubNub.disablePresenceObservation(for: channel)
        PubNub.disablePresenceObservation(for: channel, withCompletionHandling: { _, _ in })
        PubNub.disablePresenceObservation(forChannels: channels)
        PubNub.disablePresenceObservation(forChannels: channels, withCompletionHandling: { _, _ in })
        PubNub.enablePresenceObservation(for: channel)
        PubNub.enablePresenceObservation(for: channel, withCompletionHandling: { _, _ in })
        PubNub.enablePresenceObservation(forChannels: channels)
        PubNub.enablePresenceObservation(forChannels: channels, withCompletionHandling: { _, _ in })
        _ = PubNub.isPresenceObservationEnabled(for: channel)
        PubNub.requestParticipantsList(for: channel)
        PubNub.requestParticipantsList(for: channel, clientIdentifiersRequired: true)
        PubNub.requestParticipantsList(for: channel, clientIdentifiersRequired: true, clientState: true)
        PubNub.requestParticipantsList(
            for: channel,
            clientIdentifiersRequired: true,
            clientState: true,
            withCompletionBlock: { _, _, _ in }
        )
        PubNub.requestParticipantsList(
            for: channel,
            clientIdentifiersRequired: true,
            withCompletionBlock: { _, _, _ in }
        )
        PubNub.requestParticipantsList(for: channel, withCompletionBlock: { _, _, _ in })
        #expect(calls.count == 14)
    }
}
