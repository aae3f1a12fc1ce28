import Foundation
import GRDB
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("Backup of a live data file")
struct OriginBackupTests {
    private let folder: DataFolder

    init() throws { folder = try DataFolder() }

    @Test("A copy made while clients publish has everything acknowledged before, and a server serves it")
    func live() async throws {
        let data = folder.file()
        let copy = folder.file("copy.sqlite")
        let acknowledged = try await withOrigin(OriginConfiguration().storing(in: .file(data))) { _, address in
            try await onOwnThread { () -> Int in
                let connection = try #require(RawConnection(port: address.port))
                func publish(_ number: Int) -> Bool {
                    connection.get("/publish/demo/demo/0/a/0/\(number)")
                    let status = connection.answer()?.status
                    #expect(status == 200)
                    return status == 200
                }
                for number in 0..<40 { #expect(publish(number)) }
                let isDone = DispatchSemaphore(value: 0)
                let outcome = Outcome()
                DispatchQueue(label: "backup").async {
                    outcome.error = Result { try OriginBackup.copy(data, to: copy) }.failure
                    isDone.signal()
                }
                var number = 40
                while isDone.wait(timeout: .now()) != .success {
                    guard publish(number) else {
                        isDone.wait()
                        break
                    }
                    number += 1
                }
                #expect(outcome.error == nil)
                return 40
            }
        }
        let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.contains("partial") })
        try await withOrigin(OriginConfiguration().storing(in: .file(copy))) { _, address in
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                connection.get("/v2/history/sub-key/demo/channel/a?count=100&reverse=true")
                let text = try #require(connection.answer()?.text)
                let expected = (0..<acknowledged).map(String.init).joined(separator: ",")
                #expect(text.hasPrefix("[[\(expected)"))
                connection.get("/publish/demo/demo/0/a/0/1")
                #expect(connection.answer()?.status == 200)
            }
        }
    }

    @Test("An existing file and a dangling link are never overwritten, and what is no data file is not copied")
    func refusals() async throws {
        let data = folder.file()
        let copy = folder.file("copy.sqlite")
        try await withOrigin(OriginConfiguration().storing(in: .file(data))) { _, _ in }
        try Data("mine".utf8).write(to: URL(fileURLWithPath: copy))
        #expect(throws: OriginError.self) { try OriginBackup.copy(data, to: copy) }
        #expect(try String(contentsOfFile: copy, encoding: .utf8) == "mine")
        let link = folder.file("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.file("nowhere"))
        #expect(throws: OriginError.self) { try OriginBackup.copy(data, to: link) }
        for source in [copy, folder.file("missing")] {
            #expect(throws: OriginError.self) { try OriginBackup.copy(source, to: folder.file("other")) }
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!left.contains("other"))
        #expect(left.allSatisfy { !$0.contains("partial") })
    }

    /// A data file with messages and one entry of the log that the tables lack.
    private func makeData() async throws -> String {
        let data = folder.file("origin.sqlite")
        try await withOrigin(OriginConfiguration().storing(in: .file(data))) { _, address in
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                for keyset in ["one", "two"] {
                    for number in 0..<50 {
                        connection.get("/publish/demo/\(keyset)/0/a/0/\(number)")
                        #expect(connection.answer()?.status == 200)
                    }
                }
            }
        }
        return data
    }

    private func reason(_ body: () throws(OriginError) -> Void) -> String? {
        do throws(OriginError) {
            try body()
        } catch {
            return "\(error)"
        }
        return nil
    }

    @Test("A copy is verified with what it contains, and stays as it was")
    func verified() async throws {
        let copy = folder.file("copy.sqlite")
        try OriginBackup.copy(try await makeData(), to: copy)
        let before = try Data(contentsOf: URL(fileURLWithPath: copy))
        let report = try OriginBackup.verify(copy)
        #expect(report.messages == 100 && report.keysets == 2 && report.files == 0)
        #expect(report.bytes == before.count && report.latest > 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!names.contains { $0.hasPrefix("copy.sqlite-") }, "nothing was created next to it")
    }

    @Test(
        "Damaged pages, a file that is cut, a data file in use, other files and unreadable entries of the log are found"
    )
    func damaged() async throws {
        let data = try await makeData()
        let copy = folder.file("copy.sqlite")
        try OriginBackup.copy(data, to: copy)
        let whole = try Data(contentsOf: URL(fileURLWithPath: copy))
        func verdict(_ content: Data) throws -> String? {
            let path = folder.file("changed.sqlite")
            try content.write(to: URL(fileURLWithPath: path))
            return reason { () throws(OriginError) in try OriginBackup.verify(path) }
        }
        #expect(try verdict(whole) == nil)
        var changed = whole
        changed.replaceSubrange(4096..<whole.count, with: Data(repeating: 0xFF, count: whole.count - 4096))
        #expect(try verdict(changed)?.contains("damaged") == true)
        #expect(try verdict(whole.prefix(whole.count / 2)) != nil)
        #expect(try verdict(Data()) != nil)
        #expect(try verdict(Data("text".utf8)) != nil)
        #expect(reason { () throws(OriginError) in try OriginBackup.verify(folder.file("none")) } != nil)
        func addRow(_ position: Int, _ entries: String) throws {
            let log = try DatabaseQueue(path: copy)
            try log.write { db in
                try db.execute(
                    sql: "INSERT INTO log (position, date, entries) VALUES (?, 1, \(entries))",
                    arguments: [position]
                )
            }
            try log.close()
        }
        try addRow(-1, "zeroblob(65536)")
        #expect(try OriginBackup.verify(copy).messages == 100, "a row that tries whether a file can be written")
        try addRow(7000, "x'FFFF'")
        let unreadable = reason { () throws(OriginError) in try OriginBackup.verify(copy) }
        #expect(unreadable?.contains("entry 7000 of its log") == true)
        try await withOrigin(OriginConfiguration().storing(in: .file(data))) { _, address in
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                connection.get("/publish/demo/one/0/a/0/1")
                #expect(connection.answer()?.status == 200)
            }
            let inUse = reason { () throws(OriginError) in try OriginBackup.verify(data) }
            #expect(inUse?.contains("in use") == true)
        }
    }

    @Test(
        "The newest copies of a data file stay in a folder; other files there are not touched, and leftovers of killed calls are removed"
    )
    func generations() async throws {
        let data = try await makeData()
        let target = folder.file("copies")
        let leftover = "origin-2026-11-01T000000Z.sqlite"
        let others = [
            "notes.txt", "origin-2026.sqlite", "other-2026-11-01T000000Z.sqlite",
            "origin-2026-11-01T000000Z.sqlite.x.partial",
        ]
        let killed = ["\(leftover).\(UUID().uuidString).partial", "\(leftover).files"]
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
        for name in others + killed { try Data().write(to: URL(fileURLWithPath: "\(target)/\(name)")) }
        var made: [String] = []
        for day in 1...4 {
            let date = Date(timeIntervalSince1970: 1_796_000_000 + Double(day) * 86_400)
            made.append(try OriginBackup.copy(data, into: target, keeping: 2, date: date))
        }
        #expect(made.first == "\(target)/origin-2026-12-01T005320Z.sqlite")
        let left = try FileManager.default.contentsOfDirectory(atPath: target)
        #expect(left.sorted() == (others + made.suffix(2).map { URL(fileURLWithPath: $0).lastPathComponent }).sorted())
        #expect(try OriginBackup.verify(made[3]).messages == 100)
        #expect(BackupStamp.read(for: data) != nil)
        let earlier = Date(timeIntervalSince1970: 1_796_000_000)
        let last = try OriginBackup.copy(data, into: target, keeping: 1, date: earlier)
        #expect(try OriginBackup.verify(last).messages == 100, "the clock went back, and the copy that was made stays")
        #expect(!FileManager.default.fileExists(atPath: made[3]))
    }

    @Test("A copy that is damaged is removed, and is not noted as a backup")
    func damagedGeneration() async throws {
        let data = try await makeData()
        let file = try DatabaseQueue(path: data)
        try await file.write { db in
            try db.execute(sql: "INSERT INTO log (position, date, entries) VALUES (7000, 1, x'FFFF')")
        }
        try file.close()
        let target = folder.file("copies")
        #expect(throws: OriginError.self) { try OriginBackup.copy(data, into: target, keeping: 1) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: target) == [])
        #expect(BackupStamp.read(for: data) == nil)
    }

    @Test("A copy that fails removes no older one")
    func failedGeneration() async throws {
        let data = try await makeData()
        let target = folder.file("copies")
        let date = Date(timeIntervalSince1970: 1_796_000_000)
        let copy = try OriginBackup.copy(data, into: target, keeping: 1, date: date)
        #expect(throws: OriginError.self) { try OriginBackup.copy(data, into: target, keeping: 1, date: date) }
        try Data("other".utf8).write(to: URL(fileURLWithPath: data))
        #expect(throws: OriginError.self) {
            try OriginBackup.copy(data, into: target, keeping: 1, date: date.addingTimeInterval(60))
        }
        #expect(try OriginBackup.verify(copy).messages == 100)
        #expect(try FileManager.default.contentsOfDirectory(atPath: target).count == 1)
    }

    /// The error that the backup threw. Written before the semaphore is signaled and read after it.
    private final class Outcome: @unchecked Sendable {
        var error: (any Error)?
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
