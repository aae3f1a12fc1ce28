import Foundation
import PubNub
import Testing

/// Every instance call form of 3.7.8 for the channel registry compiles, and does no harm on a client that is not connected.
@Suite struct ChannelRegistryForms {
    private let given = Given()

    @Test func current() {
        let client = given.client
        let channels = given.channels
        let text = given.text
        let group = given.group
        client.addChannels(channels, to: group)
        client.addChannels(channels, to: group, withCompletionHandling: { _, _, _ in })
        client.remove(group)
        client.remove(group, withCompletionHandling: { _, _ in })
        client.removeChannelGroupNamespace(text)
        client.removeChannelGroupNamespace(text, withCompletionHandling: { _, _ in })
        client.removeChannels(channels, from: group)
        client.removeChannels(channels, from: group, withCompletionHandling: { _, _, _ in })
        client.requestChannelGroupNamespaces()
        client.requestChannelGroupNamespaces(completionHandling: { _, _ in })
        client.requestChannelGroups(forNamespace: text)
        client.requestChannelGroups(forNamespace: text, withCompletionHandling: { _, _, _ in })
        client.requestChannelGroups(completionHandling: { _, _, _ in })
        client.requestChannels(for: group)
        client.requestChannels(for: group, withCompletionHandling: { _, _ in })
        client.requestDefaultChannelGroups()
        client.requestDefaultChannelGroups(completionHandling: { _, _, _ in })
        #expect(!client.isConnected())
    }
}
