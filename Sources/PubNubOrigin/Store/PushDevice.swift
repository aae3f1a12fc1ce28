/// A device that gets notifications, as one service knows it.
struct PushDevice: Hashable, Sendable {
    let keyset: String
    let service: PushService
    let token: String
    /// The bundle of the app; empty unless the service is `apns2`.
    var topic = ""
    /// `development` or `production`; empty unless the service is `apns2`.
    var environment = ""
}
