import Dispatch
import Foundation
import PubNub

/// The arguments of call forms: one value of each type.
struct Given {
    let configuration: PNConfiguration
    let client: PubNub
    let delegate: any PNDelegate = SilentDelegate()
    let channel = PNChannel.channel(withName: "a")
    let group = PNChannelGroup(name: "g")
    let channels = PNChannel.channels(withNames: ["a", "b"])
    let objects: [any PNChannelProtocol] = [PNChannel.channel(withName: "a"), PNChannelGroup(name: "g")]
    let object: any PNChannelProtocol = PNChannelGroup(name: "g")
    let dictionary: [String: Any] = ["a": ["key": "value"]]
    let anything: Any = ["some": "message"]
    let text = "text"
    let date = PNDate(date: Date(timeIntervalSince1970: 1_400_000_000))
    let token = Data([1, 2, 3, 4])
    let keys = ["key a", "key b"]
    let message: PNMessage?

    init() {
        // No server listens there, so the calls have no effect.
        configuration = PNConfiguration(
            forOrigin: "127.0.0.1:1",
            publishKey: "demo",
            subscribeKey: "demo",
            secretKey: nil
        )
        configuration.shouldUseSecureConnection = false
        configuration.callbackQueue = DispatchQueue(label: "call forms")
        client = PubNub.client(with: configuration)
        message = client.sendMessage("kept", to: channel)
    }

    /// The same, after the shared client was configured in the same way.
    static func shared() -> Given {
        let given = Given()
        PubNub.setup(with: given.configuration, andDelegate: given.delegate)
        return given
    }
}

private final class SilentDelegate: PNDelegate {}
