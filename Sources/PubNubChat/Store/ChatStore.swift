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
    /// Runs the reads of these observers.
    let reads: ReadQueue
    private let entities: any ManagedChatEntities.Type
    /// Tells other programs that the file is open; nil for a store in memory.
    private let hold: StoreLock?

    /// Opens a store, makes or changes its tables, and forgets who is present, unless another program has it open.
    ///
    /// A file that is damaged is moved aside, beside the new one; ``recovery`` says where it is, and the log does. That, emptying the store
    /// and changing its tables need that no other program has the file open.
    ///
    /// - Parameters:
    ///   - configuration: Where it keeps its data.
    ///   - entities: Its entities; ``PubNubManagedChatEntities`` by default.
    ///   - owner: Whose data it holds. A store belongs to the first owner that opens it, and no other owner can open it. nil, the default,
    ///     opens the store of any owner.
    /// - Throws: ``ChatError/cannotOpenStore(_:)`` when the file cannot be used; it is left as it is. Blocks the thread for up to 5 seconds
    ///   while another program opens the same file.
    public init(
        configuration: DatastoreConfiguration = DatastoreConfiguration(),
        entities: any ManagedChatEntities.Type = PubNubManagedChatEntities.self,
        owner: ChatStoreOwner? = nil
    ) throws {
        self.entities = entities
        guard !configuration.isInMemory else {
            let opening = Opening(entities: entities, owner: owner, isEmptied: false, isAlone: true)
            writer = try DatabaseQueue(configuration: Self.settings)
            try opening.prepare(writer)
            reads = ReadQueue(writer)
            (hold, recovery) = (nil, nil)
            return
        }
        let file = try Self.file(of: configuration, entities, owner)
        do {
            let hold = try file.hold()
            let opening = Opening(
                entities: entities,
                owner: owner,
                isEmptied: configuration.cleanStorageOnLoad,
                isAlone: hold.isAlone
            )
            (writer, recovery) = try Self.open(file, hold, opening)
            reads = ReadQueue(writer)
            self.hold = hold
            try hold.share()
        } catch let error as DatabaseError {
            throw ChatError.cannotOpenStore("\(file.path): \(error.message ?? "\(error.resultCode)")")
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
    ///   - queue: Where the completion runs; the main queue by default.
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
    /// - Throws: A `DatabaseError` if a statement fails.
    public func clearTransientData() throws {
        try writer.write { try entities.clearTransientData(in: $0) }
    }

    /// Closes the store, after the writes before; nothing can be read or written any more.
    ///
    /// - Throws: A `DatabaseError`, for example while a read is not over.
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

    /// The file of a configuration. A store in the default place of versions before 0.7 is moved there, or used where it is.
    private static func file(
        of configuration: DatastoreConfiguration,
        _ entities: any ManagedChatEntities.Type,
        _ owner: ChatStoreOwner?
    ) throws -> StoreFile {
        let file = StoreFile(configuration.fileURL(of: owner, ProcessInfo.processInfo.environment))
        guard !file.exists, let former = configuration.formerFileURL.map({ StoreFile($0) }), former.exists else {
            try file.prepareDirectory()
            return file
        }
        if owner == nil, (try? former.isOfThisProgram()) == true { return former }
        try file.prepareDirectory()
        guard let owner else { return file }
        do {
            let isMoved = try file.take(former) { try knows(owner, entities, $0) }
            if isMoved { ChatLog.logger.notice("The store \(former.path) was moved to \(file.path)") }
        } catch let error as ChatError {
            throw error
        } catch {
            throw ChatError.cannotOpenStore("\(former.path) cannot be moved to \(file.path): \(error)")
        }
        return file
    }

    /// Whether a store of an earlier version, which has no owner, has the user of an owner.
    private static func knows<Entities: ManagedChatEntities>(
        _ owner: ChatStoreOwner,
        _: Entities.Type,
        _ db: Database
    ) throws -> Bool {
        if let former = try Ledger(db: db).owner() { return former == owner }
        return try !Entities.User.userBy(pubnubId: owner.userId).isEmpty(db)
    }

    /// Opens the file; one that is damaged is moved aside first.
    private static func open(
        _ file: StoreFile,
        _ hold: StoreLock,
        _ opening: Opening
    ) throws -> (any DatabaseWriter, StoreRecovery?) {
        guard opening.isAlone || !opening.isEmptied else {
            throw ChatError.cannotOpenStore(
                "\(file.path) cannot be emptied while another program has it open; close that program, or open it without cleanStorageOnLoad"
            )
        }
        var settings = settings
        // Whoever keeps the database open, such as an observation that outlives the store, keeps others from believing it is closed.
        settings.prepareDatabase { _ in withExtendedLifetime(hold) {} }
        do {
            let writer = try file.open(settings)
            try opening.prepare(writer)
            return (writer, nil)
        } catch let error as DatabaseError where isDamage(error) {
            let problem = error.message ?? "\(error.resultCode)"
            guard opening.isAlone else {
                throw ChatError.cannotOpenStore(
                    "\(file.path) is damaged (\(problem)), and another program has it open; close that program and open the store again"
                )
            }
            let target = try file.moveAside()
            ChatLog.logger.error("The store \(file.path) is damaged (\(problem)) and was moved to \(target.path)")
            let writer = try file.open(settings)
            try opening.prepare(writer)
            return (writer, StoreRecovery(movedTo: target, problem: problem))
        }
    }

    private static func isDamage(_ error: DatabaseError) -> Bool {
        [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode)
    }
}

/// What is done to a database before a store uses it.
private struct Opening {
    let entities: any ManagedChatEntities.Type
    let owner: ChatStoreOwner?
    let isEmptied: Bool
    /// Whether no other program has it open.
    let isAlone: Bool

    func prepare(_ writer: any DatabaseWriter) throws {
        if isEmptied { try writer.erase() }
        var migrator = DatabaseMigrator()
        entities.registerMigrations(in: &migrator)
        LedgerSchema.register(in: &migrator)
        let isMigrated = try writer.read { [migrator] db in
            if try migrator.hasBeenSuperseded(db) {
                throw ChatError.cannotOpenStore("\(writer.path) was written by a later version")
            }
            try check(try Ledger(db: db).owner(), writer.path)
            return try migrator.hasCompletedMigrations(db)
        }
        // The program that has it open goes on with the tables that it knows.
        guard isMigrated || isAlone else {
            throw ChatError.cannotOpenStore(
                "\(writer.path) is of an earlier version, and another program has it open; close that program first"
            )
        }
        try migrator.migrate(writer)
        if let owner {
            try writer.write { db in
                let ledger = Ledger(db: db)
                try ledger.adopt(owner)
                try check(try ledger.owner(), writer.path)
            }
        }
        // Who is present in the local store of another program is so still.
        if isAlone { try writer.write { try entities.clearTransientData(in: $0) } }
    }

    private func check(_ former: ChatStoreOwner?, _ path: String) throws {
        guard let owner, let former, former != owner else { return }
        let other = former.subscribeKey == owner.subscribeKey ? "user" : "keyset"
        throw ChatError.cannotOpenStore(
            "\(path) holds the data of another \(other); use another file, or empty this one with cleanStorageOnLoad"
        )
    }
}
