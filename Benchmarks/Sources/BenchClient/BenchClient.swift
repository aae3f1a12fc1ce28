import BenchMeasure
import Dispatch
import Foundation

/// The client's side of the measurements. Usage: SCENARIO PORT AMOUNT
@main
enum BenchClient {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let amount = Int(arguments[3]) else {
            print("usage: \(arguments[0]) SCENARIO PORT AMOUNT")
            exit(64)
        }
        raise_open_files()
        start(arguments[1], port: arguments[2], amount: amount)
        dispatchMain()
    }

    private static func start(_ scenario: String, port: String, amount: Int) {
        switch scenario {
        case "publish-1": PublishBenchmark(amount).run(port: port, channels: 1)
        case "publish-8": PublishBenchmark(amount).run(port: port, channels: 8)
        case "publish-to-receive": RoundTripBenchmark(amount).run(port: port)
        case "ingest-100", "ingest-long": IngestBenchmark(amount).run(port: port, prefix: "page100-")
        case "ingest-100-read": IngestBenchmark(amount, readsFields: true).run(port: port, prefix: "page100-")
        case "ingest-1k": IngestBenchmark(amount).run(port: port, prefix: "page1k-")
        case "ingest-1k-read": IngestBenchmark(amount, readsFields: true).run(port: port, prefix: "page1k-")
        case "ingest-1000-channels": IngestBenchmark(amount).run(port: port, prefix: "page100-", channels: 1000)
        case "waiting": IdleBenchmark().runWaiting(port: port, seconds: amount)
        case "memory": IdleBenchmark().runMemory(port: port, count: amount)
        case "publish-1-waiting": IdleBenchmark().runPublishing(port: port, count: 1000, messages: amount)
        case "crypto": CryptoBenchmark.run(port: port, count: amount)
        default: exit(64)
        }
    }
}
