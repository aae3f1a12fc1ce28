import GRDB
import PubNub
import PubNubLocks

/// One observation of a query. It fetches at first, and again when rows of the query changed.
final class QueryObservation<Entity: ManagedChatEntity>: Sendable {
    private enum Source {
        /// Unknown yet.
        case none
        case rows([ObservedRows], Int)
        case tables(AnyDatabaseCancellable)
    }

    /// The prepared form of a request, which is created once for all reads.
    private struct Query {
        let sql: String
        let arguments: StatementArguments
    }

    private struct State {
        var source = Source.none
        /// The query if rows are watched; nil if the request is evaluated for each read.
        var query: Query?
        var isFetching = false
        var isStale = false
        var isOver = false
        var last: [Entity]?
    }

    private let request: @Sendable () -> QueryInterfaceRequest<Entity>
    private let writer: any DatabaseWriter
    private let reads: DatabaseReaders
    private let watch: RowWatch
    private let deliver: @Sendable (Result<[Entity], any Error>) -> Void
    private let state = Locked(State())

    /// - Parameters:
    ///   - request: The query.
    ///   - writer: The database.
    ///   - reads: Runs the reads.
    ///   - watch: Reports changes of the rows.
    ///   - deliver: Receives each result that differs from the one before, one after the other. Not called after an
    ///     error.
    init(
        _ request: @escaping @Sendable () -> QueryInterfaceRequest<Entity>,
        in writer: any DatabaseWriter,
        _ reads: DatabaseReaders,
        _ watch: RowWatch,
        deliver: @escaping @Sendable (Result<[Entity], any Error>) -> Void
    ) {
        self.request = request
        self.writer = writer
        self.reads = reads
        self.watch = watch
        self.deliver = deliver
    }

    var isOver: Bool { state.withLock { $0.isOver } }

    func start() {
        wake()
        writer.asyncWriteWithoutTransaction { [self] db in
            do {
                try listen(db)
            } catch {
                take(.failure(error))
            }
        }
    }

    func cancel() {
        let source = state.withLock { state in
            defer { state.source = .none }
            state.isOver = true
            return state.source
        }
        end(source)
    }

    /// Runs on the writer's queue, so no write occurs between the start of listening and the first read.
    private func listen(_ db: Database) throws {
        let source: Source
        var query: Query?
        let request = self.request()
        // If no trigger can be created, as in a read-only store, the observation follows changes of the tables.
        if let rows = try RowWatch.rows(of: request, db),
            let id = try? watch.add(rows, db, { [weak self] in self?.wake() })
        {
            source = .rows(rows, id)
            let statement = try request.makePreparedRequest(db).statement
            query = Query(sql: statement.sql, arguments: statement.arguments)
        } else {
            source = .tables(listenToTables())
        }
        let isOver = state.withLock { [query] state in
            if !state.isOver {
                state.source = source
                state.query = query
            }
            return state.isOver
        }
        if isOver { return end(source) }
        wake()
    }

    private func listenToTables() -> AnyDatabaseCancellable {
        DatabaseRegionObservation(tracking: request())
            .start(in: writer) { [weak self] error in
                self?.take(.failure(error))
            } onChange: { [weak self] _ in
                self?.wake()
            }
    }

    private func end(_ source: Source) {
        switch source {
        case .none: break
        case .rows(let rows, let id): watch.remove(rows, id)
        case .tables(let observation): observation.cancel()
        }
    }

    /// Fetches now, or again after the fetch that is running.
    private func wake() {
        let isIdle = state.withLock { state in
            guard !state.isOver else { return false }
            if state.isFetching { state.isStale = true }
            defer { state.isFetching = true }
            return !state.isFetching
        }
        if isIdle { fetch() }
    }

    private func fetch() {
        reads.read { [self] in
            try read($0)
        } completion: { [self] found in
            take(found)
            let isStale = state.withLock { state in
                state.isFetching = state.isStale && !state.isOver
                state.isStale = false
                return state.isFetching
            }
            if isStale { fetch() }
        }
    }

    private func read(_ db: Database) throws -> [Entity] {
        guard let query = state.withLock(\.query) else { return try request().fetchAll(db) }
        return try Entity.fetchPrepared(db.cachedStatement(sql: query.sql), arguments: query.arguments)
    }

    private func take(_ found: Result<[Entity], any Error>) {
        let isNews = state.withLock { state in
            guard !state.isOver else { return false }
            switch found {
            case .success(let entities):
                defer { state.last = entities }
                return state.last != entities
            case .failure:
                state.isOver = true
                return true
            }
        }
        if isNews { deliver(found) }
        if case .failure = found { cancel() }
    }
}
