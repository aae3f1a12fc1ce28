import Dispatch
import Foundation
import PubNub

/// Makes clients of the benchmark's server.
enum Clients {
    /// The end of the name of a scenario that uses the main queue.
    static let mainSuffix = "-main"

    static let useMainQueue = CommandLine.arguments[1].hasSuffix(mainSuffix)

    /// The end of the name of a scenario without notifications.
    static let unpostedSuffix = "-unposted"

    static let postsNotifications = !CommandLine.arguments[1].hasSuffix(unpostedSuffix)

    /// The queue of all callbacks. The benchmark runs on it.
    static let callbackQueue = useMainQueue ? DispatchQueue.main : DispatchQueue(label: "callbacks")

    static func make(port: String, cipherKey: String = "", queue: DispatchQueue = callbackQueue) -> PubNub {
        let configuration = PNConfiguration(
            forOrigin: "127.0.0.1:\(port)",
            publishKey: "demo",
            subscribeKey: "demo",
            secretKey: "",
            cipherKey: cipherKey
        )
        configuration.shouldUseSecureConnection = false
        configuration.shouldRunCallsInParallel = true
        configuration.callbackQueue = queue
        configuration.shouldUseRandomInitializationVector = true
        configuration.shouldPostNotifications = postsNotifications
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
