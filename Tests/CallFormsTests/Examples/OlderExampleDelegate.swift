import PubNub

/// README "Delegate callback methods": the examples of methods that 3.7.0 deprecated.
final class OlderExampleDelegate: PNDelegate {
    private(set) var said: [String] = []

    private func say(_ text: String) {
        said.append(text)
    }

    func pubnubClient(_ client: PubNub, didSubscribeOnChannels channels: [PNChannel]) {
        say("subscribed to channels \(channels.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, willRestoreSubscriptionOnChannels channels: [PNChannel]) {
        say("resuming channels \(channels.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, didRestoreSubscriptionOnChannels channels: [PNChannel]) {
        say("resumed channels \(channels.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, didUnsubscribeOnChannels channels: [PNChannel]) {
        say("left channels \(channels.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, didEnablePresenceObservationOnChannels channels: [PNChannel]) {
        say("presence on for channels \(channels.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, didDisablePresenceObservationOnChannels channels: [PNChannel]) {
        say("presence off for channels \(channels.map(\.name))")
    }

    func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantsLits participantsList: [PNClient],
        for channelObjects: [any PNChannelProtocol]
    ) {
        say("here: \(participantsList.count) on \(channelObjects.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, didReceiveParticipantsLits participantsList: [PNClient], for channel: PNChannel)
    {
        say("here: \(participantsList.count) on \(channel.name)")
    }

    func pubnubClient(_ client: PubNub, didFailParticipantsListDownloadFor channel: PNChannel, withError error: PNError)
    {
        say("not known who is on \(channel.name): \(error.code)")
    }
}
