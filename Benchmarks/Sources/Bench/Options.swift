import Foundation

/// The options of the command line.
struct Options {
    var rounds = 3
    var messages = 300_000
    var seconds = 60
    var clients = 1000
    var chatMessages = 1_000_000
    var only: [String] = []

    static let help = """
        Usage: Benchmarks/run [--rounds N] [--messages N] [--wait SECONDS] [--clients N] [--chat-messages N] [SCENARIO ...]
        Scenarios: \(Scenario.all(messages: 0, seconds: 0, clients: 0, chat: 0).map(\.name).joined(separator: " "))
        """

    /// Creates options; nil if the arguments are invalid or ask for help.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-") else {
                only.append(argument)
                continue
            }
            guard let value = rest.popFirst().flatMap({ Int($0) }), value > 0 else { return nil }
            switch argument {
            case "--rounds": rounds = value
            case "--messages": messages = value
            case "--wait": seconds = value
            case "--clients": clients = value
            case "--chat-messages": chatMessages = value
            default: return nil
            }
        }
    }

    /// Whether to run a scenario: all are run unless some are named.
    func includes(_ scenario: String) -> Bool {
        only.isEmpty || only.contains(scenario)
    }

    /// The last CPU that this process may use; nil if programs cannot be pinned.
    static var cpu: String? {
        let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/taskset")
        guard isThere, let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
            return nil
        }
        let line = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
        return line?.split { !$0.isNumber }.last.map(String.init)
    }
}
