import ArgumentParser

/// Which objects are wanted, and in which order.
struct PageOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only what this expression is true of: \"name LIKE 'A*'\".", valueName: "expression"))
    var filter: String?

    @Option(help: ArgumentHelp("Fields to sort by, such as status,updated:desc.", valueName: "fields"))
    var sort: String?

    @Option(help: "Objects at most, 1 to 100.")
    var limit: UInt = 100

    @Option(help: ArgumentHelp("Begin here: next of the page before.", valueName: "cursor"))
    var start: String?

    @Option(help: ArgumentHelp("End here: prev of the page after.", valueName: "cursor"))
    var end: String?

    func validate() throws {
        guard (1...100).contains(limit) else { throw ValidationError("--limit takes a number from 1 to 100.") }
        if start != nil, end != nil { throw ValidationError("--start and --end do not go together.") }
    }

    /// What is asked for, with these fields of each object.
    func query(including fields: UInt) -> PageQuery {
        PageQuery(
            filter: filter,
            sort: sort?.split(separator: ",").map(String.init),
            limit: limit,
            start: start,
            end: end,
            fields: fields
        )
    }
}
