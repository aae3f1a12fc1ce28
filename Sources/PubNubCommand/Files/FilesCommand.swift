import ArgumentParser
import Foundation
import PubNub
import PubNubAsync
import PubNubCore
import PubNubWire

/// `pubnub files`
struct FilesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "files",
        abstract: "Send, list, get and delete files of a channel.",
        discussion: """
            Sending a file uploads it and publishes a message about it, which subscribers of the channel receive. With a cipher key, \
            the file is encrypted before it leaves this machine.

              pubnub files send chat plan.pdf --message "The plan"
              pubnub files list chat
              pubnub files get chat 6f0d7c1e plan.pdf
              pubnub files delete chat 6f0d7c1e plan.pdf
            """,
        subcommands: [
            FilesSendCommand.self, FilesListCommand.self, FilesGetCommand.self, FilesURLCommand.self,
            FilesDeleteCommand.self, FilesPublishCommand.self,
        ]
    )

    func run() throws {
        throw SubcommandCheck.missing(in: Self.self)
    }
}

/// A file of a channel.
struct FileTarget: ParsableArguments {
    @Argument(help: "Channel of the file.")
    var channel: String

    @Argument(help: "Identifier of the file.")
    var id: String

    @Argument(help: "Name of the file.")
    var name: String

    var reference: FileReference { FileReference(id: id, name: name) }

    /// The members of a result that name the file.
    var report: [String: JSON] { ["channel": .string(channel), "id": .string(id), "name": .string(name)] }
}

/// How the message about a file is published.
struct FileMessageOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Value to send with the file: JSON or a string.", valueName: "message"))
    var message: String?

    @OptionGroup var content: ContentOptions

    @Option(help: ArgumentHelp("Metadata for the filters of subscribers, a JSON value.", valueName: "json"))
    var meta: JSONArgument?

    @Option(help: ArgumentHelp("Type of the message, 3 to 50 letters, digits, - and _.", valueName: "type"))
    var customType: String?

    @Option(
        help: ArgumentHelp(
            "How long history stores the message, such as 12h or 7d, rounded up to hours; a number without a unit counts hours. Default: the setting of the keyset.",
            valueName: "duration"
        )
    )
    var ttl: DurationArgument?

    @Flag(name: .customLong("no-store"), help: "Do not store the message in the history of the channel.")
    var isNotStored = false

    func validate() throws {
        if let ttl, ttl.seconds(defaultUnit: .hours) <= 0 {
            throw ValidationError("--ttl takes a duration, such as 12h or 7d.")
        }
        if let message, content.content(of: message) == nil {
            throw ValidationError("--message is not JSON. Without --json-strict it is sent as a string.")
        }
    }

    /// The options of the library.
    func options() throws -> FileOptions {
        var options = FileOptions()
        options.message = try message.flatMap { content.content(of: $0) }.map { try JSON(parsing: $0.bytes) }
        options.metadata = try meta.map { try JSON(parsing: $0.value.bytes) }
        options.customType = customType
        options.timeToLive = ttl.map { .seconds(3600 * $0.rounded(to: .hours)) }
        options.isStored = !isNotStored
        return options
    }
}

