import Foundation

/// Measures the client and the floor in turns, and prints the table.
@main
enum Bench {
    static func main() {
        guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
            say(Options.help)
            exit(64)
        }
        let cpu = Options.cpu
        say(cpu.map { "Server and client share CPU \($0)." } ?? "No process is pinned: taskset is missing.")
        say("Load averages before the first scenario: \(load)")
        do {
            var session = Session(server: try Server(cpu: cpu), cpu: cpu)
            session.run(options)
            say("Load averages after the last scenario: \(load)")
            let isComplete = summarize(session.results, options)
            exit(isComplete ? 0 : 1)
        } catch {
            say("The server did not start: \(error)")
            exit(1)
        }
    }

    /// The load averages of the machine over 1, 5 and 15 minutes; other work widens all figures.
    private static var load: String {
        let text = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
        return text.split(separator: " ").prefix(3).joined(separator: ", ")
    }

    private static func summarize(_ results: Results, _ options: Options) -> Bool {
        let rows = Row.all.filter { options.includes($0.scenario) }
        var table = Table()
        for row in rows {
            table.add(row.cells(results))
        }
        let verdicts = rows.map { $0.verdict(results) }
        let reached = verdicts.count { $0 == true }
        let missing = verdicts.count { $0 == nil }
        say("\n\(table.text)\n")
        say("\(reached) of \(rows.count) figures reach what they should; \(missing) could not be measured.")
        return missing == 0
    }
}
