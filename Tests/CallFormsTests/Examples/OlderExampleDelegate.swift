import PubNub

/// README "Delegate callback methods": the examples of methods that 3.7.0 deprecated.
final class OlderExampleDelegate: PNDelegate {
    private(set) var said: [String] = []

    private func say(_ text: String) {
        said.append(text)
    }

    func pubnubClient(_ client: PubNub, didSubscribeOnChannels channels: [PNChannel]) {
        PNLog(.generalLevel, self, "PubNub client successfully subscribed to channels:%@", channels)
        say("subscribed to channels \(channels.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, willRestoreSubscriptionOnChannels channels: [PNChannel]) {
        PNLog(.generalLevel, self, "PubNub client resuming subscription on: %@", channels)
        say("resuming channels \(channels.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, didRestoreSubscriptionOnChannels channels: [PNChannel]) {
        PNLog(.generalLevel, self, "PubNub client successfully restored subscription on channels: %@", channels)
        say("resumed channels \(channels.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, didUnsubscribeOnChannels channels: [PNChannel]) {
        PNLog(.generalLevel, self, "PubNub client successfully unsubscribed from channels: %@", channels)
        say("left channels \(channels.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, didEnablePresenceObservationOnChannels channels: [PNChannel]) {
        PNLog(.generalLevel, self, "PubNub client successfully enabled presence observation on channels: %@", channels)
        say("presence on for channels \(channels.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, didDisablePresenceObservationOnChannels channels: [PNChannel]) {
        PNLog(.generalLevel, self, "PubNub client successfully disabled presence observation on channels: %@", channels)
        say("presence off for channels \(channels.map(\.name))")
    }

    func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantsLits participantsList: [PNClient],
        for channelObjects: [any PNChannelProtocol]
    ) {
        PNLog(
            .generalLevel,
            self,
            "PubNub client received participants list for channel %@: %@",
            participantsList,
            channelObjects
        )
        say("here: \(participantsList.count) on \(channelObjects.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, didReceiveParticipantsLits participantsList: [PNClient], for channel: PNChannel)
    {
        PNLog(
            .generalLevel,
            self,
            "PubNub client received participants list for channel %@: %@",
            participantsList,
            channel
        )
        say("here: \(participantsList.count) on \(channel.name)")
    }

    func pubnubClient(_ client: PubNub, didFailParticipantsListDownloadFor channel: PNChannel, withError error: PNError)
    {
        PNLog(
            .generalLevel,
            self,
            "PubNub client failed to download participants list for channel %@ because of error: %@",
            channel,
            error
        )
        say("not known who is on \(channel.name): \(error.code)")
    }
}
