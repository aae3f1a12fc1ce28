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
            names and are not listed.

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
        for path in try SourceFiles.all(paths) {
            let data = try BoundedFile.contents(of: path, flag: "PATH", limit: Self.maxFileSize)
            // Skip files in another encoding, which are not sources of the app.
            guard let text = String(data: data, encoding: .utf8) else { continue }
            let isSwift = SourceFiles.isSwift(path, text)
            let file = isSwift ? SwiftPorter.port(text) : ObjectiveCReader.read(text)
            report.add(file, at: path)
            guard write, isSwift, file.text != text else { continue }
            try SourceFiles.replace(path, with: file.text)
            report.addWritten(path)
        }
        output.result(report.json(isWritten: write), forPeople: report.lines(isWritten: write))
    }
}

/// The source files below the paths of the command.
private enum SourceFiles {
    private static let extensions: Set<String> = ["swift", "m", "mm", "h"]
    /// Folders with the work of tools and of others.
    private static let ignored: Set<String> = ["Pods", "Carthage", "DerivedData", "build"]

    /// The files, each folder in the order of names. A file on the command line may have any extension.
    static func all(_ paths: [String]) throws -> [String] {
        try paths.flatMap { path -> [String] in
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
