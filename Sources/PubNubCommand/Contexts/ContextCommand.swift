import ArgumentParser
import Foundation
import PubNubWire

/// `pubnub context`
struct ContextCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "context",
        abstract: "Save settings under a name and select the ones to use.",
        discussion: """
              pubnub context add here --local
              pubnub context use here

            Flags, variables and the --config file take precedence over the selected context. 'pubnub help contexts' describes \
            contexts.
            """,
        subcommands: [
            ContextAddCommand.self, ContextUseCommand.self, ContextListCommand.self, ContextRemoveCommand.self,
        ]
    )

    func run() async throws {
        throw SubcommandCheck.missing(in: Self.self)
    }
}

/// `pubnub context add`
struct ContextAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Save settings as a context, or replace the context of that name.",
        discussion: """
              pubnub context add here --local
              pubnub context add staging --from-environment

            The file has mode 0600. If no other context exists, the new one is selected.
            """
    )

    @Argument(help: "Name of the context.")
    var name: String

    @Option(
        name: .shortAndLong,
        help: "Host of the service: http://HOST:PORT without TLS, https://HOST:PORT or HOST with TLS."
    )
    var origin: String?

    @OptionGroup var keyset: KeysetOptions

    @Flag(
        name: .shortAndLong,
        help: "Save the server of 'pubnub origin' on this machine: http://127.0.0.1:8080, keys demo."
    )
    var local = false

    @Option(help: "Cipher key for messages.")
    var cipherKey: String?

    @Option(help: "Format of encrypted messages: fixed, random, header or 3.3.")
    var cipherFormat: String?

    @Option(help: "Authorization key.")
    var authKey: String?

    @Option(name: .shortAndLong, help: "Identifier of this client.")
    var uuid: String?

    @Option(help: "HTTP proxy: http://[USER:PASSWORD@]HOST:PORT.")
    var proxy: String?

    @Flag(help: "Also save the settings of the PUBNUB_ variables of the environment.")
    var fromEnvironment = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if name.isEmpty { throw ValidationError("NAME must not be empty.") }
    }

    func run() async throws {
        let output = Output(isJSON: output.json)
        let secrets = [
            ("--secret-key", keyset.secretKey), ("--cipher-key", cipherKey), ("--auth-key", authKey),
            ("--proxy", proxy.flatMap { $0.contains("@") ? $0 : nil }),
        ]
        output.warn(aboutSecretFlags: secrets.filter { $0.1 != nil }.map(\.0))
        var store = try ContextStore.load()
        let settings = SavedSettings(
            origin: value(origin, "PUBNUB_ORIGIN", local: "http://127.0.0.1:8080"),
            publishKey: value(keyset.publishKey, "PUBNUB_PUBLISH_KEY", local: "demo"),
            subscribeKey: value(keyset.subscribeKey, "PUBNUB_SUBSCRIBE_KEY", local: "demo"),
            secretKey: value(keyset.secretKey, "PUBNUB_SECRET_KEY"),
            cipherKey: value(cipherKey, "PUBNUB_CIPHER_KEY"),
            cipherFormat: value(cipherFormat, "PUBNUB_CIPHER_FORMAT"),
            authKey: value(authKey, "PUBNUB_AUTH_KEY"),
            uuid: value(uuid, "PUBNUB_UUID"),
            proxy: value(proxy, "PUBNUB_PROXY")
        )
        if let origin = settings.origin { _ = try OriginName(origin) }
        try ClientIdentifier.check(settings.uuid ?? "")
        _ = try CipherFormat.format(named: settings.cipherFormat ?? "")
        guard settings != SavedSettings() else {
            throw ValidationError("Name at least one setting to save, such as --local or --subscribe-key.")
        }
        if store.contexts.isEmpty { store.selected = name }
        store.contexts[name] = settings
        try store.save()
        store.report(to: output)
    }

    private func value(_ flag: String?, _ variable: String, local value: String? = nil) -> String? {
        let inEnvironment = fromEnvironment ? ProcessInfo.processInfo.environment[variable] : nil
        // An empty variable counts as missing.
        return flag ?? (local ? value : nil) ?? inEnvironment.flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// `pubnub context use`
struct ContextUseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "use",
        abstract: "Select the context that commands use by default.",
        discussion: """
              pubnub context use staging
              pubnub context use --none
            """
    )

    @Argument(help: "Name of the context.")
    var name: String?

    @Flag(help: "Select no context.")
    var none = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if (name == nil) != none { throw ValidationError("Name a context, or use --none.") }
        if let name { try ContextStore.load().check(name) }
    }

    func run() async throws {
        var store = try ContextStore.load()
        if let name { try store.check(name) }
        store.selected = name
        try store.save()
        store.report(to: Output(isJSON: output.json))
    }
}

/// `pubnub context list`
struct ContextListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the contexts, without their secrets. A star marks the selected one.",
        discussion: """
              pubnub context list
            """
    )

    @OptionGroup var output: OutputOptions

    func run() async throws {
        try ContextStore.load().report(to: Output(isJSON: output.json))
    }
}

/// `pubnub context remove`
struct ContextRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a context.",
        discussion: """
              pubnub context remove staging
            """
    )

    @Argument(help: "Name of the context.")
    var name: String

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try ContextStore.load().check(name)
    }

    func run() async throws {
        var store = try ContextStore.load()
        try store.check(name)
        store.contexts[name] = nil
        if store.selected == name { store.selected = nil }
        try store.save()
        store.report(to: Output(isJSON: output.json))
    }
}

extension ContextStore {
    /// Prints the contexts, without secrets.
    func report(to output: Output) {
        let names = contexts.keys.sorted()
        let values = names.map { name in
            JSON.object([
                "name": .string(name), "selected": .bool(name == selected), "origin": .text(contexts[name]?.origin),
                "subscribeKey": .text(contexts[name]?.subscribeKey), "uuid": .text(contexts[name]?.uuid),
            ])
        }
        let rows = names.map { name in
            [
                name == selected ? "*" : " ", name, contexts[name]?.origin ?? "-", contexts[name]?.subscribeKey ?? "-",
                contexts[name]?.uuid ?? "-",
            ]
        }
        let table = Terminal.columns([["", "NAME", "ORIGIN", "SUBSCRIBE KEY", "IDENTIFIER"]] + rows)
        output.result(
            .object(["contexts": .array(values)]),
            forPeople: names.isEmpty ? ["No context exists. Add one with 'pubnub context add'."] : table
        )
    }
}
