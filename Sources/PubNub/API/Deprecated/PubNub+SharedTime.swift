/// The time of the service, asked by the shared client.
///
/// Each method forwards to the one of the same name of ``sharedInstance()``, which says what the parameters mean.
extension PubNub {
    /// Asks for the present time of the service, in units of 100 ns since 1970, with the shared client.
    public static func requestServerTimeToken(completionBlock success: PNClientTimeTokenReceivingCompleteBlock? = nil) {
        sharedInstance().requestServerTimeToken(completionBlock: success)
    }
}
