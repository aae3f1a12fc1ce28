import Dispatch
import Foundation
import PubNubSupport

/// Shows that a program has a store open, by locks on a file next to the store. The locks end with the program, however
/// it ends.
///
/// Programs open a store one after the other: each locks the byte ``opening`` exclusively until it calls ``share()``. A
/// program that has the store open holds a lock on the byte ``open``: exclusively while it opens the store and no other
/// program has it open, shared otherwise. The conversion between the two leaves no moment without a lock, so no second
/// program can assume that it is the only one.
package final class StoreLock: Sendable {
    /// Whether no other program has the store open. No other program can open it until ``share()`` is called.
    package let isAlone: Bool

    private let path: String
    private let patience: Double
    private let lock: Locked<FileLock?>

    private static let opening: Int64 = 0
    private static let open: Int64 = 1
    /// The first of the bytes by which programs that send recognize each other.
    private static let firstHolder: Int64 = 16
    private static let maxHolders: Int64 = 1_024

    /// The number of threads of the process that wait for locks, including those whose limit has passed.
    private static let waiting = Locked(0)
    private static let maximumWaiting = 16

    /// The number of attempts to open a file that other programs remove concurrently.
    private static let attempts = 8

    /// Waits until no other program is opening the store.
    ///
    /// - Parameters:
    ///   - path: The file with the locks. It is created if it does not exist, and never removed.
    ///   - patience: The maximum time in seconds that this and ``share()`` wait; 5 by default.
    /// - Throws: ``ChatError/cannotOpenStore(_:)``. No lock is held then.
    package init(_ path: String, patience: Double = 5) throws {
        let limit = DispatchTime.now() + patience
        let lock = try Self.begin(path, limit)
        let isFirst = try Self.locking { () throws(FileError) in try lock.take(.exclusive, at: Self.open) }
        isAlone = lock.takeWhole(.exclusive) && isFirst
        if !isAlone {
            // Only a program that is opening the store holds it exclusively, and this program is the one.
            _ = try Self.locking { () throws(FileError) in try lock.take(.shared, at: Self.open) }
            try Self.share(lock, path, limit)
        }
        self.path = path
        self.patience = patience
        self.lock = Locked(lock)
    }

    /// Allows other programs to open the store.
    ///
    /// - Throws: ``ChatError/cannotOpenStore(_:)``
    package func share() throws {
        guard let lock = lock.withLock(\.self) else { return }
        if isAlone {
            _ = try Self.locking { () throws(FileError) in try lock.take(.shared, at: Self.open) }
            try Self.share(lock, path, DispatchTime.now() + patience)
        }
        lock.release(Self.opening)
    }

    /// Takes a number that no other program with the store has. It ends with the program.
    ///
    /// - Returns: The number; 0 if no number is free, or if the store is released.
    package func takeHolder() -> Int64 {
        guard let lock = lock.withLock(\.self) else { return 0 }
        let numbers = Self.firstHolder..<(Self.firstHolder + Self.maxHolders)
        return numbers.first { (try? lock.take(.exclusive, at: $0)) == true } ?? 0
    }

    /// Whether another program that is running has a number.
    package func isHeldByOthers(_ holder: Int64) -> Bool {
        guard let lock = lock.withLock(\.self) else { return true }
        guard (try? lock.take(.exclusive, at: holder)) == true else { return true }
        lock.release(holder)
        return false
    }

    /// Releases the store.
    package func release() {
        lock.withLock { $0 = nil }
    }

    /// Opens the file and waits for the right to open the store.
    private static func begin(_ path: String, _ limit: DispatchTime) throws -> FileLock {
        for _ in 0..<attempts {
            let lock = try locking { () throws(FileError) in try FileLock(path) }
            if try !locking({ () throws(FileError) in try lock.take(.exclusive, at: opening) }) {
                try wait(path, limit) { () throws(FileError) in try lock.wait(.exclusive, at: opening) }
            }
            // A lock on a file that was removed in the meantime excludes no program.
            if lock.isAtPath { return lock }
        }
        throw ChatError.cannotOpenStore("\(path) is removed repeatedly by another program")
    }

    /// Shares the lock that programs of versions before 0.7 take.
    private static func share(_ lock: FileLock, _ path: String, _ limit: DispatchTime) throws {
        guard !lock.takeWhole(.shared) else { return }
        try wait(path, limit) { () throws(FileError) in lock.waitForWhole() }
    }

    /// Waits for a lock on its own thread, because only a signal ends such a wait.
    ///
    /// After the limit the thread continues to wait with a reference to the lock, and releases the lock as soon as it
    /// gets it.
    private static func wait(
        _ path: String,
        _ limit: DispatchTime,
        for body: @escaping @Sendable () throws(FileError) -> Void
    ) throws {
        let isPossible = waiting.withLock { count in
            guard count < maximumWaiting else { return false }
            count += 1
            return true
        }
        let problem = Locked<FileError?>(nil)
        let end = DispatchSemaphore(value: 0)
        if isPossible {
            Thread.detachNewThread {
                do throws(FileError) {
                    try body()
                } catch {
                    problem.withLock { $0 = error }
                }
                waiting.withLock { $0 -= 1 }
                end.signal()
            }
        }
        guard isPossible, end.wait(timeout: limit) == .success else {
            throw ChatError.cannotOpenStore(
                "\(path) is locked by a program that is opening the store; try again, or end that program"
            )
        }
        if let problem = problem.withLock(\.self) { throw ChatError.cannotOpenStore("\(problem)") }
    }

    private static func locking<Value>(_ body: () throws(FileError) -> Value) throws -> Value {
        do throws(FileError) {
            return try body()
        } catch {
            throw ChatError.cannotOpenStore("\(error)")
        }
    }
}
