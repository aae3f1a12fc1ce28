import Foundation
import GRDB

/// What a row can hold.
enum Storable {
    /// Refuses strings with a NUL, at which SQLite would cut them.
    static func check(_ texts: String?...) throws {
        guard texts.contains(where: { $0?.utf8.contains(0) == true }) else { return }
        throw ChatError.wrongContentType("a field with a NUL character")
    }

    /// Refuses timetokens that do not fit the signed integers of SQLite.
    static func check(_ timetokens: Timetoken...) throws {
        guard let timetoken = timetokens.first(where: { $0 > Int64.max }) else { return }
        throw ChatError.wrongContentType("timetoken \(timetoken)")
    }

    /// Refuses dates that are no moment.
    static func check(_ date: Date?) throws {
        guard let date, !date.timeIntervalSinceReferenceDate.isFinite else { return }
        throw ChatError.wrongContentType("a date that is no moment")
    }

    /// A date as a row holds it: seconds since 2001, which lose nothing.
    static func seconds(_ date: Date?) -> Double? {
        date?.timeIntervalSinceReferenceDate
    }

    static func date(_ seconds: Double?) -> Date? {
        seconds.map { Date(timeIntervalSinceReferenceDate: $0) }
    }

    static func url(_ text: String?) -> URL? {
        text.flatMap { URL(string: $0) }
    }

    /// Text that may have a NUL: then its bytes.
    static func value(ofText text: String) -> DatabaseValue {
        text.utf8.contains(0) ? Data(text.utf8).databaseValue : text.databaseValue
    }

    static func text(_ value: DatabaseValue) -> String {
        if case .blob(let data) = value.storage { return String(decoding: data, as: UTF8.self) }
        return String.fromDatabaseValue(value) ?? ""
    }
}
