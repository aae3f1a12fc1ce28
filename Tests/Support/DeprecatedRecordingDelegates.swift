// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals
import Foundation
package import PubNub

/// Passes on every call of a deprecated delegate method.
package final class DeprecatedRecordingDelegate: PNDelegate, Sendable {
    private let receiver: @Sendable (DelegateCall) -> Void

    package init(_ receiver: @escaping @Sendable (DelegateCall) -> Void) {
        self.receiver = receiver
    }

    private func receive(_ method: String, _ values: Any?...) {
        receiver(DelegateCall(method: method, values: values))
    }

    package func pubnubClient(_ client: PubNub, didSubscribeOnChannels channels: [PNChannel]) {
        receive(#function, channels)
    }

    package func pubnubClient(_ client: PubNub, willRestoreSubscriptionOnChannels channels: [PNChannel]) {
        receive(#function, channels)
    }

    package func pubnubClient(_ client: PubNub, didRestoreSubscriptionOnChannels channels: [PNChannel]) {
        receive(#function, channels)
    }

    package func pubnubClient(_ client: PubNub, didUnsubscribeOnChannels channels: [PNChannel]) {
        receive(#function, channels)
    }

    package func pubnubClient(_ client: PubNub, didEnablePresenceObservationOnChannels channels: [PNChannel]) {
        receive(#function, channels)
    }

    package func pubnubClient(_ client: PubNub, didDisablePresenceObservationOnChannels channels: [PNChannel]) {
        receive(#function, channels)
    }

    package func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantsLits participantsList: [PNClient],
        for channelObjects: [any PNChannelProtocol]
    ) { receive(#function, participantsList, channelObjects) }

    package func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantsList participantsList: [PNClient],
        for channel: PNChannel
    ) { receive(#function, participantsList, channel) }

    package func pubnubClient(
        _ client: PubNub,
        didReceiveParticipantsLits participantsList: [PNClient],
        for channel: PNChannel
    ) { receive(#function, participantsList, channel) }

    package func pubnubClient(
        _ client: PubNub,
        didFailParticipantsListDownloadFor channel: PNChannel,
        withError error: PNError
    ) { receive(#function, channel, error) }
}

/// Passes on every call of a deprecated delegate method, spelled as Swift imported it from Objective-C.
package final class DeprecatedImportedRecordingDelegate: PNDelegate, Sendable {
    private let receiver: @Sendable (DelegateCall) -> Void

    package init(_ receiver: @escaping @Sendable (DelegateCall) -> Void) {
        self.receiver = receiver
    }

    private func receive(_ method: String, _ values: Any?...) {
        receiver(DelegateCall(method: method, values: values))
    }

    package func pubnubClient(_ client: PubNub!, didSubscribeOnChannels channels: [Any]!) {
        receive(#function, channels)
    }

    package func pubnubClient(_ client: PubNub!, willRestoreSubscriptionOnChannels channels: [Any]!) {
        receive(#function, channels)
    }

    package func pubnubClient(_ client: PubNub!, didRestoreSubscriptionOnChannels channels: [Any]!) {
        receive(#function, channels)
    }

    package func pubnubClient(_ client: PubNub!, didUnsubscribeOnChannels channels: [Any]!) {
        receive(#function, channels)
    }

    package func pubnubClient(_ client: PubNub!, didEnablePresenceObservationOnChannels channels: [Any]!) {
        receive(#function, channels)
    }

    package func pubnubClient(_ client: PubNub!, didDisablePresenceObservationOnChannels channels: [Any]!) {
        receive(#function, channels)
    }

    package func pubnubClient(
        _ client: PubNub!,
        didReceiveParticipantsLits participantsList: [Any]!,
        for channelObjects: [Any]!
    ) {
        receive(#function, participantsList, channelObjects)
    }

    package func pubnubClient(
        _ client: PubNub!,
        didReceiveParticipantsList participantsList: [Any]!,
        for channel: PNChannel!
    ) {
        receive(#function, participantsList, channel)
    }

    package func pubnubClient(
        _ client: PubNub!,
        didReceiveParticipantsLits participantsList: [Any]!,
        for channel: PNChannel!
    ) {
        receive(#function, participantsList, channel)
    }

    package func pubnubClient(
        _ client: PubNub!,
        didFailParticipantsListDownloadFor channel: PNChannel!,
        withError error: PNError!
    ) {
        receive(#function, channel, error)
    }
}
