/// Which of Apple's push gateways knows the devices.
public enum PNAPNSEnvironment: UInt, Sendable {
    /// The one for apps that are being developed.
    case development = 0

    /// The one for apps that are distributed.
    case production = 1

    /// The name in a payload.
    var name: String {
        switch self {
        case .development: "development"
        case .production: "production"
        }
    }
}
