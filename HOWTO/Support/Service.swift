import Foundation
public import PubNub
import PubNubOrigin

/// The service a HOWTO talks to: the one that PUBNUB_ORIGIN, PUBNUB_PUBLISH_KEY, PUBNUB_SUBSCRIBE_KEY and
/// PUBNUB_SECRET_KEY name or, without keys in the environment, an origin in this process.
public enum Service {
    // Each serves as long as the process lives.
    private static let open = OriginServer()
    private static let guarded = OriginServer(
        configuration: OriginConfiguration(
            publishKey: "demo",
            subscribeKey: "demo",
            secretKey: "demo-secret",
            accessManager: true
        )
    )

    /// A configuration for the service.
    ///
    /// - Parameters:
    ///   - story: Ended with a reason when there is no such service.
    ///   - withAccessManager: Whether access rights are needed there. The configuration has then the secret key with which
    ///     rights are given. False by default.
    ///   - secure: Whether TLS has to be used, also when the origin's address does not ask for it. False by default.
    /// - Returns: The configuration; its callback queue is the main queue.
    public static func configuration(
        for story: Narrator,
        withAccessManager: Bool = false,
        secure: Bool = false
    ) async -> PNConfiguration {
        let environment = ProcessInfo.processInfo.environment
        if let publishKey = environment["PUBNUB_PUBLISH_KEY"], let subscribeKey = environment["PUBNUB_SUBSCRIBE_KEY"] {
            let secretKey = withAccessManager ? environment["PUBNUB_SECRET_KEY"] ?? "" : ""
            guard !withAccessManager || !secretKey.isEmpty else {
                story.skip("access rights are given with the secret key: set PUBNUB_SECRET_KEY, too, or no key at all")
            }
            let url = environment["PUBNUB_ORIGIN"] ?? kPNOriginHost
            let configuration = configuration(at: url, publishKey, subscribeKey, secretKey)
            if secure { configuration.shouldUseSecureConnection = true }
            return configuration
        }
        guard !secure else {
            story.fail("the origin in this process speaks no TLS: set PUBNUB_PUBLISH_KEY and PUBNUB_SUBSCRIBE_KEY")
        }
        do {
            let address = try await (withAccessManager ? guarded : open).start()
            return configuration(at: address.url, "demo", "demo", withAccessManager ? "demo-secret" : "")
        } catch {
            story.fail("no origin: \(error)")
        }
    }

    private static func configuration(
        at url: String,
        _ publishKey: String,
        _ subscribeKey: String,
        _ secretKey: String
    ) -> PNConfiguration {
        let configuration = PNConfiguration(
            forOrigin: url.replacing(#/^https?:\/\//#, with: ""),
            publishKey: publishKey,
            subscribeKey: subscribeKey,
            secretKey: secretKey
        )
        configuration.shouldUseSecureConnection = !url.hasPrefix("http://")
        return configuration
    }
}
