import ArgumentParser
import PubNub
import PubNubOrigin
import PubNubOriginServer
import PubNubWire

/// `pubnub origin backup`
struct OriginBackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the data file of a server and its files, also while it runs.",
        discussion: """
              pubnub origin backup --data messages.sqlite --to backup.sqlite
              pubnub origin --data backup.sqlite

            --data names the data file, as it does for 'pubnub origin'. The copy has everything that was acknowledged before, and is complete when its name appears. It is created with \
            mode 0600. An existing file is never overwritten. The folder with the name of the copy and '.files' has the bytes of files.
            """
    )

    /// The parser gives `--data`, `--json` and `--log` to this one, which has them as well.
    @ParentCommand var server: OriginCommand

    @Option(help: ArgumentHelp("The copy, which must not exist.", valueName: "file"), completion: .file())
    var to: String

    @Flag(help: "Leave out the bytes of files.")
    var withoutFiles = false

    func run() async throws {
        let output = Output(isJSON: server.output.json)
        guard let data = try server.settings().configuration.storage.path else {
            throw ValidationError("Name the data file with --data.")
        }
        do throws(OriginError) {
            try OriginBackup.copy(data, to: to, includingFiles: !withoutFiles)
        } catch {
            output.error(PNError(message: error.text, code: kPNUnknownError))
            throw ExitCode.failure
        }
        output.result(.object(["backup": .string(to)]), forPeople: ["copied \(data) to \(to)"])
    }
}
