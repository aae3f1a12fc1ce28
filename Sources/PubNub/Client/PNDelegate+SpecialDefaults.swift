// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

/// The defaults of delegate methods that do more than call the ``PNLegacyDelegate`` form, or nothing. The others are
/// generated.
extension PNDelegate {
    /// Calls the ``PNLegacyDelegate`` form.
    public func pubnubClient(
        _ client: PubNub,
        willSuspendWith preSuspensionBlock: @escaping (@escaping (@escaping () -> Void) -> Void) -> Void
    ) {
        pubnubClient(
            Optional(client),
            willSuspendWith: { work in
                preSuspensionBlock { done in work?(done) }
            }
        )
    }

    /// Returns `false`.
    public func shouldRunClientInBackground() -> Bool {
        false
    }
}

/// The methods that 3.7.0 replaced, which are called if their successor is not implemented.
extension PNDelegate {
    func callDeprecatedForms(_ client: PubNub, didSubscribeOn channelObjects: [Any]?) {
        pubnubClient(client, didSubscribeOnChannels: channels(channelObjects))
    }

    func callDeprecatedForms(_ client: PubNub, willRestoreSubscriptionOn channelObjects: [Any]?) {
        pubnubClient(client, willRestoreSubscriptionOnChannels: channels(channelObjects))
    }

    func callDeprecatedForms(_ client: PubNub, didRestoreSubscriptionOn channelObjects: [Any]?) {
        pubnubClient(client, didRestoreSubscriptionOnChannels: channels(channelObjects))
    }

    func callDeprecatedForms(_ client: PubNub, didUnsubscribeFrom channelObjects: [Any]?) {
        pubnubClient(client, didUnsubscribeOnChannels: channels(channelObjects))
    }

    func callDeprecatedForms(_ client: PubNub, didEnablePresenceObservationOn channelObjects: [Any]?) {
        pubnubClient(client, didEnablePresenceObservationOnChannels: channels(channelObjects))
    }

    func callDeprecatedForms(_ client: PubNub, didDisablePresenceObservationOn channelObjects: [Any]?) {
        pubnubClient(client, didDisablePresenceObservationOnChannels: channels(channelObjects))
    }

    func callDeprecatedForms(
        _ client: PubNub,
        didReceiveParticipants presenceInformation: PNHereNow?,
        for channelObjects: [Any]?
    ) {
        guard let presenceInformation else { return }
        let channels = presenceInformation.channels()
        let objects = channelObjects?.compactMap { $0 as? any PNChannelProtocol } ?? []
        client.delegateTrace.countAsOne {
            let everyone = channels.flatMap(presenceInformation.participants)
            pubnubClient(client, didReceiveParticipantsLits: everyone, for: objects)
            for channel in channels {
                let participants = presenceInformation.participants(for: channel)
                pubnubClient(client, didReceiveParticipantsList: participants, for: channel)
                pubnubClient(client, didReceiveParticipantsLits: participants, for: channel)
            }
            return 1 + 2 * channels.count
        }
    }

    func callDeprecatedForms(
        _ client: PubNub,
        didFailParticipantsListDownloadFor channelObjects: [Any]?,
        withError error: PNError?
    ) {
        guard let error else { return }
        let channels = channels(channelObjects)
        for channel in channels {
            pubnubClient(client, didFailParticipantsListDownloadFor: channel, withError: error)
        }
        if channels.isEmpty {
            pubnubClient(Optional(client), didFailParticipantsListDownloadFor: PNChannel?.none, withError: error)
        }
    }

    private func channels(_ list: [Any]?) -> [PNChannel] {
        list?.compactMap { $0 as? PNChannel } ?? []
    }
}
