public import Dispatch
import Foundation
public import GRDB
import Logging

/// The chat data that an app keeps: a database with one writer and, in a file, any number of readers beside it.
public final class ChatStore: Sendable {
    /// What was done about a damaged file when the store was opened; nil when there was none.
    public let recovery: StoreRecovery?

    let writer: any DatabaseWriter
    /// Tells observers of queries which rows changed.
    let watch = RowWatch()
    private let entities: any ManagedChatEntities.Type
    /// Tells other programs that the file is open; nil for a store in memory.
    private let hold: StoreHold?

    /// Opens a store, makes or changes its tables, and forgets who is present, unless another program has it open.
    ///
    /// A file that is damaged is moved aside, beside the new one; ``recovery`` tells where it is, and the log does.
    ///
    /// - Parameters:
    ///   - configuration: Where it keeps its data.
    ///   - entities: Its entities; ``PubNubManagedChatEntities`` unless told.
    /// - Throws: ``ChatError/cannotOpenStore(_:)`` when the file cannot be used for another reason than damage; it is left as it is.
    public init(
        configuration: DatastoreConfiguration = DatastoreConfiguration(),
        entities: any ManagedChatEntities.Type = PubNubManagedChatEntities.self
    ) throws {
        self.entities = entities
        guard !configuration.isInMemory else {
            writer = try DatabaseQueue(configuration: Self.settings)
            try Self.prepare(writer, entities, isEmptied: false, isAlone: true)
            (hold, recovery) = (nil, nil)
            return
        }
        let file = StoreFile(url: configuration.fileURL)
        let isEmptied = configuration.cleanStorageOnLoad
        do {
            (writer, hold) = try Self.open(file, entities, isEmptied: isEmptied)
            recovery = nil
        } catch let error as DatabaseError where Self.isDamage(error) {
            let problem = error.message ?? "\(error.resultCode)"
            let target = try file.moveAside()
            ChatLog.logger.error("The store \(file.url.path) is damaged (\(problem)) and was moved to \(target.path)")
            (writer, hold) = try Self.open(file, entities, isEmptied: isEmptied)
            recovery = StoreRecovery(movedTo: target, problem: problem)
        } catch let error as DatabaseError {
            throw ChatError.cannotOpenStore("\(file.url.path): \(error.message ?? "\(error.resultCode)")")
        }
    }

    /// Reads, seeing one state of the store all along.
    ///
    /// - Parameter block: What reads.
    /// - Returns: What the block returns.
    /// - Throws: What the block throws.
    public func read<Value>(_ block: (Database) throws -> Value) throws -> Value {
        try writer.read(block)
    }

    /// Reads, seeing one state of the store all along.
    ///
    /// - Parameter block: What reads.
    /// - Returns: What the block returns.
    /// - Throws: What the block throws.
    public func read<Value: Sendable>(_ block: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await writer.read(block)
    }

    /// Writes in one transaction, after those before it; nothing of it stays when the block throws.
    ///
    /// - Parameter block: What writes.
    /// - Returns: What the block returns, once it is stored.
    /// - Throws: What the block throws.
    @discardableResult
    public func write<Value>(_ block: (Database) throws -> Value) throws -> Value {
        try writer.write(block)
    }

    /// Writes in one transaction, after those before it; nothing of it stays when the block throws.
    ///
    /// - Parameter block: What writes.
    /// - Returns: What the block returns, once it is stored.
    /// - Throws: What the block throws.
    @discardableResult
    public func write<Value: Sendable>(
        _ block: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await writer.write(block)
    }

    /// Writes in one transaction and tells when it is over: once, after it is stored or undone.
    ///
    /// - Parameters:
    ///   - queue: Where the completion runs; the main queue unless told.
    ///   - block: What writes.
    ///   - completion: Gets what the block returned or threw.
    public func write<Value: Sendable>(
        on queue: DispatchQueue = .main,
        _ block: @escaping @Sendable (Database) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        writer.asyncWrite(block) { _, result in
            queue.async { completion(result) }
        }
    }

    /// Makes all members absent and stateless, as it does when it is opened.
    ///
    /// - Throws: What SQLite has against it.
    public func clearTransientData() throws {
        try writer.write { try entities.clearTransientData(in: $0) }
    }

    /// Closes the store, after the writes before; nothing can be read or written any more.
    ///
    /// - Throws: What SQLite has against it, such as a read that is not over.
    public func close() throws {
        // The readers are closed last, and cannot bring the log into the file. Where this fails, the log stays beside it and nothing is lost.
        if let pool = writer as? DatabasePool {
            try? pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        }
        try writer.close()
        hold?.release()
    }

    private static var settings: Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(5)
        configuration.label = "pubnub.chat"
        return configuration
    }

    private static func open(
        _ file: StoreFile,
        _ entities: any ManagedChatEntities.Type,
        isEmptied: Bool
    ) throws -> (any DatabaseWriter, StoreHold) {
        let writer = try file.open(settings)
        let hold = try file.hold()
        try prepare(writer, entities, isEmptied: isEmptied, isAlone: hold.isAlone)
        try hold.share()
        return (writer, hold)
    }

    private static func prepare(
        _ writer: any DatabaseWriter,
        _ entities: any ManagedChatEntities.Type,
        isEmptied: Bool,
        isAlone: Bool
    ) throws {
        if isEmptied { try writer.erase() }
        var migrator = DatabaseMigrator()
        entities.registerMigrations(in: &migrator)
        LedgerSchema.register(in: &migrator)
        if try writer.read({ [migrator] in try migrator.hasBeenSuperseded($0) }) {
            throw ChatError.cannotOpenStore("\(writer.path) was written by a later version")
        }
        try migrator.migrate(writer)
        // Who is present in the copy of another program is so still.
        if isAlone { try writer.write { try entities.clearTransientData(in: $0) } }
    }

    private static func isDamage(_ error: DatabaseError) -> Bool {
        [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode)
    }
}
