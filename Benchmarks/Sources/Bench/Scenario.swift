/// One measurement, run by the floor and by the client in turns.
struct Scenario {
    let name: String
    let amount: Int
    var rounds: Int?
    var hasFloor = true
    /// The program that measures this package, if it is not the client.
    var program: String?

    static func all(messages: Int, seconds: Int, clients: Int, chat: Int) -> [Scenario] {
        [
            Scenario(name: "publish-1", amount: messages / 15),
            Scenario(name: "async-publish-1", amount: messages / 15, hasFloor: false),
            Scenario(name: "publish-1-main", amount: messages / 15, hasFloor: false),
            Scenario(name: "publish-8", amount: messages / 5),
            Scenario(name: "publish-1-waiting", amount: messages / 100, hasFloor: false),
            Scenario(name: "publish-to-receive", amount: messages / 30),
            Scenario(name: "async-publish-to-receive", amount: messages / 30, hasFloor: false),
            Scenario(name: "ingest-100", amount: messages),
            Scenario(name: "async-ingest-100", amount: messages, hasFloor: false),
            Scenario(name: "ingest-100-read", amount: messages, hasFloor: false),
            Scenario(name: "ingest-1k", amount: messages / 3),
            Scenario(name: "ingest-1k-read", amount: messages / 3, hasFloor: false),
            Scenario(name: "ingest-1000-channels", amount: messages),
            Scenario(name: "ingest-long", amount: messages * 10 / 3, rounds: 1),
            Scenario(name: "clients-1-encrypted", amount: messages, hasFloor: false),
            Scenario(name: "clients-8-encrypted", amount: messages, hasFloor: false),
            Scenario(name: "crypto", amount: messages),
            Scenario(name: "waiting", amount: seconds, rounds: 1),
            Scenario(name: "memory", amount: clients, rounds: 1),
            Scenario(name: "objects-1k", amount: 1000, hasFloor: false, program: "BenchObjects"),
            Scenario(name: "objects-100k", amount: 100_000, rounds: 1, hasFloor: false, program: "BenchObjects"),
            Scenario(name: "chat-load", amount: chat / 5, rounds: 1, hasFloor: false, program: "BenchChat"),
            Scenario(name: "chat-1k", amount: 1000, rounds: 1, hasFloor: false, program: "BenchChat"),
            Scenario(name: "chat-1m", amount: chat, rounds: 1, hasFloor: false, program: "BenchChat"),
            Scenario(name: "chat-fill", amount: 10_000, rounds: 1, hasFloor: false, program: "BenchChat"),
        ]
    }
}
