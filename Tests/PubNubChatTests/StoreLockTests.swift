import Dispatch
import Foundation
import PubNubSupport
import Testing

@testable import PubNubChat

@Suite("Programs that have a store open detect each other", .timeLimit(.minutes(5)))
struct StoreLockTests {
    private func path(_ directory: URL) -> String { directory.appendingPathComponent("default-open").path }

    @Test("Opening waits for a program that is opening the store, and then continues")
    func waits() async throws {
        try await withDirectory { directory in
            let path = path(directory)
            let other = try StoreProcess(["hold", path])
            #expect(try await other.line() == "alone")
            async let opening = onThread { try StoreLock(path, patience: 600) }
            try other.tell("share")
            let hold = try await opening
            #expect(!hold.isAlone)
            try hold.share()
            try await other.kill()
        }
    }

    @Test("A program that is killed while opening the store blocks no other, and does not count as having it open")
    func killed() async throws {
        try await withDirectory { directory in
            let path = path(directory)
            let other = try StoreProcess(["hold", path])
            #expect(try await other.line() == "alone")
            async let opening = onThread { try StoreLock(path, patience: 600) }
            try await other.kill()
            #expect(try await opening.isAlone)
        }
    }

    @Test("Waiting for a program that never finishes opening ends with a clear error, and leaves nothing locked")
    func limit() async throws {
        try await withDirectory { directory in
            let path = path(directory)
            let other = try StoreProcess(["hold", path])
            #expect(try await other.line() == "alone")
            let text = "\(path) is locked by a program that is opening the store; try again, or end that program"
            for _ in 0..<3 {
                #expect(throws: ChatError.cannotOpenStore(text)) { try StoreLock(path, patience: 0.01) }
            }
            try other.tell("share")
            #expect(try await other.line() == "done share")
            let hold = try await onThread { try StoreLock(path, patience: 600) }
            #expect(!hold.isAlone)
            try hold.share()
            try await other.kill()
            hold.release()
            #expect(try StoreLock(path, patience: 600).isAlone)
        }
    }

    @Test("A program that has the store open is detected by later ones, until it closes the store")
    func shared() async throws {
        try await withDirectory { directory in
            let path = path(directory)
            let first = try StoreProcess(["hold", path])
            #expect(try await first.line() == "alone")
            try first.tell("share")
            #expect(try await first.line() == "done share")
            let second = try StoreProcess(["hold", path])
            #expect(try await second.line() == "shared")
            try second.tell("share")
            #expect(try await second.line() == "done share")
            try first.tell("release")
            #expect(try await first.line() == "done release")
            let third = try StoreLock(path, patience: 600)
            #expect(!third.isAlone)
            third.release()
            try await second.kill()
            #expect(try StoreLock(path, patience: 600).isAlone)
            try await first.kill()
        }
    }

    @Test("Concurrent opening and closing never makes a program assume that it is the only one")
    func exclusion() async throws {
        try await withDirectory { directory in
            let path = path(directory)
            let open = OpenCount()
            try await withThrowingTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask {
                        try await onThread {
                            for _ in 0..<300 {
                                let hold = try StoreLock(path, patience: 600)
                                if hold.isAlone { #expect(open.count.withLock(\.self) == 0) }
                                open.count.withLock { $0 += 1 }
                                try hold.share()
                                open.count.withLock { $0 -= 1 }
                                hold.release()
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("A program that waited for a file that was removed in the meantime is detected by the next one")
    func replaced() async throws {
        try await withDirectory { directory in
            let path = path(directory)
            let other = try StoreProcess(["hold", path])
            #expect(try await other.line() == "alone")
            async let opening = onThread { try StoreLock(path, patience: 600) }
            try FileManager.default.removeItem(atPath: path)
            try other.tell("share")
            let second = try await opening
            try second.share()
            let third = try StoreLock(path, patience: 600)
            #expect(!third.isAlone)
            try await other.kill()
        }
    }

    @Test("Creates a removed lock file again, with private permissions")
    func removed() async throws {
        try await withDirectory { directory in
            let path = path(directory)
            let first = try StoreLock(path)
            try first.share()
            try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
            let second = try StoreLock(path)
            #expect(!second.isAlone)
            second.release()
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
            #expect(mode?.intValue == 0o600)
            try FileManager.default.removeItem(atPath: path)
            #expect(try StoreLock(path).isAlone)
        }
    }
}

/// The number of threads that have the store open.
private final class OpenCount: Sendable {
    let count = Locked(0)
}

/// Runs blocking code on its own thread, so that it blocks nothing else.
private func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
}
