import GRDB
import PubNubSupport

/// The query of an observation, and the changes after which it reads again.
struct LiveQuery<Element: Sendable>: Sendable {
    enum Watch: Sendable {
        /// The rows follow from the result.
        case rows(@Sendable ([Element]) -> [ObservedRows])
        /// The rows, if they are in all tables of the region.
        case scope([ObservedRows], @Sendable (Database) throws -> DatabaseRegion)
        /// Everything in the tables of the region.
        case region(@Sendable (Database) throws -> DatabaseRegion)
    }

    let watch: Watch
    let read: @Sendable (Database) throws -> [Element]

    /// A query of several tables.
    ///
    /// - Parameters:
    ///   - rows: The rows whose changes can change a result. Rows that a result does not name yet cannot change it.
    ///   - read: Reads the result.
    init(
        watching rows: @escaping @Sendable ([Element]) -> [ObservedRows],
        read: @escaping @Sendable (Database) throws -> [Element]
    ) {
        watch = .rows(rows)
        self.read = read
    }
}

extension LiveQuery where Element: FetchableRecord {
    /// A request with its scope.
    init(_ request: sending QueryInterfaceRequest<Element>, _ scope: ChatScope) {
        let request = SharedRequest(request)
        let region: @Sendable (Database) throws -> DatabaseRegion = { try request.region($0) }
        watch = scope.rows.map { .scope($0, region) } ?? .region(region)
        read = { try request.fetch($0) }
    }
}

/// A request that several threads use, one at a time.
private final class SharedRequest<Entity: FetchableRecord & Sendable>: Sendable {
    /// How the request is read. Its SQL is generated once.
    private enum Form {
        case unknown
        case statement(sql: String, StatementArguments)
        /// A request that prefetches other rows.
        case prefetching
    }

    private struct State {
        let request: QueryInterfaceRequest<Entity>
        var form = Form.unknown
    }

    private let state: Locked<State>

    init(_ request: sending QueryInterfaceRequest<Entity>) {
        state = Locked(State(request: request))
    }

    func region(_ db: Database) throws -> DatabaseRegion {
        try state.withLock { try $0.request.databaseRegion(db) }
    }

    func fetch(_ db: Database) throws -> [Entity] {
        try state.withLock { state in
            if case .unknown = state.form {
                let statement = try state.request.makePreparedRequest(db).statement
                let isWhole = try state.request.databaseRegion(db) == statement.databaseRegion
                state.form = isWhole ? .statement(sql: statement.sql, statement.arguments) : .prefetching
            }
            guard case .statement(let sql, let arguments) = state.form else { return try state.request.fetchAll(db) }
            return try Entity.fetchPrepared(db.cachedStatement(sql: sql), arguments: arguments)
        }
    }
}
