public import Dispatch
import Foundation
public import GRDB
import Logging
import PubNubSupport

/// The stored chat data of an app: a database with one writer and, for a file, any number of concurrent readers.
public final class ChatStore: Sendable {
    /// The recovery from a damaged file when the store was opened; nil if the file was not damaged.
    public let recovery: StoreRecovery?

    let writer: any DatabaseWriter
    /// Notifies observers of queries when their rows changed.
    let watch = RowWatch()
    /// Runs the reads of these observers.
    let reads: DatabaseReaders
    private let entities: any ManagedChatEntities.Type
    /// Shows other programs that the file is open; nil for a store in memory.
    private let hold: StoreLock?
    /// The number of this program among those that send messages of the store.
    let holder: Int64
    private let gate = ReadGate()
    /// Whether the data was deleted for good, so that calls in flight must not store any again.
    let isWiped = Locked(false)
    /// The file; nil for a store in memory.
    let file: StoreFile?
    /// Reports damage that statements meet.
    let damage = Broadcast<ChatStoreCondition>(limit: 1, first: .sound)
    /// Reads the file in the background after an unclean end.
    private let check = Locked<StoreCheck?>(nil)

    /// Opens a store, creates or migrates its tables, and removes all presence unless another program has the store
    /// open.
    ///
    /// A damaged file is moved aside in the same directory; ``recovery`` and the log have its new path. Moving it,
    /// emptying the store and migrating its tables require that no other program has the file open.
    ///
    /// - Parameters:
    ///   - configuration: The location of its data.
    ///   - entities: Its entities; ``PubNubManagedChatEntities`` by default.
    ///   - owner: The owner of its data. A store belongs to the first owner that opens it, and no other owner can open
    ///     it. nil, the default, opens the store of any owner.
    /// - Throws: ``ChatError/cannotOpenStore(_:)`` if the file cannot be used; it is left unchanged. Blocks the thread
    ///   for up to 5 seconds while another program opens the same file.
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
            reads = DatabaseReaders(writer, gate)
            file = nil
            hold = nil
            holder = 1
            recovery = nil
            return
        }
        let file = try Self.file(of: configuration, entities, owner)
        self.file = file
        do {
            let hold = try file.hold()
            let isUnclean = hold.isAlone && file.hasLog
            let opening = Opening(
                entities: entities,
                owner: owner,
                isEmptied: configuration.cleanStorageOnLoad,
                isAlone: hold.isAlone
            )
            (writer, recovery) = try Self.open(file, hold, opening, gate)
            reads = DatabaseReaders(writer, gate)
            self.hold = hold
            let number = hold.takeHolder()
            holder = number
            // An ended program may have had the number.
            try writer.write { try Ledger(db: $0).releaseAll(of: number) }
            try hold.share()
            if isUnclean { startCheck(of: file) }
        } catch let error as DatabaseError {
            throw ChatError.cannotOpenStore("\(file.path): \(error.message ?? "\(error.resultCode)")")
        }
    }

    /// Looks for damage after a program ended without closing the store.
    private func startCheck(of file: StoreFile) {
        do {
            let begun = try StoreCheck(file.path) { [weak self] error in self?.note(error) }
            check.withLock { $0 = begun }
        } catch {
            ChatLog.logger.debug("The store \(file.path) is not checked: \(error)")
        }
    }

    /// The database, for an app's own requests and observations with GRDB, such as `ValueObservation`. Write with
    /// ``write(_:)-4pfv``, so that ``changes(of:watching:)`` reports the changes.
    public var reader: any DatabaseReader { writer }

    /// Reads a consistent state of the store.
    ///
    /// - Parameter block: A closure that reads.
    /// - Returns: The result of the block.
    /// - Throws: The error of the block.
    public func read<Value>(_ block: (Database) throws -> Value) throws -> Value {
        try noting { try gate.read { try writer.read(block) } }
    }

    /// Reads a consistent state of the store.
    ///
    /// - Parameter block: A closure that reads.
    /// - Returns: The result of the block.
    /// - Throws: The error of the block.
    public func read<Value: Sendable>(_ block: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            return try await gate.read { try await writer.read(block) }
        } catch {
            note(error)
            throw error
        }
    }

    /// Writes in one transaction, after all earlier writes. If the block throws, the transaction is rolled back.
    ///
    /// - Parameter block: A closure that writes.
    /// - Returns: The result of the block, after it was stored.
    /// - Throws: The error of the block.
    @discardableResult
    public func write<Value>(_ block: (Database) throws -> Value) throws -> Value {
        try noting {
            try writer.write { db in
                try checkWrite()
                return try block(db)
            }
        }
    }

    private func checkWrite() throws {
        if isWiped.withLock(\.self) { throw ReadGate.closed }
    }

    /// Runs a block, and records damage that it meets.
    private func noting<Value>(_ block: () throws -> Value) throws -> Value {
        do {
            return try block()
        } catch {
            note(error)
            throw error
        }
    }

    /// Writes in one transaction, after all earlier writes. If the block throws, the transaction is rolled back.
    ///
    /// - Parameter block: A closure that writes.
    /// - Returns: The result of the block, after it was stored.
    /// - Throws: The error of the block.
    @discardableResult
    public func write<Value: Sendable>(
        _ block: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await writer.write { db in
                try self.checkWrite()
                return try block(db)
            }
        } catch {
            note(error)
            throw error
        }
    }

    /// Writes in one transaction, and calls the completion once, after the transaction was stored or rolled back.
    ///
    /// - Parameters:
    ///   - queue: The queue of the completion; the main queue by default.
    ///   - block: A closure that writes.
    ///   - completion: Receives the result or the error of the block.
    public func write<Value: Sendable>(
        on queue: DispatchQueue = .main,
        _ block: @escaping @Sendable (Database) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        writer.asyncWrite { db in
            try self.checkWrite()
            return try block(db)
        } completion: { _, result in
            queue.async { completion(result) }
        }
    }

    /// Whether a program with this number is running.
    func isAlive(_ number: Int64) -> Bool { number == holder || hold?.isHeldByOthers(number) != false }

    /// Makes all members absent and removes their presence state, as happens when the store is opened.
    ///
    /// - Throws: A `DatabaseError` if a statement fails.
    public func clearTransientData() throws {
        try writer.write { try entities.clearTransientData(in: $0) }
    }

    /// Closes the store after all earlier writes, and after the reads that run, also those of ``reader``. Its observations end,
    /// and later reads and writes fail.
    ///
    /// Do not call it in a read or a write. A store that is closed stays so. End your own observations of ``reader`` first: one that starts in the meantime can
    /// end the program.
    ///
    /// - Throws: A `DatabaseError`, for example while a statement of ``reader`` is running. The store is open then, and its
    ///   observations have ended.
    public func close() throws {
        guard !gate.isClosed else { return }
        check.withLock { $0 }?.end()
        watch.endAll()
        // A connection of the application, such as a snapshot, may be closed last, and cannot copy the log into the file. If
        // this fails, the log stays next to the file and nothing is lost.
        if let pool = writer as? DatabasePool {
            try? pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        }
        try gate.close(writer)
        hold?.release()
    }

    private static var settings: Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(5)
        configuration.label = "pubnub.chat"
        configuration.prepareDatabase { db in
            db.add(tokenizer: SearchTokenizer.self)
            // Before SQLite writes an item, it copies the changed pages, to undo the write if it fails. In a temporary file these
            // copies would leave messages outside the folder of the store, and take a fifth of the time to load a history.
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
        }
        return configuration
    }

    /// The file of a configuration. A store in the default location of versions before 0.7 is moved to the new one, or
    /// used in its old location.
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

    /// Whether a store of an earlier version, which has no owner, contains the user of an owner.
    private static func knows<Entities: ManagedChatEntities>(
        _ owner: ChatStoreOwner,
        _: Entities.Type,
        _ db: Database
    ) throws -> Bool {
        if let former = try Ledger(db: db).owner() { return former == owner }
        return try !Entities.User.userBy(pubnubId: owner.userId).isEmpty(db)
    }

    /// Opens the file. A damaged file is moved aside first.
    private static func open(
        _ file: StoreFile,
        _ hold: StoreLock,
        _ opening: Opening,
        _ gate: ReadGate
    ) throws -> (any DatabaseWriter, StoreRecovery?) {
        guard opening.isAlone || !opening.isEmptied else {
            throw ChatError.cannotOpenStore(
                "\(file.path) cannot be emptied while another program has it open; close that program, or open it without cleanStorageOnLoad"
            )
        }
        var settings = settings
        // The lock is held as long as the database is open, even if an observation outlives the store, so that no other
        // program considers the store closed.
        settings.prepareDatabase { _ in withExtendedLifetime(hold) {} }
        settings.prepareDatabase { _ in try gate.checkConnection() }
        do {
            if opening.isAlone, file.isMarkedDamaged { try file.rebuildIndex(Self.settings) }
            let writer = try file.open(settings)
            try opening.prepare(writer)
            if opening.isAlone { file.removeMark() }
            return (writer, nil)
        } catch let error as DatabaseError where isDamage(error) {
            let problem = error.message ?? "\(error.resultCode)"
            guard opening.isAlone else {
                throw ChatError.cannotOpenStore(
                    "\(file.path) is damaged (\(problem)), and another program has it open; close that program and open the store again"
                )
            }
            do {
                let writer = try repaired(file, settings, opening)
                ChatLog.logger.error("The search index of \(file.path) was damaged (\(problem)) and was built again")
                return (writer, nil)
            } catch let error as DatabaseError where isDamage(error) {
                ChatLog.logger.debug("The damage of \(file.path) is not only in the search index: \(error)")
            }
            let target = try file.moveAside()
            file.removeMark()
            ChatLog.logger.error("The store \(file.path) is damaged (\(problem)) and was moved to \(target.path)")
            let writer = try file.open(settings)
            try opening.prepare(writer)
            let rescued = rescue(from: target, to: writer)
            return (writer, StoreRecovery(movedTo: target, problem: problem, rescued: rescued))
        }
    }
}

