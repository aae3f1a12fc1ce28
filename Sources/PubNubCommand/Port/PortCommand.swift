import ArgumentParser
import Foundation
import PubNubWire

/// `pubnub port`
struct PortCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "port",
        abstract: "List where an app uses the 3.x SDK, with the names and the behaviour of this library.",
        discussion: """
              pubnub port Sources
              pubnub port --write Sources/Chat.swift

            Reads Swift files in every spelling since Swift 1, and Objective-C files (.m, .mm, .h). Each use is printed with file, \
            line and column, its name here, and the topics of the list of differences that apply; the topics follow. Types keep their \
            names and are not listed. A file that is not UTF-8 is not read: it is listed (with --json under notRead), and \
            the status is 1 if it was named.

            With --write the names are changed in Swift files, and types of closures and delegate methods with them. A use of which \
            the command is not certain is not changed, and neither are comments, strings and Objective-C files. It makes no request. \
            Commit the files before.
            """
    )

    /// The most bytes that a source file may have.
    private static let maxFileSize = 4 * 1024 * 1024

    @Argument(help: "Files, or folders whose files are read.")
    var paths: [String]

    @Flag(help: "Change the names in Swift files.")
    var write = false

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() throws {
        let output = Output(isJSON: json)
        var report = PortReport()
        var changed: [(path: String, text: String)] = []
        let named = Set(paths)
        var status = ExitCode.success
        // All files are read before the first one is written, so that no file has changed after an error here.
        for path in try SourceFiles.all(paths) {
            let data = try BoundedFile.contents(of: path, flag: "PATH", limit: Self.maxFileSize)
            guard let text = String(data: data, encoding: .utf8) else {
                report.addUnread(path)
                if named.contains(path) { status = .failure }
                continue
            }
            let isSwift = SourceFiles.isSwift(path, text)
            let file = isSwift ? SwiftPorter.port(text) : ObjectiveCReader.read(text)
            report.add(file, at: path)
            if write, isSwift, file.text != text { changed.append((path, file.text)) }
        }
        var failure: (any Error)?
        do {
            for (path, text) in changed {
                try SourceFiles.replace(path, with: text)
                report.addWritten(path)
            }
        } catch {
            failure = error
        }
        output.result(report.json(isWritten: write), forPeople: report.lines(isWritten: write))
        if let failure { throw failure }
        if status != .success { throw status }
    }
}

/// The source files below the paths of the command.
private enum SourceFiles {
    private static let extensions: Set<String> = ["swift", "m", "mm", "h"]
    /// Folders with the work of tools and of others.
    private static let ignored: Set<String> = ["Pods", "Carthage", "DerivedData", "build"]

    /// The files, each one once, and each folder in the order of names. A file on the command line may have any extension.
    static func all(_ paths: [String]) throws -> [String] {
        var seen: Set<String> = []
        let files = try paths.flatMap { path -> [String] in
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw ValidationError("PATH: \(path) does not exist.")
            }
            guard isFolder.boolValue else { return [path] }
            guard let found = FileManager.default.enumerator(atPath: path) else {
                throw ValidationError("PATH: cannot read the folder \(path).")
            }
            let names = found.compactMap { $0 as? String }.filter { name in
                let parts = name.split(separator: "/").map(String.init)
                return extensions.contains((name as NSString).pathExtension)
                    && !parts.contains { ignored.contains($0) || $0.hasPrefix(".") }
            }
            return names.sorted().map { (path as NSString).appendingPathComponent($0) }
        }
        return files.filter { seen.insert($0).inserted }
    }

    /// Replaces the content of a file, which keeps its permissions. A link stays a link.
    static func replace(_ path: String, with text: String) throws {
        let file = URL(filePath: path).resolvingSymlinksInPath()
        do {
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
            try Data(text.utf8).write(to: file, options: .atomic)
            if let mode { try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path) }
        } catch {
            throw ValidationError("PATH: cannot write \(path): \(error.localizedDescription)")
        }
    }

    /// Whether a file is in Swift: by its extension, otherwise by its text.
    static func isSwift(_ path: String, _ text: String) -> Bool {
        let type = (path as NSString).pathExtension
        guard !extensions.contains(type) else { return type == "swift" }
        return !["@implementation", "@interface", "#import"].contains { text.contains($0) }
    }
}
