import Dispatch
import Foundation
import PubNub

/// Two clients of one process for the checks of names that do not resolve.
///
/// `test-process names NAME:PORT ADDRESS:PORT` connects a client to each origin. It prints each event of the first client after `named `: `waiting`,
/// `connected`, `subscribed`, `sent`, and `failed OPERATION CODE`. For each line of its input, the second client publishes a message, and the process prints
/// `published MILLISECONDS` or `not published CODE`.
enum NamesProcess {
    static func run(_ arguments: [String]) -> Never {
        guard arguments.count == 2 else { exit(EX_USAGE) }
        let printer = Printer()
        let named = client(of: arguments[0])
        named.setDelegate(printer)
        named.connect(
            successBlock: { _ in say("named connected") },
            errorBlock: { say($0.map { "named failed connect \($0.code)" } ?? "named waiting") }
        )
        let channel = PNChannel.channel(withName: "c")
        named.subscribe(on: [channel]) { _, _, error in
            say(error.map { "named failed subscribe \($0.code)" } ?? "named subscribed")
            named.sendMessage("hello", to: channel)
        }
        let addressed = client(of: arguments[1])
        addressed.connect { _ in
            say("ready")
            Thread.detachNewThread {
                while readLine() != nil { publish(with: addressed) }
            }
        }
        withExtendedLifetime((printer, named)) { dispatchMain() }
    }

    private static func client(of origin: String) -> PubNub {
        let configuration = PNConfiguration(
            forOrigin: origin,
            publishKey: "demo-pub",
            subscribeKey: "demo-sub",
            secretKey: nil
        )
        configuration.shouldUseSecureConnection = false
        configuration.nonSubscriptionRequestTimeout = 60
        return PubNub.client(with: configuration)
    }

    private static func publish(with client: PubNub) {
        let start = DispatchTime.now().uptimeNanoseconds
        client.sendMessage("x", to: PNChannel.channel(withName: "other")) { state, data in
            let milliseconds = (DispatchTime.now().uptimeNanoseconds - start) / 1_000_000
            if state == .sent { say("published \(milliseconds)") }
            if let error = data as? PNError { say("not published \(error.code)") }
        }
    }
}

/// Prints the messages and errors of a client.
private final class Printer: PNDelegate, Sendable {
    func pubnubClient(_ client: PubNub, didReceive message: PNMessage) { say("named received \(message.message)") }

    func pubnubClient(_ client: PubNub, error: PNError) { say("named failed \(error.code)") }

    func pubnubClient(_ client: PubNub, didDisconnectFromOrigin origin: String, withError error: PNError) {
        say("named lost \(error.code)")
    }
}