extension ChatStore {
    /// Copies what only the damaged file has.
    ///
    /// - Returns: The number of changes, drafts and markers.
    private static func rescue(from target: URL, to writer: any DatabaseWriter) -> Int {
        do {
            let rescue = try StoreRescue(target)
            defer { rescue.close() }
            let count = try rescue.copy(to: writer)
            if count > 0 { ChatLog.logger.notice("\(count) changes and drafts were copied from \(target.path)") }
            return count
        } catch {
            ChatLog.logger.error("Nothing can be copied from \(target.path): \(error)")
            return 0
        }
    }

    /// Opens a file after its search index was built again, which may be all that was damaged.
    private static func repaired(
        _ file: StoreFile,
        _ settings: Configuration,
        _ opening: Opening
    ) throws -> any DatabaseWriter {
        // If this fails for another reason, such as a full disk, the next opening continues.
        file.markDamaged()
        try file.rebuildIndex(Self.settings)
        let writer = try file.open(settings)
        try opening.prepare(writer)
        file.removeMark()
        return writer
    }
}

/// Prepares a database before a store uses it.
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
        // The program that has it open continues to use the tables of its own version.
        guard isMigrated || isAlone else {
            throw ChatError.cannotOpenStore(
                "\(writer.path) has the tables of an earlier version, and another program has it open; close that program first"
            )
        }
        try migrator.migrate(writer)
        // The connection that read above knows the former columns: its first row of each changed table would lack the new
        // ones.
        if !isMigrated { (writer as? DatabasePool)?.invalidateReadOnlyConnections() }
        if let owner {
            try writer.write { db in
                let ledger = Ledger(db: db)
                try ledger.adopt(owner)
                try check(try ledger.owner(), writer.path)
            }
        }
        // Presence in the store of another program is still valid, and it may be sending messages.
        guard isAlone else { return }
        try writer.write { db in
            try entities.clearTransientData(in: db)
            try Ledger(db: db).releaseAll()
        }
    }

    private func check(_ former: ChatStoreOwner?, _ path: String) throws {
        guard let owner, let former, former != owner else { return }
        let other = former.subscribeKey == owner.subscribeKey ? "user" : "keyset"
        throw ChatError.cannotOpenStore(
            "\(path) holds the data of another \(other); use another file, or empty this one with cleanStorageOnLoad"
        )
    }
}
