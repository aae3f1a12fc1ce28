import Foundation
import PubNub

/// Writes down every call of a deprecated delegate method by its full name, with what it was told.
final class SupersededDelegate: PNDelegate, Sendable {
    let log: ToldLog

    init(_ log: ToldLog) {
        self.log = log
    }

    func pubnubClient(_ client: PubNub, didSubscribeOnChannels channels: [PNChannel]) {
        log.add(delegate: #function, channels)
    }

    func pubnubClient(_ client: PubNub, willRestoreSubscriptionOnChannels channels: [PNChannel]) {
        log.add(delegate: #function, channels)
    }

    func pubnubClient(_ client: PubNub, didRestoreSubscriptionOnChannels channels: [PNChannel]) {
        log.add(delegate: #function, channels)
    }

    func pubnubClient(_ client: PubNub, didUnsubscribeOnChannels channels: [PNChannel]) {
        log.add(delegate: #function, channels)
    }

    func pubnubClient(_ client: PubNub, didEnablePresenceObservationOnChannels channels: [PNChannel]) {
        log.add(delegate: #function, channels)
    }

    func pubnubClient(_ client: PubNub, didDisablePresenceObservationOnChannels channels: [PNChannel]) {
        log.add(delegate: #function, channels)
    }

    func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantsLits participantsList: [PNClient],
        for channelObjects: [any PNChannelProtocol]
    ) { log.add(delegate: #function, participantsList, channelObjects) }

    func pubnubClient(_ client: PubNub, didReceiveParticipantsList participantsList: [PNClient], for channel: PNChannel)
    { log.add(delegate: #function, participantsList, channel) }

    func pubnubClient(_ client: PubNub, didReceiveParticipantsLits participantsList: [PNClient], for channel: PNChannel)
    { log.add(delegate: #function, participantsList, channel) }

    func pubnubClient(_ client: PubNub, didFailParticipantsListDownloadFor channel: PNChannel, withError error: PNError)
    { log.add(delegate: #function, channel, error) }
}
