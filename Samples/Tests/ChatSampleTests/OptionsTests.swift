import Testing

@testable import Chat

@Suite("Chat sample: the command line")
struct OptionsTests {
    @Test("Options have values, and the room has a default")
    func values() throws {
        let options = try Options(["--user", "ann", "--publish-key", "p", "--subscribe-key", "s", "--origin", "o"])
        #expect(options["user"] == "ann" && options["room"] == "lobby" && options["origin"] == "o")
        #expect(try Options(["--room", "den", "--user", "ann"])["room"] == "den")
    }

    @Test(
        "Names invalid arguments",
        arguments: [
            ([], "--user NAME is missing"), (["--user"], "--user needs a value"),
            (["--user", ""], "--user needs a value"),
            (["--colour", "red"], "unknown option --colour; --help lists the options"),
            (["ann"], "unknown option ann; --help lists the options"),
            (["--"], "unknown option --; --help lists the options"),
            (
                ["--user", "ann", "--origin", "o"],
                "--publish-key and --subscribe-key need each other, and --origin needs both"
            ),
            (
                ["--user", "a", "--publish-key", "p"],
                "--publish-key and --subscribe-key need each other, and --origin needs both"
            ),
        ]
    )
    func refusals(arguments: [String], problem: String) {
        #expect { try Options(arguments) } throws: { "\($0)" == problem }
    }
}
