import Foundation
import PubNub

/// Makes clients of the benchmark's server.
enum Clients {
    static func make(port: String, cipherKey: String = "") -> PubNub {
        let configuration = PNConfiguration(
            forOrigin: "127.0.0.1:\(port)",
            publishKey: "demo",
            subscribeKey: "demo",
            secretKey: "",
            cipherKey: cipherKey
        )
        configuration.shouldUseSecureConnection = false
        configuration.shouldUseRandomInitializationVector = true
        return PubNub(configuration: configuration)
    }

    static func connected(port: String, then: @escaping (PubNub) -> Void) {
        let client = make(port: port)
        client.connect(
            successBlock: { _ in then(client) },
            errorBlock: { fail("connect", $0) }
        )
    }

    static func fail(_ what: String, _ error: Any?) {
        FileHandle.standardError.write(Data("\(what) failed: \(error ?? "no reason given")\n".utf8))
        exit(1)
    }
}
