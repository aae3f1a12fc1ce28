import GRDB

/// Reads the columns of a row by their names or, which is faster, by their indexes.
///
/// It is a concrete type, so that each call is specialized for the type of the value.
struct ColumnReader {
    let row: Row
    /// Whether the row has all columns of the table in their order. If this is not known, the name at each index is
    /// compared, which takes less time than to find the name: in a joined row, GRDB searches the list of all names.
    let isOrdered: Bool

    /// The value of a column.
    func read<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ name: String, _ index: Int) -> Value {
        if isOrdered { return row[index] }
        guard let found = found(name, index), let value = Value.fromDatabaseValue(found) else { return row[name] }
        return value
    }

    /// The value of a column of any type.
    func value(_ name: String, _ index: Int) -> DatabaseValue {
        isOrdered ? row[index] : found(name, index) ?? row[name]
    }

    /// The value at an index; nil if the column there has another name.
    private func found(_ name: String, _ index: Int) -> DatabaseValue? {
        guard index < row.count else { return nil }
        let (column, value) = row[row.startIndex.advanced(by: index)]
        return column == name ? value : nil
    }
}

/// A row that can be read by the indexes of its columns: looking up their names takes half of the time of reading a
/// list of messages.
protocol OrderedRow: FetchableRecord {
    /// The columns of the table in their order.
    static var columnOrder: [String] { get }

    init(_ columns: ColumnReader)
}

extension OrderedRow {
    fileprivate static func fetchInOrder(_ statement: Statement, _ arguments: StatementArguments) throws -> [Self] {
        let cursor = try Row.fetchCursor(statement, arguments: arguments)
        var rows: [Self] = []
        while let row = try cursor.next() { rows.append(Self(ColumnReader(row: row, isOrdered: true))) }
        return rows
    }
}

extension FetchableRecord {
    /// Fetches the rows of a statement that is cached.
    static func fetchPrepared(_ statement: Statement, arguments: StatementArguments) throws -> [Self] {
        guard let type = Self.self as? any OrderedRow.Type, statement.columnNames == type.columnOrder,
            let rows = try type.fetchInOrder(statement, arguments) as? [Self]
        else { return try fetchAll(statement, arguments: arguments) }
        return rows
    }
}
