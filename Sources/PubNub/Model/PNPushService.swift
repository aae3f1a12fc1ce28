import PubNubCore

/// The push service of a device.
public enum PNPushService: String, Sendable, CaseIterable {
    /// Apple, as in every call of 3.x.
    case apns

    /// Google (Firebase Cloud Messaging), whose tokens are strings: pass `Data(token.utf8)`.
    case fcm
}

extension PNPushService {
    /// The service as requests name it.
    var service: RegisteredDevice.Service {
        switch self {
        case .apns: .apns
        case .fcm: .fcm
        }
    }
}
