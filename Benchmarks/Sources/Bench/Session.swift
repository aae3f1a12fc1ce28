/// One run through the scenarios.
struct Session {
    let server: Server
    let cpu: String?
    private(set) var results = Results()

    init(server: Server, cpu: String?) {
        self.server = server
        self.cpu = cpu
    }

    /// Floor and client take turns, so that other load on the machine affects both.
    mutating func run(_ options: Options) {
        let all = Scenario.all(
            messages: options.messages,
            seconds: options.seconds,
            clients: options.clients,
            chat: options.chatMessages
        )
        for scenario in all where options.includes(scenario.name) {
            let rounds = scenario.rounds ?? options.rounds
            for round in 1...rounds {
                say("\(scenario.name), round \(round) of \(rounds)")
                if scenario.hasFloor {
                    measure(scenario, .floor)
                }
                measure(scenario, .client)
            }
        }
    }

    private mutating func measure(_ scenario: Scenario, _ side: Results.Side) {
        let program = Program(
            name: side == .client ? scenario.program ?? side.rawValue : side.rawValue,
            arguments: [scenario.name, server.port, String(scenario.amount)]
        )
        let name = side == .floor ? "floor" : "here "
        do {
            let figures = try program.figures(cpu: cpu)
            results.add(figures, side: side, scenario: scenario.name)
            let text = figures.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
            say("  \(name): \(text)")
        } catch {
            say("  \(name): \(error)")
        }
    }
}