/// `pubnub files send`
struct FilesSendCommand: ClientCommand {
    /// The most bytes of standard input, which are stored in memory because the service needs their number first: 100 MiB.
    private static let maxInputBytes = 100 * 1024 * 1024

    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Upload a file, and publish a message about it.",
        discussion: """
              pubnub files send chat plan.pdf --message "The plan"
              pubnub files send chat photo --name photo.jpg --type image/jpeg
              tar cz logs | pubnub files send backup - --name logs.tgz

            If the upload succeeds and the message does not, the error names the file for 'pubnub files publish'.
            """
    )

    @Argument(help: "Channel to send to.")
    var channel: String

    @Argument(help: ArgumentHelp("File to send; - reads standard input.", valueName: "path"))
    var path: String

    @Option(help: "Name under which the file is sent. Default: the last part of the path.")
    var name: String?

    @Option(
        help: ArgumentHelp(
            "Media type, such as image/png. Default: what the service guesses from the name.",
            valueName: "type"
        )
    )
    var type: String?

    @OptionGroup var message: FileMessageOptions

    @Flag(help: "Show no progress.")
    var quiet = false

    @OptionGroup var common: CommonOptions

    var subject: String? { channel }

    func validate() throws {
        if path == "-", name == nil { throw ValidationError("Name the file that standard input is with --name.") }
    }

    func perform(with client: PubNub, output: Output) async throws {
        let upload = try upload()
        let options = try message.options()
        try await client.connected(within: common.timeout)
        let progress = FileProgress(output, isShown: !quiet, name: upload.name)
        defer { progress.end() }
        let files = PubNubClient(sharing: client)
        let size = Shared(0)
        let sent = try await files.sendFile(upload, to: channel, options: options) { step in
            size.value = step.bytes
            progress.show(step)
        }
        progress.end()
        output.result(
            .object([
                "channel": .string(channel), "id": .string(sent.file.id), "name": .string(sent.file.name),
                "size": .integer(Int64(size.value)), "timetoken": .string("\(sent.timetoken)"),
            ]),
            forPeople: [
                "sent \(sent.file.name) (\(FileProgress.size(size.value))) to \(channel) at \(sent.timetoken)",
                "id \(sent.file.id)",
            ]
        )
    }

    private func upload() throws -> FileUpload {
        guard path == "-" else {
            return .file(at: path, name: name, contentType: type)
        }
        let bytes = try BoundedFile.contents(of: "/dev/stdin", flag: "PATH", limit: Self.maxInputBytes)
        return .bytes(Array(bytes), name: name ?? "", contentType: type)
    }
}

/// `pubnub files list`
struct FilesListCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print a page of the files of a channel, or all of them.",
        discussion: """
              pubnub files list chat --limit 10
              pubnub files list chat --all --json

            The files are in the order of their identifiers, not of their dates. The size is that of the stored bytes.
            """
    )

    @Argument(help: "Channel of the files.")
    var channel: String

    @Option(name: [.customShort("n"), .long], help: "Number of files at most, 1 to 100.")
    var limit: Int = 100

    @Option(help: ArgumentHelp("Where the page begins: 'next' of the page before.", valueName: "token"))
    var next: String?

    @Flag(help: "Print all pages.")
    var all = false

    @OptionGroup var common: CommonOptions

    var subject: String? { channel }

    func validate() throws {
        guard (1...100).contains(limit) else { throw ValidationError("--limit takes a number from 1 to 100.") }
    }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let engine = client.connection.engine
        var files: [ListedFile] = []
        var cursor = next
        repeat {
            let page = try await engine.files(of: channel, limit: limit, after: cursor)
            files += page.items
            // A service that repeats a cursor would never end.
            cursor = page.next == cursor || page.items.isEmpty ? nil : page.next
        } while all && cursor != nil
        let rows = files.map { file in
            [file.id, FileProgress.size(file.size), Self.date(file), file.name]
        }
        output.result(
            .object([
                "channel": .string(channel), "next": .text(cursor),
                "files": .array(
                    files.map { file in
                        .object([
                            "id": .string(file.id), "name": .string(file.name), "size": .integer(Int64(file.size)),
                            "created": .string(Self.date(file)),
                        ])
                    }
                ),
            ]),
            forPeople: Terminal.columns([["ID", "SIZE", "CREATED", "NAME"]] + rows.map { $0.map(\.printable) })
        )
        guard !output.isJSON else { return }
        output.note(files.count.of("file") + (cursor.map { "; for more add --next \($0)" } ?? ""))
    }

    private static func date(_ file: ListedFile) -> String { file.created.formatted(.iso8601) }
}

