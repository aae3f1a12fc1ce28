import Foundation
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
