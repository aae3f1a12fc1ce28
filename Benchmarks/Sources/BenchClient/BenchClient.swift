import BenchMeasure
import Dispatch
import Foundation

/// The client's side of the measurements. Usage: SCENARIO PORT AMOUNT
@main
enum BenchClient {
    /// The beginning of the name of a scenario that uses the async interface.
    private static let asyncPrefix = "async-"

    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let amount = Int(arguments[3]) else {
            print("usage: \(arguments[0]) SCENARIO PORT AMOUNT")
            exit(64)
        }
        raise_open_files()
        var scenario = arguments[1][...]
        for suffix in [Clients.mainSuffix, Clients.unpostedSuffix] where scenario.hasSuffix(suffix) {
            scenario = scenario.dropLast(suffix.count)
        }
        let name = String(scenario)
        Clients.callbackQueue.async {
            start(name, port: arguments[2], amount: amount)
        }
        if Clients.useMainQueue {
            dispatchMain()
        }
        // Not dispatchMain(): valgrind, which counts instructions, does not survive how that waits.
        while true {
            pause()
        }
    }

    private static func start(_ scenario: String, port: String, amount: Int) {
        if scenario.hasPrefix(asyncPrefix) {
            return AsyncBenchmark.start(scenario.dropFirst(asyncPrefix.count), port: port, amount: amount)
        }
        if let channels = number(in: scenario, after: "publish-") {
            return PublishBenchmark(amount).run(port: port, channels: channels)
        }
        if let channels = number(in: scenario, after: "ingest-", before: "-channels") {
            return IngestBenchmark(amount).run(port: port, prefix: "page100-", channels: channels)
        }
        if let clients = number(in: scenario, after: "clients-") {
            return BusyClientsBenchmark(amount, isEncrypted: false).run(port: port, count: clients)
        }
        if let clients = number(in: scenario, after: "clients-", before: "-encrypted") {
            return BusyClientsBenchmark(amount, isEncrypted: true).run(port: port, count: clients)
        }
        switch scenario {
        case "publish-percentiles": PublishBenchmark(amount, reportsPercentiles: true).run(port: port, channels: 1)
        case "publish-to-receive": RoundTripBenchmark(amount).run(port: port)
        case "ingest-100", "ingest-long": IngestBenchmark(amount).run(port: port, prefix: "page100-")
        case "ingest-100-read": IngestBenchmark(amount, reads: .fields).run(port: port, prefix: "page100-")
        case "ingest-1k": IngestBenchmark(amount).run(port: port, prefix: "page1k-")
        case "ingest-1k-read": IngestBenchmark(amount, reads: .fields).run(port: port, prefix: "page1k-")
        case "ingest-1k-walk": IngestBenchmark(amount, reads: .everything).run(port: port, prefix: "page1k-")
        case "waiting": IdleBenchmark().runWaiting(port: port, seconds: amount)
        case "memory": IdleBenchmark().runMemory(port: port, count: amount)
        case "publish-1-waiting": IdleBenchmark().runPublishing(port: port, count: 1000, messages: amount)
        case "crypto": CryptoBenchmark.run(port: port, count: amount)
        default: exit(64)
        }
    }

    /// The number in the name of a scenario; nil if the name has another form.
    private static func number(in scenario: String, after prefix: String, before suffix: String = "") -> Int? {
        guard scenario.hasPrefix(prefix), scenario.hasSuffix(suffix) else { return nil }
        return Int(scenario.dropFirst(prefix.count).dropLast(suffix.count))
    }
}