/// `pubnub files get`
struct FilesGetCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Download a file.",
        discussion: """
              pubnub files get chat 6f0d7c1e plan.pdf
              pubnub files get chat 6f0d7c1e logs.tgz --to - | tar tz

            Without --to, the file gets its own name in the present folder, without the characters that have a meaning in a path. \
            It appears when it is complete, and only you may read it.
            """
    )

    @OptionGroup var file: FileTarget

    @Option(help: ArgumentHelp("Path of the new file; - writes to standard output.", valueName: "path"))
    var to: String?

    @Option(
        help: ArgumentHelp(
            "Only these bytes of the stored file, such as 0-1023. They are not decrypted.",
            valueName: "first-last"
        )
    )
    var range: ByteRangeArgument?

    @Flag(help: "Replace an existing file.")
    var replace = false

    @Flag(name: .customLong("no-decrypt"), help: "Get the bytes as they are stored.")
    var isStored = false

    @Flag(help: "Show no progress.")
    var quiet = false

    @OptionGroup var common: CommonOptions

    var subject: String? { file.channel }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let progress = FileProgress(output, isShown: !quiet && to != "-", name: file.name)
        defer { progress.end() }
        let files = PubNubClient(sharing: client)
        if to == "-" {
            let download = try await files.downloadFile(
                file.reference,
                from: file.channel,
                range: range?.range,
                decrypts: !isStored
            )
            for try await bytes in download { output.bytes(bytes) }
            return
        }
        let path = to ?? FilePath.local(file.name)
        if !replace, FileManager.default.fileExists(atPath: path) {
            throw PNError(message: "\(path) exists. Add --replace to replace it.", code: kPNUnknownError)
        }
        let count = try await files.downloadFile(
            file.reference,
            from: file.channel,
            to: path,
            replacing: replace,
            range: range?.range,
            decrypts: !isStored,
            progress: progress.show
        )
        progress.end()
        output.result(
            .object(file.report.merging(["size": .integer(Int64(count)), "path": .string(path)]) { $1 }),
            forPeople: ["saved \(path) (\(FileProgress.size(count)))"]
        )
    }
}

/// `pubnub files url`
struct FilesURLCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "url",
        abstract: "Print the address of a file, without a request.",
        discussion: """
              pubnub files url chat 6f0d7c1e plan.pdf

            With an auth key or a secret key, the address is a secret: anyone who has it can read the file for as long as it holds.
            """
    )

    @OptionGroup var file: FileTarget

    @OptionGroup var common: CommonOptions

    var subject: String? { file.channel }

    func perform(with client: PubNub, output: Output) async throws {
        let address = try PubNubClient(sharing: client).fileURL(of: file.reference, in: file.channel)
        let settings = try common.settings()
        if !settings.authKey.isEmpty || !settings.secretKey.isEmpty {
            output.note("warning: anyone who has the address can read the file; keep it secret")
        }
        output.result(.object(["url": .string(address)]), forPeople: [address])
    }
}

/// `pubnub files delete`
struct FilesDeleteCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a file. Messages about it stay.",
        discussion: "  pubnub files delete chat 6f0d7c1e plan.pdf"
    )

    @OptionGroup var file: FileTarget

    @OptionGroup var common: CommonOptions

    var subject: String? { file.channel }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        try await PubNubClient(sharing: client).deleteFile(file.reference, from: file.channel)
        output.result(.object(file.report), forPeople: ["deleted \(file.name)"])
    }
}

/// `pubnub files publish`
struct FilesPublishCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Publish a message about a file that is uploaded already.",
        discussion: "  pubnub files publish chat 6f0d7c1e plan.pdf --message \"The plan\""
    )

    @OptionGroup var file: FileTarget

    @OptionGroup var message: FileMessageOptions

    @OptionGroup var common: CommonOptions

    var subject: String? { file.channel }

    func perform(with client: PubNub, output: Output) async throws {
        let options = try message.options()
        try await client.connected(within: common.timeout)
        let files = PubNubClient(sharing: client)
        let timetoken = try await files.publishFile(file.reference, to: file.channel, options: options)
        output.result(
            .object(["channel": .string(file.channel), "timetoken": .string("\(timetoken)")]),
            forPeople: ["sent to \(file.channel) at \(timetoken)"]
        )
    }
}
