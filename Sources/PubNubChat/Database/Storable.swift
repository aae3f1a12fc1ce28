import Foundation
import GRDB

/// Checks and converts values for rows.
enum Storable {
    /// Throws if a string contains NUL, at which SQLite would cut it.
    static func check(_ texts: String?...) throws {
        guard texts.contains(where: { $0?.utf8.contains(0) == true }) else { return }
        throw ChatError.wrongContentType("a field with a NUL character")
    }

    /// Throws if a timetoken does not fit in SQLite's signed integers.
    static func check(_ timetokens: Timetoken...) throws {
        guard let timetoken = timetokens.first(where: { $0 > Int64.max }) else { return }
        throw ChatError.wrongContentType("timetoken \(timetoken)")
    }

    /// Throws if a date is not finite.
    static func check(_ date: Date?) throws {
        guard let date, !date.timeIntervalSinceReferenceDate.isFinite else { return }
        throw ChatError.wrongContentType("a date that is not finite")
    }

    /// A date as a row stores it: seconds since 2001, without loss of precision.
    static func seconds(_ date: Date?) -> Double? {
        date?.timeIntervalSinceReferenceDate
    }

    static func date(_ seconds: Double?) -> Date? {
        seconds.map { Date(timeIntervalSinceReferenceDate: $0) }
    }

    static func url(_ text: String?) -> URL? {
        text.flatMap { URL(string: $0) }
    }

    /// A string that may contain NUL, which is stored as its bytes then.
    static func value(ofText text: String) -> DatabaseValue {
        text.utf8.contains(0) ? Data(text.utf8).databaseValue : text.databaseValue
    }

    static func text(_ value: DatabaseValue) -> String {
        if case .blob(let data) = value.storage { return String(decoding: data, as: UTF8.self) }
        return String.fromDatabaseValue(value) ?? ""
    }
}
