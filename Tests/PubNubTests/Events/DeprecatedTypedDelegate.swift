import Foundation

@testable import PubNub

/// Implements every deprecated method in its plain spelling.
final class DeprecatedTypedDelegate: PNDelegate {
    let calls = Recorder()

    func pubnubClient(_ client: PubNub, didSubscribeOnChannels channels: [PNChannel]) {
        calls.record("didSubscribeOnChannels")
    }

    func pubnubClient(_ client: PubNub, willRestoreSubscriptionOnChannels channels: [PNChannel]) {
        calls.record("willRestoreSubscriptionOnChannels")
    }

    func pubnubClient(_ client: PubNub, didRestoreSubscriptionOnChannels channels: [PNChannel]) {
        calls.record("didRestoreSubscriptionOnChannels")
    }

    func pubnubClient(_ client: PubNub, didUnsubscribeOnChannels channels: [PNChannel]) {
        calls.record("didUnsubscribeOnChannels")
    }

    func pubnubClient(_ client: PubNub, didEnablePresenceObservationOnChannels channels: [PNChannel]) {
        calls.record("didEnablePresenceObservationOnChannels")
    }

    func pubnubClient(_ client: PubNub, didDisablePresenceObservationOnChannels channels: [PNChannel]) {
        calls.record("didDisablePresenceObservationOnChannels")
    }

    func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantsLits participantsList: [PNClient],
        for channelObjects: [any PNChannelProtocol]
    ) {
        calls.record("didReceiveParticipantsLits:for objects")
    }

    func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantsList participantsList: [PNClient],
        for channel: PNChannel
    ) {
        calls.record("didReceiveParticipantsList:for")
    }

    func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantsLits participantsList: [PNClient],
        for channel: PNChannel
    ) {
        calls.record("didReceiveParticipantsLits:for PNChannel")
    }

    func pubnubClient(
        _ client: PubNub,
        didFailParticipantsListDownloadFor channel: PNChannel,
        withError error: PNError
    ) {
        calls.record("didFailParticipantsListDownloadFor:withError PNChannel")
    }
}
