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

/// The defaults of methods that replace deprecated ones. They call the methods that they replace.
extension PNDelegate {
    /// Calls the deprecated forms of this method.
    public func pubnubClient(_ client: PubNub!, didSubscribeOn channelObjects: [Any]!) {
        guard let client else { return }
        pubnubClient(client, didSubscribeOnChannels: channels(channelObjects))
    }

    /// Calls the deprecated forms of this method.
    public func pubnubClient(_ client: PubNub!, willRestoreSubscriptionOn channelObjects: [Any]!) {
        guard let client else { return }
        pubnubClient(client, willRestoreSubscriptionOnChannels: channels(channelObjects))
    }

    /// Calls the deprecated forms of this method.
    public func pubnubClient(_ client: PubNub!, didRestoreSubscriptionOn channelObjects: [Any]!) {
        guard let client else { return }
        pubnubClient(client, didRestoreSubscriptionOnChannels: channels(channelObjects))
    }

    /// Calls the deprecated forms of this method.
    public func pubnubClient(_ client: PubNub!, didUnsubscribeFrom channelObjects: [Any]!) {
        guard let client else { return }
        pubnubClient(client, didUnsubscribeOnChannels: channels(channelObjects))
    }

    /// Calls the deprecated forms of this method.
    public func pubnubClient(_ client: PubNub!, didEnablePresenceObservationOn channelObjects: [Any]!) {
        guard let client else { return }
        pubnubClient(client, didEnablePresenceObservationOnChannels: channels(channelObjects))
    }

    /// Calls the deprecated forms of this method.
    public func pubnubClient(_ client: PubNub!, didDisablePresenceObservationOn channelObjects: [Any]!) {
        guard let client else { return }
        pubnubClient(client, didDisablePresenceObservationOnChannels: channels(channelObjects))
    }

    /// Calls the deprecated forms of this method.
    public func pubnubClient(
        _ client: PubNub!,
        didReceiveParticipants presenceInformation: PNHereNow!,
        for channelObjects: [Any]!
    ) {
        guard let client, let presenceInformation else { return }
        reportParticipants(client, presenceInformation, objects(channelObjects))
    }

    /// Calls the deprecated forms of this method.
    public func pubnubClient(
        _ client: PubNub!,
        didFailParticipantsListDownloadFor channelObjects: [Any]!,
        withError error: PNError!
    ) {
        guard let client, let error else { return }
        let channels = channels(channelObjects)
        for channel in channels {
            pubnubClient(client, didFailParticipantsListDownloadFor: channel, withError: error)
        }
        if channels.isEmpty {
            pubnubClient(Optional(client), didFailParticipantsListDownloadFor: PNChannel?.none, withError: error)
        }
    }

    private func reportParticipants(_ client: PubNub, _ information: PNHereNow, _ objects: [any PNChannelProtocol]) {
        let channels = information.channels()
        let everyone = channels.flatMap(information.participants)
        pubnubClient(client, didReceiveParticipantsLits: everyone, for: objects)
        for channel in channels {
            let participants = information.participants(for: channel)
            pubnubClient(client, didReceiveParticipantsList: participants, for: channel)
            pubnubClient(client, didReceiveParticipantsLits: participants, for: channel)
        }
    }

    private func objects(_ list: [Any]?) -> [any PNChannelProtocol] {
        list?.compactMap { $0 as? any PNChannelProtocol } ?? []
    }

    private func channels(_ list: [Any]?) -> [PNChannel] {
        list?.compactMap { $0 as? PNChannel } ?? []
    }
}
