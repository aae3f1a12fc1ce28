import Foundation
public import PubNub
import PubNubOrigin

/// The service a HOWTO talks to.
public enum Service {
    /// Serves as long as the process lives.
    private static let origin = OriginServer()

    /// A configuration for the service that PUBNUB_ORIGIN, PUBNUB_PUBLISH_KEY and PUBNUB_SUBSCRIBE_KEY name; without keys
    /// in the environment, for an origin that is started in this process.
    public static func configuration() async throws -> PNConfiguration {
        let environment = ProcessInfo.processInfo.environment
        if let publishKey = environment["PUBNUB_PUBLISH_KEY"], let subscribeKey = environment["PUBNUB_SUBSCRIBE_KEY"] {
            return configuration(
                at: environment["PUBNUB_ORIGIN"] ?? kPNOriginHost,
                publishKey: publishKey,
                subscribeKey: subscribeKey
            )
        }
        let address = try await origin.start()
        return configuration(at: address.url, publishKey: "demo", subscribeKey: "demo")
    }

    private static func configuration(at url: String, publishKey: String, subscribeKey: String) -> PNConfiguration {
        let host = url.replacing(#/^https?:\/\//#, with: "")
        let configuration = PNConfiguration(
            forOrigin: host,
            publishKey: publishKey,
            subscribeKey: subscribeKey,
            secretKey: ""
        )
        configuration.shouldUseSecureConnection = !url.hasPrefix("http://")
        return configuration
    }
}
