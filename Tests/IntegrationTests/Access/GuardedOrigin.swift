import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport

/// An origin with an access manager, and clients that use its clock.
struct GuardedOrigin {
    static let secretKey = "sec-c-4c1f"
    /// The authorization key of the admin.
    static let adminKey = "admin-7d20"

    let clock: OriginManualClock
    let address: OriginAddress
    /// A client with the secret key, and every right on the channel `room`.
    let admin: IntegrationClient

    /// A connected client with an authorization key, or without one, and a clock that may be ahead of the origin's.
    func client(
        key: String?,
        secretKey: String? = nil,
        ahead seconds: TimeInterval = 0
    ) async throws -> IntegrationClient {
        try await IntegrationClient.connected(address, secretKey: secretKey, clock: clock, ahead: seconds) {
            $0.authorizationKey = key
        }
    }
}

/// Runs a test body against an origin with an access manager; only the admin has rights, on `room`.
func withGuardedOrigin(_ body: (GuardedOrigin) async throws -> Void) async throws {
    let clock = OriginManualClock()
    let configuration = OriginConfiguration(
        publishKey: "demo",
        subscribeKey: "demo",
        secretKey: GuardedOrigin.secretKey,
        accessManager: true,
        limits: .withoutDeadlines,
        clock: clock
    )
    try await withOrigin(configuration) { _, address in
        let admin = try await IntegrationClient.connected(
            address,
            secretKey: GuardedOrigin.secretKey,
            clock: clock
        ) { $0.authorizationKey = GuardedOrigin.adminKey }
        try await admin.grant(
            [.readAccessRight, .writeAccessRight, .managementRight],
            on: [PNChannel.channel(withName: "room")],
            to: GuardedOrigin.adminKey,
            minutes: 0
        )
        try await body(GuardedOrigin(clock: clock, address: address, admin: admin))
    }
}
