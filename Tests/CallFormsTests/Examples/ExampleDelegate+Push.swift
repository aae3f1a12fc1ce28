import PubNub

/// README "Delegate callback methods": push notifications and access rights.
extension ExampleDelegate {
    func pubnubClient(_ client: PubNub, didEnablePushNotificationsOnChannels channels: [PNChannel]) {
        PNLog(.generalLevel, self, "PubNub client enabled push notifications on channels: %@", channels)
        say("push on for \(channels.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, pushNotificationEnableDidFailWithError error: PNError) {
        PNLog(.generalLevel, self, "PubNub client failed push notification enable because of error: %@", error)
        say("push not on: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, didDisablePushNotificationsOnChannels channels: [PNChannel]) {
        PNLog(.generalLevel, self, "PubNub client disabled push notifications on channels: %@", channels)
        say("push off for \(channels.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, pushNotificationDisableDidFailWithError error: PNError) {
        PNLog(.generalLevel, self, "PubNub client failed to disable push notifications because of error: %@", error)
        say("push not off: \(error.code)")
    }

    func pubnubClientDidRemovePushNotifications(_ client: PubNub) {
        PNLog(.generalLevel, self, "PubNub client removed push notifications from all channels")
        say("no push any more")
    }

    func pubnubClient(_ client: PubNub, pushNotificationsRemoveFromChannelsDidFailWithError error: PNError) {
        PNLog(
            .generalLevel,
            self,
            "PubNub client failed remove push notifications from channels because of error: %@",
            error
        )
        say("push not removed: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, didReceivePushNotificationEnabledChannels channels: [PNChannel]) {
        PNLog(.generalLevel, self, "PubNub client received push notifications for these enabled channels: %@", channels)
        say("push is on for \(channels.map(\.name))")
    }

    func pubnubClient(_ client: PubNub, pushNotificationEnabledChannelsReceiveDidFailWithError error: PNError) {
        PNLog(.generalLevel, self, "PubNub client failed to receive list of channels because of error: %@", error)
        say("not known where push is on: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, didChangeAccessRights accessRightsCollection: PNAccessRightsCollection) {
        PNLog(.generalLevel, self, "PubNub client changed access rights configuration: %@", accessRightsCollection)
        say("rights of \(accessRightsCollection.level)")
    }

    func pubnubClient(_ client: PubNub, accessRightsChangeDidFailWithError error: PNError) {
        PNLog(
            .generalLevel,
            self,
            "PubNub client failed to change access rights configuration because of error: %@",
            error
        )
        say("rights not changed: \(error.code)")
    }

    func pubnubClient(_ client: PubNub, didAuditAccessRights accessRightsCollection: PNAccessRightsCollection) {
        PNLog(.generalLevel, self, "PubNub client completed access rights audition: %@", accessRightsCollection)
        say("asked rights of \(accessRightsCollection.level)")
    }

    func pubnubClient(_ client: PubNub, accessRightsAuditDidFailWithError error: PNError) {
        PNLog(.generalLevel, self, "PubNub client failed to audit access rights because of error: %@", error)
        say("rights not known: \(error.code)")
    }
}
