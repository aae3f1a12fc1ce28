import Foundation
import PubNubSupport
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

/// A server with files next to a data file, without sockets. Each call has its response on return.
final class FilesProbe: Sendable {
    let core: OriginCore
    let files: DurableFiles
    let clock: OriginManualClock
    private let lines = ReportedLines()
    private let path: String

    init(
        _ path: String,
        clock: OriginManualClock = OriginManualClock(),
        _ configuration: OriginConfiguration = OriginConfiguration()
    ) throws {
        var configuration = configuration.storing(
            in: .file(path, retention: configuration.storage.retention)
        )
        configuration.clock = clock
        configuration.report = { [lines] line in lines.add(line) }
        let storage = try OpenedStorage.open(path: path, configuration)
        files = try #require(storage.files as? DurableFiles)
        core = OriginCore(configuration: configuration, storage: storage)
        self.clock = clock
        self.path = path
    }

    /// The lines that the server reported.
    var reports: [String] { lines.all }

    /// The paths in the folder of files, without those of the lock, in order.
    var stored: [String] { Self.paths(in: path + ".files") }

    /// The paths of the files in a folder with files, in order.
    static func paths(in folder: String) -> [String] {
        let found = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return found.filter { $0.contains("/") }.sorted()
    }

    func close() async { await core.stop() }

    func send(_ request: OriginRequest) -> OriginResponse? {
        let response = Locked<OriginResponse?>(nil)
        core.submit(request) { reply in
            if case .response(let taken, _) = reply { response.withLock { $0 = taken } }
        }
        return response.withLock { $0 }
    }

    func send(_ method: String, _ target: String, body: String = "") -> OriginResponse? {
        let conditions = FileConditions(host: "o:80")
        return send(OriginRequest(method: method, target: target, conditions: conditions, body: Array(body.utf8)))
    }

    private func json(_ response: OriginResponse?) throws -> JSON {
        try JSON(parsing: try #require(response).body)
    }

    /// An address and a form for an upload.
    func form(_ name: String = "f.txt", channel: String = "a", keyset: String = "demo") throws -> JSON {
        let body = JSON.object(["name": .string(name)]).text
        let target = "/v1/files/\(keyset)/channels/\(channel)/generate-upload-url"
        return try json(send("POST", target, body: body))
    }

    /// The identifier in a form.
    func id(_ form: JSON) -> String { form["data"]?["id"]?.string ?? "" }

    /// Uploads a file with a form.
    @discardableResult
    func upload(_ text: String, _ form: JSON) -> OriginResponse? {
        send(
            OriginRequest(
                method: "POST",
                target: "/v1/files/upload",
                contentType: "multipart/form-data; boundary=b",
                body: ReceivedForm(form).body(Array(text.utf8))
            )
        )
    }

    /// Stores a file, and returns its identifier.
    @discardableResult
    func store(
        _ text: String,
        _ name: String = "f.txt",
        channel: String = "a",
        keyset: String = "demo"
    ) throws -> String {
        let form = try form(name, channel: channel, keyset: keyset)
        #expect(upload(text, form)?.status == 204)
        return id(form)
    }

    /// A page of a list.
    func list(_ query: String = "", channel: String = "a", keyset: String = "demo") throws -> JSON {
        try json(send("GET", "/v1/files/\(keyset)/channels/\(channel)/files\(query)"))
    }

    /// The identifiers of the first page of a list.
    func ids(channel: String = "a", keyset: String = "demo") throws -> [String] {
        try list(channel: channel, keyset: keyset)["data"]?.array?.compactMap { $0["id"]?.string } ?? []
    }

    /// The address of a file's content, without its origin.
    func address(_ id: String, _ name: String = "f.txt", channel: String = "a") throws -> String {
        let response = send("GET", "/v1/files/demo/channels/\(channel)/files/\(id)/\(name)")
        let location = response?.headers.first { $0.name == "Location" }?.value
        return String(try #require(location).dropFirst("http://o:80".count))
    }

    /// The content of a file as a string; nil if it is not sent.
    func text(_ id: String, _ name: String = "f.txt", channel: String = "a") throws -> String? {
        content(try address(id, name, channel: channel))
    }

    /// The content at an address as a string; nil for any response but 200.
    func content(_ address: String) -> String? {
        guard let response = send("GET", address), response.status == 200 else { return nil }
        return String(decoding: response.body, as: UTF8.self)
    }

    @discardableResult
    func remove(_ id: String, _ name: String = "f.txt", channel: String = "a", keyset: String = "demo") -> Int? {
        let status = send("DELETE", "/v1/files/\(keyset)/channels/\(channel)/files/\(id)/\(name)")?.status
        files.waitUntilRemoved()
        return status
    }
}

/// The lines that a server reports.
final class ReportedLines: Sendable {
    private let lines = Locked<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

extension DataFolder {
    /// The access rights of a path.
    func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    /// Writes a file that was last changed some time ago, in seconds.
    func leave(_ name: String, age: Double) throws {
        let path = file(name)
        let above = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: above, withIntermediateDirectories: true)
        try Data("left".utf8).write(to: URL(fileURLWithPath: path))
        let date = Date(timeIntervalSinceNow: -age)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
}
