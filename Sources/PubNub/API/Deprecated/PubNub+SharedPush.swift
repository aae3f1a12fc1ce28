public import Foundation

/// Notifications on devices, switched by the shared client.
///
/// Each method forwards to the one of the same name of ``sharedInstance()``, which says what the parameters mean.
extension PubNub {
    /// Notifies a device of messages on one channel, with the shared client.
    public static func enablePushNotifications(
        on channel: PNChannel,
        withDevicePushToken pushToken: Data?,
        andCompletionHandling handlerBlock: PNClientPushNotificationsEnableHandlingBlock? = nil
    ) {
        sharedInstance().enablePushNotifications(
            on: channel,
            withDevicePushToken: pushToken,
            andCompletionHandling: handlerBlock
        )
    }

    /// Notifies a device of messages on channels, with the shared client.
    public static func enablePushNotifications(
        onChannels channels: [PNChannel],
        withDevicePushToken pushToken: Data?,
        andCompletionHandling handlerBlock: PNClientPushNotificationsEnableHandlingBlock? = nil
    ) {
        sharedInstance().enablePushNotifications(
            onChannels: channels,
            withDevicePushToken: pushToken,
            andCompletionHandling: handlerBlock
        )
    }

    /// Notifies a device of messages on one channel no longer, with the shared client.
    public static func disablePushNotifications(
        on channel: PNChannel,
        withDevicePushToken pushToken: Data?,
        andCompletionHandling handlerBlock: PNClientPushNotificationsDisableHandlingBlock? = nil
    ) {
        sharedInstance().disablePushNotifications(
            on: channel,
            withDevicePushToken: pushToken,
            andCompletionHandling: handlerBlock
        )
    }

    /// Notifies a device of messages on channels no longer, with the shared client.
    public static func disablePushNotifications(
        onChannels channels: [PNChannel],
        withDevicePushToken pushToken: Data?,
        andCompletionHandling handlerBlock: PNClientPushNotificationsDisableHandlingBlock? = nil
    ) {
        sharedInstance().disablePushNotifications(
            onChannels: channels,
            withDevicePushToken: pushToken,
            andCompletionHandling: handlerBlock
        )
    }

    /// Notifies a device of nothing any more, with the shared client.
    public static func removeAllPushNotifications(
        forDevicePushToken pushToken: Data?,
        withCompletionHandling handlerBlock: PNClientPushNotificationsRemoveHandlingBlock? = nil
    ) {
        sharedInstance().removeAllPushNotifications(forDevicePushToken: pushToken, withCompletionHandling: handlerBlock)
    }

    /// Asks of which channels a device is notified, with the shared client.
    public static func requestPushNotificationEnabledChannels(
        forDevicePushToken pushToken: Data?,
        withCompletionHandling handlerBlock: PNClientPushNotificationsEnabledChannelsHandlingBlock? = nil
    ) {
        sharedInstance().requestPushNotificationEnabledChannels(
            forDevicePushToken: pushToken,
            withCompletionHandling: handlerBlock
        )
    }
}
