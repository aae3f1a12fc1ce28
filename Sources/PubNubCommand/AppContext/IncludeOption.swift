import ArgumentParser

/// What is told of each object beside what always is.
struct IncludeOption<Family: ObjectFamily>: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What to print of each besides: \(IncludeOption.choice); by default \(IncludeOption.usual), '' for none.",
            valueName: "fields"
        )
    )
    var include: String?

    func validate() throws {
        if let unknown = names.first(where: { Family.includable[$0] == nil }) {
            throw ValidationError("--include does not know '\(unknown)'; choose from \(Self.choice).")
        }
    }

    /// The bits of the fields, and of the count.
    var fields: UInt { names.reduce(Family.count) { $0 | (Family.includable[$1] ?? 0) } }

    private var names: [String] {
        include.map { $0.split(separator: ",").map(String.init) } ?? Family.included
    }

    private static var usual: String { Family.included.joined(separator: ",") }

    private static var choice: String { Family.includable.keys.sorted().joined(separator: ", ") }
}
