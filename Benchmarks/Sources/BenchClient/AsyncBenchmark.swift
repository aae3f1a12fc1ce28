import BenchMeasure
import PubNubAsync

/// Measurements of the async interface; each does the work of the 3.x measurement of the same name.
enum AsyncBenchmark {
    /// Runs a measurement, whose end ends the process.
    ///
    /// - Parameters:
    ///   - name: `publish-1`, `publish-to-receive` or `ingest-100`.
    ///   - port: The port of the server.
    ///   - amount: The number of messages.
    static func start(_ name: Substring, port: String, amount: Int) {
        Task {
            do {
                switch name {
                case "publish-1": try await publish(port: port, amount: amount)
                case "publish-to-receive": try await publishToReceive(port: port, amount: amount)
                case "ingest-100": try await ingest(port: port, amount: amount)
                default: Clients.fail("no measurement", name)
                }
            } catch {
                Clients.fail("async-\(name)", error)
            }
        }
    }

    private static func publish(port: String, amount: Int) async throws {
        let client = client("publisher", port: port)
        let gate = Gate(amount) { gate in
            gate.reportMedian()
            gate.reportCPU()
            gate.reportRate()
        }
        while gate.count < gate.total {
            let start = now_seconds()
            try await client.publish(PublishBenchmark.text, to: "bench0")
            gate.pass(latency: now_seconds() - start)
        }
    }

    private static func publishToReceive(port: String, amount: Int) async throws {
        let publisher = client("publisher", port: port)
        _ = try await publisher.time()
        let gate = Gate(amount) { gate in
            gate.reportMedian()
            gate.reportCPU()
        }
        var publishedAt = 0.0
        for try await event in client("subscriber", port: port).subscribe(to: ["bench"]) {
            switch event {
            case .message: gate.pass(latency: now_seconds() - publishedAt)
            case .connection(.connected): break
            case .connection, .gap, .signal, .file, .presence, .action, .object: continue
            }
            publishedAt = now_seconds()
            // A task of its own, so that the loop does not wait for the response, as the 3.x measurement does not.
            Task {
                do {
                    try await publisher.publish(PublishBenchmark.text, to: "bench")
                } catch {
                    Clients.fail("publish", error)
                }
            }
        }
    }

    private static func ingest(port: String, amount: Int) async throws {
        let gate = Gate(amount) { gate in
            gate.reportRate()
            gate.reportCPU()
            gate.reportGrowth()
        }
        for try await _ in client("subscriber", port: port).subscribe(to: ["page100-0"]).messages { gate.pass() }
    }

    private static func client(_ userID: String, port: String) -> PubNubClient {
        var configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: userID)
        configuration.origin = "127.0.0.1:\(port)"
        configuration.isSecure = false
        return PubNubClient(configuration)
    }
}
