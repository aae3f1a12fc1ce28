import BenchMeasure
import Foundation
import FoundationNetworking

/// Publishes one message after the other with Foundation's `URLSession`. Usage: publish-1 PORT AMOUNT
@main
enum BenchURLSession {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, arguments[1] == "publish-1", let amount = Int(arguments[3]) else {
            print("usage: \(arguments[0]) publish-1 PORT AMOUNT")
            exit(64)
        }
        try await measure(port: arguments[2], amount: amount)
    }

    /// The first tenth of the messages is not measured.
    private static func measure(port: String, amount: Int) async throws {
        let session = URLSession(configuration: .ephemeral)
        var latencies: [Double] = []
        var startCPU = 0.0
        for number in -(amount / 10)..<amount {
            if number == 0 {
                startCPU = cpu_seconds()
            }
            let start = now_seconds()
            let (body, _) = try await session.data(from: try address(port: port))
            guard body.starts(with: Data(#"[1,"Sent""#.utf8)) else { throw URLError(.badServerResponse) }
            if number >= 0 {
                latencies.append(now_seconds() - start)
            }
        }
        report("median-us", median(&latencies, latencies.count) * 1e6)
        report("cpu-us", (cpu_seconds() - startCPU) / Double(amount) * 1e6)
    }

    /// The address of a publish call, made anew for each message, as each message is another one in an app.
    private static func address(port: String) throws -> URL {
        let text = "The quick brown fox jumps over the lazy dog, and then it does so again, as one hundred bytes need."
        let message = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
        let escaped = message.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let address = URL(string: "http://127.0.0.1:\(port)/publish/demo/demo/0/bench0/0/\(escaped)?uuid=publisher")
        guard let address else { throw URLError(.badURL) }
        return address
    }
}
