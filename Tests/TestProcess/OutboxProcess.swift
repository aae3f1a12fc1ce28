import Dispatch
import Foundation
import PubNub

/// A client for the checks of a cluster to kill.
///
/// `test-process outbox send HOST:PORT CHANNEL FILE` sends each line of its input, with an outbox in a file, and prints `sent LINE` when the server has accepted it.
/// `test-process outbox receive HOST:PORT CHANNEL` prints `subscribed`, `received MESSAGE`, and `gap` if messages may be lost.
enum OutboxProcess {
    static func run(_ arguments: [String]) -> Never {
        guard arguments.count >= 3 else { exit(EX_USAGE) }
        let configuration = PNConfiguration(
            forOrigin: arguments[1],
            publishKey: "demo",
            subscribeKey: "demo",
            secretKey: nil
        )
        configuration.shouldUseSecureConnection = false
        if arguments.count > 3 { configuration.outbox = PNOutbox(file: URL(fileURLWithPath: arguments[3])) }
        let client = PubNub.client(with: configuration)
        let printer = Printer()
        client.setClientIdentifier(arguments[0])
        client.setDelegate(printer)
        client.connect()
        let channel = PNChannel.channel(withName: arguments[2])
        if arguments[0] == "send" {
            Thread.detachNewThread {
                while let line = readLine() { client.sendMessage(line, to: channel) }
            }
        } else {
            client.subscribe(on: [channel]) { _, _, error in say(error.map { "failed \($0.code)" } ?? "subscribed") }
        }
        withExtendedLifetime(printer) { dispatchMain() }
    }
}

/// Prints the events of a client.
private final class Printer: PNDelegate, Sendable {
    func pubnubClient(_ client: PubNub, didSend message: PNMessage) { say("sent \(message.message)") }

    func pubnubClient(_ client: PubNub, didReceive message: PNMessage) { say("received \(message.message)") }

    func pubnubClient(_ client: PubNub, didLoseMessagesBetween startDate: PNDate, and endDate: PNDate) { say("gap") }
}
