/// For which services notification payloads are made.
public struct PNPushType: OptionSet, Hashable, Sendable {
    /// The number the legacy interface uses.
    public let rawValue: UInt

    /// Makes a value of its number.
    ///
    /// - Parameter rawValue: The number.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Apple, without saying which app on which devices. Where it is given, ``PNAPNS2Push`` has no effect.
    public static let PNAPNSPush = PNPushType(rawValue: 1 << 0)

    /// Apple over HTTP/2, for the targets of ``PNAPNSNotificationPayload/configurations``.
    public static let PNAPNS2Push = PNPushType(rawValue: 1 << 1)

    /// Google (Firebase Cloud Messaging).
    public static let PNFCMPush = PNPushType(rawValue: 1 << 2)

    /// Microsoft, whose service has ended: nothing is made for it.
    public static let PNMPNSPush = PNPushType(rawValue: 1 << 3)
}
