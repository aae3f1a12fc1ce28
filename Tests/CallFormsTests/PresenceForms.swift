import Foundation
import PubNub
import Testing

/// Every instance call form of 3.7.8 for presence compiles, and does no harm on a client that is not connected.
@Suite struct PresenceForms {
    private let given = Given()

    @Test func current() {
        let client = given.client
        let objects = given.objects
        let object = given.object
        let text = given.text
        client.disablePresenceObservation(for: objects)
        client.disablePresenceObservation(for: objects, withCompletionHandling: { _, _ in })
        client.enablePresenceObservation(for: objects)
        client.enablePresenceObservation(for: objects, withCompletionHandling: { _, _ in })
        _ = client.isPresenceObservationEnabled(for: object)
        client.requestParticipantChannelsList(text)
        client.requestParticipantChannelsList(text, withCompletionBlock: { _, _, _ in })
        client.requestParticipantsList()
        client.requestParticipantsList(objects, clientIdentifiersRequired: true, clientState: true)
        client.requestParticipantsList(for: objects)
        client.requestParticipantsList(for: objects, clientIdentifiersRequired: true)
        client.requestParticipantsList(for: objects, clientIdentifiersRequired: true, clientState: true)
        client.requestParticipantsList(
            for: objects,
            clientIdentifiersRequired: true,
            clientState: true,
            withCompletionBlock: { _, _, _ in }
        )
        client.requestParticipantsList(
            for: objects,
            clientIdentifiersRequired: true,
            withCompletionBlock: { _, _, _ in }
        )
        client.requestParticipantsList(for: objects, withCompletionBlock: { _, _, _ in })
        client.requestParticipantsList(withClientIdentifiers: true)
        client.requestParticipantsList(withClientIdentifiers: true, andCompletionBlock: { _, _, _ in })
        client.requestParticipantsList(withClientIdentifiers: true, clientState: true)
        client.requestParticipantsList(
            withClientIdentifiers: true,
            clientState: true,
            andCompletionBlock: { _, _, _ in }
        )
        client.requestParticipantsList(completionBlock: { _, _, _ in })
        #expect(!client.isConnected())
    }

    @available(*, deprecated, message: "Compiles what is deprecated")
    @Test func deprecated() {
        let client = given.client
        let channels = given.channels
        let channel = given.channel
        client.disablePresenceObservation(for: channel)
        client.disablePresenceObservation(for: channel, withCompletionHandling: { _, _ in })
        client.disablePresenceObservation(forChannels: channels)
        client.disablePresenceObservation(forChannels: channels, withCompletionHandling: { _, _ in })
        client.enablePresenceObservation(for: channel)
        client.enablePresenceObservation(for: channel, withCompletionHandling: { _, _ in })
        client.enablePresenceObservation(forChannels: channels)
        client.enablePresenceObservation(forChannels: channels, withCompletionHandling: { _, _ in })
        _ = client.isPresenceObservationEnabled(for: channel)
        client.requestParticipantsList(for: channel)
        client.requestParticipantsList(for: channel, clientIdentifiersRequired: true)
        client.requestParticipantsList(for: channel, clientIdentifiersRequired: true, clientState: true)
        client.requestParticipantsList(
            for: channel,
            clientIdentifiersRequired: true,
            clientState: true,
            withCompletionBlock: { _, _, _ in }
        )
        client.requestParticipantsList(
            for: channel,
            clientIdentifiersRequired: true,
            withCompletionBlock: { _, _, _ in }
        )
        client.requestParticipantsList(for: channel, withCompletionBlock: { _, _, _ in })
        #expect(!client.isConnected())
    }
}
