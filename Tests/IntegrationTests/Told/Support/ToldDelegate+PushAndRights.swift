import Foundation
import PubNub

/// Notifications of devices, and access rights.
extension ToldDelegate {
    func pubnubClient(_ client: PubNub, didEnablePushNotificationsOnChannels channels: [PNChannel]) {
        log.add(delegate: #function, channels)
    }

    func pubnubClient(_ client: PubNub, pushNotificationEnableDidFailWithError error: PNError) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub, didDisablePushNotificationsOnChannels channels: [PNChannel]) {
        log.add(delegate: #function, channels)
    }

    func pubnubClient(_ client: PubNub, pushNotificationDisableDidFailWithError error: PNError) {
        log.add(delegate: #function, error)
    }

    func pubnubClientDidRemovePushNotifications(_ client: PubNub) { log.add(delegate: #function) }

    func pubnubClient(_ client: PubNub, pushNotificationsRemoveFromChannelsDidFailWithError error: PNError) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub, didReceivePushNotificationEnabledChannels channels: [PNChannel]) {
        log.add(delegate: #function, channels)
    }

    func pubnubClient(_ client: PubNub, pushNotificationEnabledChannelsReceiveDidFailWithError error: PNError) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub, didChangeAccessRights accessRightsCollection: PNAccessRightsCollection) {
        log.add(delegate: #function, accessRightsCollection)
    }

    func pubnubClient(_ client: PubNub, accessRightsChangeDidFailWithError error: PNError) {
        log.add(delegate: #function, error)
    }

    func pubnubClient(_ client: PubNub, didAuditAccessRights accessRightsCollection: PNAccessRightsCollection) {
        log.add(delegate: #function, accessRightsCollection)
    }

    func pubnubClient(_ client: PubNub, accessRightsAuditDidFailWithError error: PNError) {
        log.add(delegate: #function, error)
    }
}
