// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals
import Foundation

@testable import PubNub

/// Implements every deprecated method as imported code spells it.
final class DeprecatedCopiedDelegate: PNDelegate {
    let calls = Recorder()

    func pubnubClient(_ client: PubNub!, didSubscribeOnChannels channels: [Any]!) {
        calls.record("didSubscribeOnChannels")
    }

    func pubnubClient(_ client: PubNub!, willRestoreSubscriptionOnChannels channels: [Any]!) {
        calls.record("willRestoreSubscriptionOnChannels")
    }

    func pubnubClient(_ client: PubNub!, didRestoreSubscriptionOnChannels channels: [Any]!) {
        calls.record("didRestoreSubscriptionOnChannels")
    }

    func pubnubClient(_ client: PubNub!, didUnsubscribeOnChannels channels: [Any]!) {
        calls.record("didUnsubscribeOnChannels")
    }

    func pubnubClient(_ client: PubNub!, didEnablePresenceObservationOnChannels channels: [Any]!) {
        calls.record("didEnablePresenceObservationOnChannels")
    }

    func pubnubClient(_ client: PubNub!, didDisablePresenceObservationOnChannels channels: [Any]!) {
        calls.record("didDisablePresenceObservationOnChannels")
    }

    func pubnubClient(
        _ client: PubNub!,
        didReceiveParticipantsLits participantsList: [Any]!,
        for channelObjects: [Any]!
    ) {
        calls.record("didReceiveParticipantsLits:for objects")
    }

    func pubnubClient(_ client: PubNub!, didReceiveParticipantsList participantsList: [Any]!, for channel: PNChannel!) {
        calls.record("didReceiveParticipantsList:for")
    }

    func pubnubClient(_ client: PubNub!, didReceiveParticipantsLits participantsList: [Any]!, for channel: PNChannel!) {
        calls.record("didReceiveParticipantsLits:for PNChannel")
    }

    func pubnubClient(
        _ client: PubNub!,
        didFailParticipantsListDownloadFor channel: PNChannel!,
        withError error: PNError!
    ) {
        calls.record("didFailParticipantsListDownloadFor:withError PNChannel")
    }
}
