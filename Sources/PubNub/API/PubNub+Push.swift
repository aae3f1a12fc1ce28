public import Foundation

/// Notifications on devices (README "APNS Methods").
///
/// A token is handed over as the push service gave it: Apple's as its bytes, which travel as lower-case hexadecimal digits,
/// and Google's as the bytes of its text, `Data(token.utf8)`, which travels as it is. A missing or empty token is error 139,
/// and nothing is sent. No token is ever written into a log or an error.
extension PubNub {
    /// Notifies a device of messages on one channel.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - pushToken: The token of the device.
    ///   - pushType: Who delivers the notifications; Apple by default.
    ///   - handlerBlock: Called with the channel in a list, or with the error, whose `associatedObject` is that list. nil,
    ///     the default, when nobody waits for it.
    public func enablePushNotifications(
        on channel: PNChannel,
        withDevicePushToken pushToken: Data?,
        type pushType: PNPushService = .apns,
        andCompletionHandling handlerBlock: PNClientPushNotificationsEnableHandlingBlock? = nil
    ) {
        engine.enablePush(on: [channel], .init(token: pushToken, type: pushType), handlerBlock)
    }

    /// Notifies a device of messages on channels.
    ///
    /// - Parameters:
    ///   - channels: The channels; an empty list is error 118.
    ///   - pushToken: The token of the device.
    ///   - pushType: Who delivers the notifications; Apple by default.
    ///   - handlerBlock: Called with the channels, or with the error, whose `associatedObject` is the list of them. nil,
    ///     the default, when nobody waits for it.
    public func enablePushNotifications(
        onChannels channels: [PNChannel],
        withDevicePushToken pushToken: Data?,
        type pushType: PNPushService = .apns,
        andCompletionHandling handlerBlock: PNClientPushNotificationsEnableHandlingBlock? = nil
    ) {
        engine.enablePush(on: channels, .init(token: pushToken, type: pushType), handlerBlock)
    }

    /// Notifies a device of messages on one channel no longer.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - pushToken: The token of the device.
    ///   - pushType: Who delivers the notifications; Apple by default.
    ///   - handlerBlock: Called with the channel in a list, or with the error, whose `associatedObject` is that list. nil,
    ///     the default, when nobody waits for it.
    public func disablePushNotifications(
        on channel: PNChannel,
        withDevicePushToken pushToken: Data?,
        type pushType: PNPushService = .apns,
        andCompletionHandling handlerBlock: PNClientPushNotificationsDisableHandlingBlock? = nil
    ) {
        engine.disablePush(on: [channel], .init(token: pushToken, type: pushType), handlerBlock)
    }

    /// Notifies a device of messages on channels no longer.
    ///
    /// - Parameters:
    ///   - channels: The channels; an empty list is error 118.
    ///   - pushToken: The token of the device.
    ///   - pushType: Who delivers the notifications; Apple by default.
    ///   - handlerBlock: Called with the channels, or with the error, whose `associatedObject` is the list of them. nil,
    ///     the default, when nobody waits for it.
    public func disablePushNotifications(
        onChannels channels: [PNChannel],
        withDevicePushToken pushToken: Data?,
        type pushType: PNPushService = .apns,
        andCompletionHandling handlerBlock: PNClientPushNotificationsDisableHandlingBlock? = nil
    ) {
        engine.disablePush(on: channels, .init(token: pushToken, type: pushType), handlerBlock)
    }

    /// Notifies a device of nothing any more.
    ///
    /// - Parameters:
    ///   - pushToken: The token of the device.
    ///   - pushType: Who delivers the notifications; Apple by default.
    ///   - handlerBlock: Called with nil, or with the error. nil, the default, when nobody waits for it.
    public func removeAllPushNotifications(
        forDevicePushToken pushToken: Data?,
        type pushType: PNPushService = .apns,
        withCompletionHandling handlerBlock: PNClientPushNotificationsRemoveHandlingBlock? = nil
    ) {
        engine.removeAllPush(from: .init(token: pushToken, type: pushType), handlerBlock)
    }

    /// Asks of which channels a device is notified.
    ///
    /// - Parameters:
    ///   - pushToken: The token of the device.
    ///   - pushType: Who delivers the notifications; Apple by default.
    ///   - handlerBlock: Called with all channels of the device, or with the error. nil, the default, when nobody waits
    ///     for it.
    public func requestPushNotificationEnabledChannels(
        forDevicePushToken pushToken: Data?,
        type pushType: PNPushService = .apns,
        withCompletionHandling handlerBlock: PNClientPushNotificationsEnabledChannelsHandlingBlock? = nil
    ) {
        engine.requestPushChannels(of: .init(token: pushToken, type: pushType), handlerBlock)
    }
}
