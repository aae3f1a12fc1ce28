import ArgumentParser
import PubNub
import PubNubCore
import PubNubMachines
import PubNubWire

/// `pubnub token`
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Issue, read and revoke access tokens.",
        discussion: """
              TOKEN=$(pubnub token grant --ttl 1h --channel lobby=read,write)
              PUBNUB_AUTH_KEY=$TOKEN pubnub publish lobby hello --uuid ann
              echo "$TOKEN" | pubnub token parse -
              echo "$TOKEN" | pubnub token revoke -

            A client sends its token as its authorization key. The server of 'pubnub origin' issues and checks tokens with \
            --access-manager.
            """,
        subcommands: [TokenGrantCommand.self, TokenRevokeCommand.self, TokenParseCommand.self]
    )

    func run() throws {
        throw SubcommandCheck.missing(in: Self.self)
    }
}

/// `pubnub token grant`
struct TokenGrantCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant",
        abstract: "Issue an access token.",
        discussion: """
            The request is signed with the secret key. Set it in PUBNUB_SECRET_KEY.

              pubnub token grant --ttl 1h --channel lobby=read,write
              pubnub token grant --ttl 7d --channel-pattern '^room-[a-z]+$=read'
              pubnub token grant --ttl 60 --group friends=read --authorized-user ann

            A right is read, write, manage, delete, get, update, join or all; several are separated by commas. \
            The name ends at the last '='. A pattern is a regular expression (RE2) that is searched for in names; \
            begin it with ^ and end it with $ to match whole names.
            """
    )

    @OptionGroup var rights: TokenRights

    @Option(
        help: ArgumentHelp(
            "How long the token is valid, such as 90m or 7d; a number without a unit counts minutes; 30d at most.",
            valueName: "duration"
        )
    )
    var ttl: DurationArgument

    @Option(help: ArgumentHelp("The only client that may use the token. Default: any client.", valueName: "identifier"))
    var authorizedUser: String?

    @Option(
        help: ArgumentHelp(
            "Further data in the token, a JSON object of strings, numbers and booleans.",
            valueName: "json"
        )
    )
    var meta: JSONObjectArgument?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard AccessTokenTerms.minutesRange.contains(minutes) else {
            throw ValidationError("--ttl takes 1 to 43200 minutes, which is 30 days.")
        }
    }

    private var minutes: Int64 { Int64(ttl.rounded(to: .minutes)) }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let terms = AccessTokenTerms(
            minutes: minutes,
            user: authorizedUser,
            resources: rights.resources,
            patterns: rights.patterns,
            meta: meta?.members ?? [:]
        )
        let token = try await client.reporting { client async throws(Failure) in try await client.grantToken(terms) }
        var report = AccessTokenContent(ofToken: token)?.report ?? [:]
        report["token"] = .string(token)
        output.result(.object(report), forPeople: [token])
    }
}

/// `pubnub token revoke`
struct TokenRevokeCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke an access token.",
        discussion: """
            The request is signed with the secret key. Set it in PUBNUB_SECRET_KEY.

              echo "$TOKEN" | pubnub token revoke -

            Subscriptions with the token end with an error.
            """
    )

    @OptionGroup var argument: TokenArgument
    @OptionGroup var common: CommonOptions

    func perform(with client: PubNub, output: Output) async throws {
        let token = try argument.read()
        try await client.connected(within: common.timeout)
        try await client.reporting { client async throws(Failure) in try await client.revokeToken(token.text) }
        output.result(.object(token.content.report), forPeople: ["revoked"])
    }
}

/// `pubnub token parse`
struct TokenParseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parse",
        abstract: "Print the content of an access token.",
        discussion: """
              echo "$TOKEN" | pubnub token parse -

            The command does not check the signature, which only the service can do.
            """
    )

    @OptionGroup var argument: TokenArgument
    @OptionGroup var output: OutputOptions

    func run() throws {
        CommandLog.start(at: output.log)
        let content = try argument.read().content
        Output(isJSON: output.json).result(.object(content.report), forPeople: content.lines)
    }
}

/// The argument that is an access token.
struct TokenArgument: ParsableArguments {
    /// A token and its content.
    struct Token {
        let text: String
        let content: AccessTokenContent
    }

    @Argument(help: "Access token; '-' reads it from standard input, where other users of this machine cannot see it.")
    var token: String

    /// Reads the token. No message contains it: it is a secret.
    func read() throws -> Token {
        let text = try token == "-" ? Self.line() : token
        guard let content = AccessTokenContent(ofToken: text) else {
            throw ValidationError("TOKEN is not an access token.")
        }
        return Token(text: text, content: content)
    }

    private static func line() throws -> String {
        var lines = InputLines()
        guard case .text(let line)? = try lines.next() else { throw ValidationError("Standard input has no token.") }
        return line
    }
}
