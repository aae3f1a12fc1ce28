/// Messages sent by the shared client.
///
/// Each method forwards to the one of the same name of ``sharedInstance()``, which says what the parameters mean.
extension PubNub {
    /// Sends a message to a channel, with the shared client.
    @discardableResult
    public static func sendMessage(
        _ message: Any?,
        applePushNotification apnsPayload: [String: Any]? = nil,
        googleCloudNotification gcmPayload: [String: Any]? = nil,
        to channel: PNChannel?,
        compressed shouldCompressMessage: Bool = false,
        storeInHistory shouldStoreInHistory: Bool = true,
        withCompletionBlock success: PNClientMessageProcessingBlock? = nil
    ) -> PNMessage? {
        sharedInstance().sendMessage(
            message,
            applePushNotification: apnsPayload,
            googleCloudNotification: gcmPayload,
            to: channel,
            compressed: shouldCompressMessage,
            storeInHistory: shouldStoreInHistory,
            withCompletionBlock: success
        )
    }

    /// Sends a message that was made by an earlier call, or loaded from a file, again, with the shared client.
    public static func send(
        _ message: PNMessage?,
        compressed shouldCompressMessage: Bool = false,
        storeInHistory shouldStoreInHistory: Bool = true,
        withCompletionBlock success: PNClientMessageProcessingBlock? = nil
    ) {
        sharedInstance().send(
            message,
            compressed: shouldCompressMessage,
            storeInHistory: shouldStoreInHistory,
            withCompletionBlock: success
        )
    }
}
