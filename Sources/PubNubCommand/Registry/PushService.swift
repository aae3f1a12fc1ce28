import ArgumentParser
import PubNub

/// Who notifies a device, as it is named on the command line.
enum PushService: String, ExpressibleByArgument, CaseIterable {
    case apns, fcm

    /// The library's form.
    var inLibrary: PNPushService {
        switch self {
        case .apns: .apns
        case .fcm: .fcm
        }
    }
}
