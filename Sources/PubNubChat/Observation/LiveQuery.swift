import GRDB
import PubNubSupport

/// The result of a query.
struct LiveResult<Element: Sendable>: Sendable {
    let elements: [Element]
    /// The rows whose changes can change the result, if they follow from what was read.
    var rows: [ObservedRows] = []
}

/// The query of an observation, and the changes after which it reads again.
struct LiveQuery<Element: Sendable>: Sendable {
    enum Watch: Sendable {
        /// Each result names the rows.
        case rows
        /// The rows, if they are in all tables of the region.
        case scope([ObservedRows], @Sendable (Database) throws -> DatabaseRegion)
        /// Everything in the tables of the region.
        case region(@Sendable (Database) throws -> DatabaseRegion)
    }

    let watch: Watch
    /// The SQL, if it is one request.
    var sql: (@Sendable (Database) throws -> String)?
    let read: @Sendable (Database) throws -> LiveResult<Element>

    /// A query of several tables.
    ///
    /// - Parameter read: Reads the result, with the rows whose changes can change it.
    init(read: @escaping @Sendable (Database) throws -> LiveResult<Element>) {
        watch = .rows
        self.read = read
    }
}

extension LiveQuery where Element: FetchableRecord {
    /// A request with its scope.
    init(_ request: sending QueryInterfaceRequest<Element>, _ scope: ChatScope) {
        let request = SharedRequest(request)
        let region: @Sendable (Database) throws -> DatabaseRegion = { try request.region($0) }
        watch = scope.rows.map { .scope($0, region) } ?? .region(region)
        sql = { try request.sql($0) }
        read = { LiveResult(elements: try request.fetch($0)) }
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

    /// The SQL, without the arguments.
    func sql(_ db: Database) throws -> String {
        try state.withLock { try $0.request.makePreparedRequest(db).statement.sql }
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
