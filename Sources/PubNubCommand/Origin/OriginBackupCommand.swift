import ArgumentParser
import PubNub
import PubNubOrigin
import PubNubOriginServer
import PubNubWire

/// `pubnub origin backup`
struct OriginBackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the data file of a server and its files, also while it runs, or verify a copy.",
        discussion: """
              pubnub origin backup --data messages.sqlite --to backup.sqlite
              pubnub origin --data backup.sqlite
              pubnub origin backup --data messages.sqlite --into backups --keep 14
              pubnub origin backup --verify backup.sqlite

            The data file is that of 'pubnub origin': of --data, of its variable or of the file of --config. The copy has everything that was acknowledged before, and is complete when its name appears. It is created with \
            mode 0600. An existing file is never overwritten. The folder with the name of the copy and '.files' has the bytes of files.

            The files of a cluster are in NATS: with the --nats and --cluster of the server, the copy has them as well.

            With --into the name of the copy has the date in UTC. The copy is verified, and then all but the newest copies of this data file in the folder are removed.

            With --verify the command reads all of a copy and its files, changes nothing, and fails if something is damaged or missing.
            """
    )

    /// The parser gives `--data`, `--json` and `--log` to this one, which has them as well.
    @ParentCommand var server: OriginCommand

    @Option(help: ArgumentHelp("The copy, which must not exist.", valueName: "file"), completion: .file())
    var to: String?

    @Option(
        help: ArgumentHelp("Folder for a copy with the date in its name; it is created.", valueName: "folder"),
        completion: .directory
    )
    var into: String?

    @Option(help: ArgumentHelp("Copies that stay in the folder of --into (default: 7).", valueName: "count"))
    var keep: Int?

    @Option(help: ArgumentHelp("Check this copy instead of making one.", valueName: "file"), completion: .file())
    var verify: String?

    @Flag(help: "Leave out the bytes of files.")
    var withoutFiles = false

    private enum Action {
        case copy(to: String)
        case generation(folder: String)
        case check(String)
    }

    /// The action that the options name; nil unless exactly one of them is given.
    private var action: Action? {
        let actions = [to.map { Action.copy(to: $0) }, into.map { .generation(folder: $0) }, verify.map { .check($0) }]
            .compactMap(\.self)
        return actions.count == 1 ? actions[0] : nil
    }

    func validate() throws {
        guard action != nil else { throw ValidationError("Give one of --to, --into and --verify.") }
        guard !server.operation.check else {
            throw ValidationError("--check belongs to 'pubnub origin'. --verify checks a copy.")
        }
        guard let keep else { return }
        guard into != nil else { throw ValidationError("--keep needs --into.") }
        guard (1...100_000).contains(keep) else { throw ValidationError("--keep takes a number from 1 to 100000.") }
    }

    func run() async throws {
        let output = Output(isJSON: server.output.json)
        output.warn(aboutSecretFlags: server.cluster.stream.secretFlags)
        let source = verify == nil ? try source() : Source(data: "", configuration: OriginConfiguration())
        let data = source.data
        do throws(OriginError) {
            switch action {
            case .copy(let target)?:
                try copy(source, to: target)
                reportCopy(data, target, output)
            case .generation(let folder)?:
                let copy = try copy(source, into: folder)
                reportCopy(data, copy, output)
            case .check(let path)?:
                report(try OriginBackup.verify(path, includingFiles: !withoutFiles), of: path, output)
            case nil:
                break
            }
        } catch {
            // It may concern the copy as well as the data file.
            let text = if case .cannotOpen(let reason) = error { "cannot copy: \(reason)" } else { error.text }
            output.error(PNError(message: text, code: kPNUnknownError))
            throw ExitCode.failure
        }
    }

    /// The data file to copy, and the settings of its server.
    private struct Source {
        let data: String
        let configuration: OriginConfiguration
    }

    private func source() throws -> Source {
        let configuration = try server.settings().configuration
        guard let data = configuration.storage.path else { throw ValidationError("Name the data file with --data.") }
        return Source(data: data, configuration: configuration)
    }

    private func copy(_ source: Source, to target: String) throws(OriginError) {
        #if NATS
        if !withoutFiles, let nats = source.configuration.nats {
            return try OriginBackup.copy(source.data, to: target, filesOf: nats)
        }
        #endif
        try OriginBackup.copy(source.data, to: target, includingFiles: !withoutFiles)
    }

    private func copy(_ source: Source, into folder: String) throws(OriginError) -> String {
        let count = keep ?? 7
        #if NATS
        if !withoutFiles, let nats = source.configuration.nats {
            return try OriginBackup.copy(source.data, into: folder, keeping: count, filesOf: nats)
        }
        #endif
        return try OriginBackup.copy(source.data, into: folder, keeping: count, includingFiles: !withoutFiles)
    }

    private func reportCopy(_ data: String, _ copy: String, _ output: Output) {
        output.result(.object(["backup": .string(copy)]), forPeople: ["copied \(data) to \(copy)"])
    }

    private func report(_ report: OriginBackupReport, of path: String, _ output: Output) {
        let facts: [String: JSON] = [
            "bytes": .integer(Int64(report.bytes)), "messages": .integer(Int64(report.messages)),
            "keysets": .integer(Int64(report.keysets)), "files": .integer(Int64(report.files)),
            "latest": .string("\(report.latest)"),
        ]
        output.result(
            .object(["verified": .string(path), "content": .object(facts)]),
            forPeople: [
                "\(path) is complete: \(report.messages) messages of \(report.keysets) keysets, \(report.files) files, \(report.bytes) bytes"
            ]
        )
    }
}
