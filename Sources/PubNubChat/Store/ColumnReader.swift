import GRDB

/// Reads the columns of a row, each of which has a name and a place in the table.
protocol ColumnReader {
    func read<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ name: String, _ place: Int) -> Value
    /// The value of a column of any type.
    func value(_ name: String, _ place: Int) -> DatabaseValue
}

/// Reads the columns of any row by name.
struct NamedColumns: ColumnReader {
    let row: Row

    // Names of columns have no case; GRDB finds lowercase ones in half the time.
    func read<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ name: String, _ place: Int) -> Value {
        row[name]
    }

    func value(_ name: String, _ place: Int) -> DatabaseValue { row[name] }
}

/// Reads the columns of a row that has all columns of the table in their order.
struct OrderedColumns: ColumnReader {
    let row: Row

    func read<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ name: String, _ place: Int) -> Value {
        row[place]
    }

    func value(_ name: String, _ place: Int) -> DatabaseValue { row[place] }
}

/// A row that can be read by the places of its columns: looking up their names takes half of the time in which a list of messages is read.
protocol OrderedRow: FetchableRecord {
    /// The columns of the table in their order.
    static var columnOrder: [String] { get }

    init(_ columns: some ColumnReader)
}

extension OrderedRow {
    fileprivate static func fetchInOrder(_ statement: Statement, _ arguments: StatementArguments) throws -> [Self] {
        let cursor = try Row.fetchCursor(statement, arguments: arguments)
        var rows: [Self] = []
        while let row = try cursor.next() { rows.append(Self(OrderedColumns(row: row))) }
        return rows
    }
}

extension FetchableRecord {
    /// Fetches the rows of a statement that is used again and again.
    static func fetchPrepared(_ statement: Statement, arguments: StatementArguments) throws -> [Self] {
        guard let type = Self.self as? any OrderedRow.Type, statement.columnNames == type.columnOrder,
            let rows = try type.fetchInOrder(statement, arguments) as? [Self]
        else { return try fetchAll(statement, arguments: arguments) }
        return rows
    }
}
