import GRDB
import PubNub
import PubNubSupport

/// One observation of a query. It fetches at first, and again when rows of the query changed.
final class QueryObservation<Element: Hashable & Sendable>: Sendable {
    private enum Source {
        /// Unknown yet.
        case none
        case rows([ObservedRows], Int)
        case tables(AnyDatabaseCancellable)
    }

    private struct State {
        var source = Source.none
        /// The token of the call at the end of the store.
        var ending: Int?
        var isFetching = false
        var isStale = false
        var isOver = false
        var last: [Element]?
        /// The rows of the last result, if they follow from it.
        var rows: [ObservedRows] = []
    }

    private let query: LiveQuery<Element>
    private let writer: any DatabaseWriter
    private let reads: DatabaseReaders
    private let watch: RowWatch
    private let deliver: @Sendable (Result<[Element], any Error>) -> Void
    private let state = Locked(State())

    /// - Parameters:
    ///   - query: The query.
    ///   - writer: The database.
    ///   - reads: Runs the reads.
    ///   - watch: Reports changes of the rows.
    ///   - deliver: Receives each result that differs from the one before, one after the other. Not called after an error,
    ///     which is `CancellationError` if the store was closed.
    init(
        _ query: LiveQuery<Element>,
        in writer: any DatabaseWriter,
        _ reads: DatabaseReaders,
        _ watch: RowWatch,
        deliver: @escaping @Sendable (Result<[Element], any Error>) -> Void
    ) {
        self.query = query
        self.writer = writer
        self.reads = reads
        self.watch = watch
        self.deliver = deliver
    }

    func start() {
        let ending = watch.atEnd { [weak self] in self?.take(.failure(CancellationError())) }
        state.withLock { $0.ending = ending }
        wake()
        if case .rows = query.watch { return }
        writer.asyncWriteWithoutTransaction { [self] db in
            do {
                try listen(db)
                wake()
            } catch {
                take(.failure(error))
            }
        }
    }

    func cancel() {
        let (source, ending) = state.withLock { state in
            defer { (state.source, state.ending) = (.none, nil) }
            state.isOver = true
            return (state.source, state.ending)
        }
        end(source)
        if let ending { watch.forget(ending: ending) }
    }

    /// Runs on the writer's queue, so no write occurs between the start of listening and the next read.
    private func listen(_ db: Database) throws {
        switch query.watch {
        case .rows:
            let rows = state.withLock { $0.rows }
            if let id = try? watch.add(rows, db, { [weak self] in self?.wake() }) {
                listen(through: .rows(rows, id))
            } else if case .none = state.withLock(\.source) {
                listen(through: .tables(try listen(to: .fullDatabase)))
            }
        case .scope(let rows, let region):
            let region = try region(db)
            // If no trigger can be created, as in a read-only store, the observation follows changes of the tables.
            if try RowWatch.covers(rows, region, db), let id = try? listen(to: rows, region, db) {
                listen(through: .rows(rows, id))
            } else {
                listen(through: .tables(try listen(to: region)))
            }
        case .region(let region):
            listen(through: .tables(try listen(to: region(db))))
        }
    }

    /// Wakes this observation when one of the rows changes.
    ///
    /// - Parameters:
    ///   - rows: The rows of a scope.
    ///   - region: Everything that the request reads.
    ///   - db: The writing connection.
    /// - Returns: The token of the watch; nil if the rows cannot be watched.
    /// - Throws: The `DatabaseError` of the database.
    private func listen(to rows: [ObservedRows], _ region: DatabaseRegion, _ db: Database) throws -> Int? {
        #if DEBUG
        if let slot = watch.checks.take() {
            let check = try ScopeCheck(query, region, slot, db)
            let id = try watch.add(rows, db) { [weak self] in
                check.wake()
                self?.wake()
            }
            // After the watch, so that it is notified of a commit after it.
            if id != nil { db.add(transactionObserver: check, extent: .observerLifetime) }
            return id
        }
        #endif
        return try watch.add(rows, db) { [weak self] in self?.wake() }
    }

    private func listen(to region: DatabaseRegion) throws -> AnyDatabaseCancellable {
        DatabaseRegionObservation(tracking: region)
            .start(in: writer) { [weak self] error in
                self?.take(.failure(error))
            } onChange: { [weak self] _ in
                self?.wake()
            }
    }

    private func listen(through source: Source) {
        let ended = state.withLock { state -> Source in
            guard !state.isOver else { return source }
            defer { state.source = source }
            return state.source
        }
        end(ended)
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
            try query.read($0)
        } completion: { [self] found in
            follow(found)
            take(found.map(\.elements))
            let isStale = state.withLock { state in
                state.isFetching = state.isStale && !state.isOver
                state.isStale = false
                return state.isFetching
            }
            if isStale { fetch() }
        }
    }

    /// Watches the rows that a result names. If there are new ones, which may have changed after the read, reads again.
    private func follow(_ found: Result<LiveResult<Element>, any Error>) {
        guard case .rows = query.watch, case .success(let result) = found else { return }
        let wanted = ObservedRows.joined(result.rows)
        let isChanged = state.withLock { state in
            guard !state.isOver, state.rows != wanted else { return false }
            state.rows = wanted
            return true
        }
        guard isChanged else { return }
        writer.asyncWriteWithoutTransaction { [self] db in
            do {
                let known = state.withLock { state -> [ObservedRows] in
                    if case .rows(let rows, _) = state.source { rows } else { [] }
                }
                try listen(db)
                let now = state.withLock { $0.rows }
                if !Set(now).isSubset(of: known) { wake() }
            } catch {
                take(.failure(error))
            }
        }
    }

    private func take(_ found: Result<[Element], any Error>) {
        let isNews = state.withLock { state in
            guard !state.isOver else { return false }
            switch found {
            case .success(let elements):
                defer { state.last = elements }
                return state.last != elements
            case .failure:
                state.isOver = true
                return true
            }
        }
        if isNews { deliver(found) }
        if case .failure = found { cancel() }
    }
}
