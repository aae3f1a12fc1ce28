/// The arguments of a simulator: `[--seeds COUNT] [--first NUMBER] [--seed NUMBER]`.
package struct SeedArguments: Sendable {
    /// The number of seeds to run. 20,000 by default.
    package private(set) var count: UInt64 = 20_000
    /// The first seed to run.
    package private(set) var first: UInt64 = 1
    /// The seed of `--seed`, which runs by itself and in full; `nil` if it was not given.
    package private(set) var single: UInt64?

    /// Reads the arguments; `nil` if one is unknown or its number is missing.
    ///
    /// - Parameter arguments: The arguments without the name of the program.
    package init?(_ arguments: some Collection<String>) {
        var rest = Array(arguments)
        while !rest.isEmpty {
            switch (rest.removeFirst(), rest.first.flatMap { UInt64($0) }) {
            case ("--seeds", let number?): count = max(number, 1)
            case ("--first", let number?): first = number
            case ("--seed", let number?): single = number
            default: return nil
            }
            rest.removeFirst()
        }
        if let single {
            first = single
            count = 1
        }
    }

    /// The seeds as words of a result: `seed 7`, or `20000 seeds`.
    package var words: String { single.map { "seed \($0)" } ?? "\(count) seeds" }

    /// The usage of a simulator.
    ///
    /// - Parameter program: The name of the simulator.
    /// - Returns: Several lines.
    package static func usage(of program: String) -> String {
        """
        usage: \(program) [--seeds COUNT] [--first NUMBER] [--seed NUMBER]
          --seeds COUNT   run COUNT seeds (default: 20000)
          --first NUMBER  the first seed (default: 1)
          --seed NUMBER   run one seed in full
        """
    }
}
