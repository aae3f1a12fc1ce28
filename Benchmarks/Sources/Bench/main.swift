import Foundation

guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
    print(Options.help)
    exit(64)
}
let cpu = Options.cpu
setvbuf(stdout, nil, _IOLBF, 0)
print(cpu.map { "Server and client share CPU \($0)." } ?? "Nothing is pinned to a CPU: there is no taskset.")

var results = Results()
var failures: [String] = []

func measure(_ scenario: Scenario, side: Results.Side, server: Server) {
    let program = Program(name: side.rawValue, arguments: [scenario.name, server.port, String(scenario.amount)])
    do {
        let figures = try program.figures(cpu: cpu)
        results.add(figures, side: side, scenario: scenario.name)
        let text = figures.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        print("  \(side == .floor ? "floor" : "here "): \(text)")
    } catch {
        failures.append(scenario.name)
        print("  \(side == .floor ? "floor" : "here "): \(error)")
    }
}

do {
    let server = try Server(cpu: cpu)
    let all = Scenario.all(messages: options.messages, seconds: options.seconds, clients: options.clients)
    for scenario in all where options.only.isEmpty || options.only.contains(scenario.name) {
        let rounds = scenario.rounds ?? options.rounds
        for round in 1...rounds {
            print("\(scenario.name), round \(round) of \(rounds)")
            if scenario.hasFloor {
                measure(scenario, side: .floor, server: server)
            }
            measure(scenario, side: .client, server: server)
        }
    }
} catch {
    print("The server did not start: \(error)")
    exit(1)
}

var table = Table()
let rows = Row.all.filter { options.only.isEmpty || options.only.contains($0.scenario) }
for row in rows {
    table.add(row.cells(results))
}
print("\n\(table.text)\n")
let verdicts = rows.map { $0.verdict(results) }
let reached = verdicts.count { $0 == true }
let unmeasured = verdicts.count { $0 == nil }
print("\(reached) of \(rows.count) figures reach what they should; \(unmeasured) could not be measured.")
exit(failures.isEmpty ? 0 : 1)
