import Foundation
import PubNubSupport
import PubNubWire
import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("The file of an outbox: written before a message is accepted, and read after any failure")
struct OutboxFileTests {
    /// Runs `body` with a path in its own folder.
    private func withPath(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pubnub-outbox-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appending(path: "outbox").path())
    }

    private func message(_ number: Int, bytes: Int = 10) -> OutboxRecord.StoredMessage {
        .init(id: "\(number)", channel: "c", payload: Array("\"\(String(repeating: "x", count: bytes))\"".utf8))
    }

    private func add(_ message: OutboxRecord.StoredMessage, to file: OutboxFile) async -> Bool {
        await withCheckedContinuation { continuation in file.add(message) { continuation.resume(returning: $0) } }
    }

    private func code(_ body: () throws -> OutboxFile) -> Int? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? Failure)?.code
        }
    }

    @Test("Returns unfinished messages in order, and no finished ones")
    func reopening() async throws {
        try await withPath { path in
            do {
                let file = try OutboxFile(path: path, keyset: "k")
                #expect(file.unsent.isEmpty)
                for number in 1...5 { #expect(await add(message(number), to: file)) }
                file.finished("1")
                file.finished("3")
                await file.close()
            }
            do {
                let file = try OutboxFile(path: path, keyset: "k")
                #expect(file.unsent == [message(2), message(4), message(5)])
                #expect(file.damages == 0)
                file.finished("2")
                await file.close()
            }
            #expect(try OutboxFile(path: path, keyset: "k").unsent == [message(4), message(5)])
        }
    }

    @Test("Only its owner may read it, also if others could before")
    func permissions() async throws {
        try await withPath { path in
            for _ in 0..<2 {
                _ = try OutboxFile(path: path, keyset: "k")
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                #expect(mode == 0o600)
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            }
        }
    }

    @Test("A second client cannot use it until the first one is released; its messages belong to their keys")
    func exclusion() async throws {
        try await withPath { path in
            do {
                let file = try OutboxFile(path: path, keyset: "k")
                #expect(code { try OutboxFile(path: path, keyset: "k") } == kPNOutboxFileError)
                #expect(await add(message(1), to: file))
                await file.close()
            }
            #expect(code { try OutboxFile(path: path, keyset: "other") } == kPNOutboxFileError)
            #expect(try OutboxFile(path: path, keyset: "k").unsent == [message(1)])
        }
    }

    @Test("An unusable path is error 146, and a file of another kind is unchanged")
    func unusable() async throws {
        try await withPath { path in
            #expect(code { try OutboxFile(path: path + "/no/such/folder", keyset: "k") } == kPNOutboxFileError)
            let folder = (path as NSString).deletingLastPathComponent
            #expect(code { try OutboxFile(path: folder, keyset: "k") } == kPNOutboxFileError)
            try Data("notes of somebody".utf8).write(to: URL(fileURLWithPath: path))
            #expect(code { try OutboxFile(path: path, keyset: "k") } == kPNOutboxFileError)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("notes of somebody".utf8))
        }
    }

    @Test("Ignores a truncated end, skips and reports a damaged entry, and continues to write after it")
    func damaged() async throws {
        try await withPath { path in
            do {
                let file = try OutboxFile(path: path, keyset: "k")
                for number in 1...3 { #expect(await add(message(number), to: file)) }
                await file.close()
            }
            var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
            let second = try OutboxLog.frame(.message(message(2)))
            let start = try #require((0..<bytes.count).first { bytes[$0...].starts(with: second) })
            bytes[start + 20] ^= 1
            try Data(bytes.dropLast(3)).write(to: URL(fileURLWithPath: path))
            do {
                let file = try OutboxFile(path: path, keyset: "k")
                #expect(file.unsent == [message(1)])
                #expect(file.damages == 1)
                #expect(await add(message(4), to: file))
                await file.close()
            }
            #expect(try OutboxFile(path: path, keyset: "k").unsent == [message(1), message(4)])
        }
    }

    @Test("On a full disk, refuses the message, leaves no part of it, and keeps earlier messages")
    func fullDisk() async throws {
        try await withPath { path in
            let room = Locked(Int.max)
            let disk = OutboxDisk(
                write: { descriptor, bytes, offset in
                    let count = room.withLock { room in
                        defer { room -= min(room, bytes.count) }
                        return min(room, bytes.count)
                    }
                    if count == 0 { errno = ENOSPC }
                    return count == 0 ? -1 : pwrite(descriptor, bytes.baseAddress, count, off_t(offset))
                },
                synchronize: { fsync($0) }
            )
            do {
                let file = try OutboxFile(path: path, keyset: "k", disk: disk)
                #expect(await add(message(1), to: file))
                room.withLock { $0 = 30 }
                #expect(await !add(message(2), to: file))
                #expect(await !add(message(3), to: file))
                room.withLock { $0 = .max }
                #expect(await add(message(4), to: file))
                await file.close()
            }
            let file = try OutboxFile(path: path, keyset: "k")
            #expect(file.unsent == [message(1), message(4)])
            #expect(file.damages == 0)
        }
    }

    @Test("Refuses the message if the disk fails to synchronize")
    func failingDisk() async throws {
        try await withPath { path in
            let isBroken = Locked(false)
            let disk = OutboxDisk(write: OutboxDisk.system.write) { _ in isBroken.withLock { $0 ? -1 : 0 } }
            do {
                let file = try OutboxFile(path: path, keyset: "k", disk: disk)
                isBroken.withLock { $0 = true }
                #expect(await !add(message(1), to: file))
                await file.close()
            }
            #expect(try OutboxFile(path: path, keyset: "k").unsent.isEmpty)
        }
    }

    @Test("A file that is closed while a message is written stores it and no later one, and can be opened again")
    func closing() async throws {
        try await withPath { path in
            let mayWrite = DispatchSemaphore(value: 0)
            let disk = OutboxDisk(write: OutboxDisk.system.write) { descriptor in
                mayWrite.wait()
                return fsync(descriptor)
            }
            mayWrite.signal()
            let file = try OutboxFile(path: path, keyset: "k", disk: disk)
            let isStored = Locked<Bool?>(nil)
            file.add(message(1)) { stored in isStored.withLock { $0 = stored } }
            async let closing: Void = file.close()
            mayWrite.signal()
            await closing
            #expect(isStored.withLock { $0 } == true)
            #expect(await !add(message(2), to: file))
            #expect(try OutboxFile(path: path, keyset: "k").unsent == [message(1)])
            withExtendedLifetime(file) {}
        }
    }

    @Test("A client that opens the file while an earlier one of the process closes it waits for that")
    func reopenedWhileClosing() async throws {
        try await withPath { path in
            let mayWrite = DispatchSemaphore(value: 0)
            mayWrite.signal()
            let disk = OutboxDisk(write: OutboxDisk.system.write) { descriptor in
                mayWrite.wait()
                return fsync(descriptor)
            }
            let file = try OutboxFile(path: path, keyset: "k", disk: disk)
            file.add(message(1)) { _ in }
            file.beginClosing()
            Thread.detachNewThread { mayWrite.signal() }
            #expect(try OutboxFile(path: path, keyset: "k").unsent == [message(1)])
            withExtendedLifetime(file) {}
        }
    }

    @Test("A child process that inherits the descriptors does not keep the lock")
    func inheritedLock() async throws {
        try await withPath { path in
            var inherited: [Int32] = []
            defer { inherited.forEach { close($0) } }
            do {
                let file = try OutboxFile(path: path, keyset: "k")
                let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
                    Int32($0)
                }
                inherited = descriptors.filter { descriptor in
                    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
                    return link == path + ".lock"
                }.map { dup($0) }
                #expect(inherited.count == 1)
                await file.close()
            }
            #expect(try OutboxFile(path: path, keyset: "k").unsent.isEmpty)
        }
    }

    @Test("Does not grow with sent messages, and is rewritten without losing unsent ones")
    func compaction() async throws {
        try await withPath { path in
            do {
                let file = try OutboxFile(path: path, keyset: "k")
                #expect(await add(message(0, bytes: 100), to: file))
                for number in 1...300 {
                    #expect(await add(message(number, bytes: 2_000), to: file))
                    file.finished("\(number)")
                }
                #expect(code { try OutboxFile(path: path, keyset: "k") } == kPNOutboxFileError, "still locked")
                await file.close()
                let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
                #expect((size ?? .max) < 200_000)
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                #expect(mode == 0o600)
            }
            #expect(try OutboxFile(path: path, keyset: "k").unsent == [message(0, bytes: 100)])
        }
    }

    @Test("Writes concurrent messages of many threads, those of one thread in order")
    func threads() async throws {
        try await withPath { path in
            do {
                let file = try OutboxFile(path: path, keyset: "k")
                let results = await withTaskGroup(of: Bool.self) { group in
                    for number in 1...200 { group.addTask { await add(message(number), to: file) } }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(results.count == 200 && results.allSatisfy(\.self))
                await file.close()
            }
            let unsent = try OutboxFile(path: path, keyset: "k").unsent
            #expect(Set(unsent.map(\.id)) == Set((1...200).map { "\($0)" }))
        }
    }
}
