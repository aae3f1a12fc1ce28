import GRDB
import Glibc
import PubNubOrigin

/// Tells a data file from the databases of other programs.
enum DataFileIdentity {
    /// The application identifier in the header of a data file: `PNOR`. Files of versions up to 0.6 have 0.
    static let applicationID: Int32 = 0x504E_4F52

    /// Checks that a file is empty, or a data file of this version or an earlier one. Changes neither it nor a file next to it.
    ///
    /// - Throws: ``OriginError/cannotOpen(_:)`` if the file is a database of another program or of a later version, or no database, or lacks
    ///   pages, or an error of SQLite.
    static func check(_ path: String) throws {
        try checkSize(path)
        do {
            let file = try openUnchanged(path)
            defer { try? file.close() }
            guard try file.read(isDataFile) else {
                throw OriginError.cannotOpen(
                    "\(path) is a database of another program, and was not changed. Name another file for the data of the server"
                )
            }
            guard try !file.read(ArchiveSchema.migrator.hasBeenSuperseded) else {
                throw OriginError.cannotOpen("\(path) was written by a later version")
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
            throw OriginError.cannotOpen("\(path) is not the data file of a server")
        } catch let error where StorageError.isDamage(error) {
            throw OriginError.cannotOpen("\(path) is damaged: \(StorageError.text(error)). Restore a backup")
        }
    }

    /// Checks that the file has all pages that its header counts, as https://www.sqlite.org/fileformat2.html says, "The Database Header".
    ///
    /// The pages that a file with a write-ahead log lacks may be in that log.
    private static func checkSize(_ path: String) throws(OriginError) {
        var log = stat()
        guard stat(path + "-wal", &log) != 0 || log.st_size == 0 else { return }
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        var facts = stat()
        var header = [UInt8](repeating: 0, count: 100)
        guard fstat(file, &facts) == 0, pread(file, &header, header.count, 0) == header.count,
            header.starts(with: "SQLite format 3\0".utf8)
        else { return }
        func number(_ range: Range<Int>) -> Int64 { header[range].reduce(0) { $0 << 8 | Int64($1) } }
        // The count holds only if the version of SQLite that made the last change wrote it.
        guard number(24..<28) == number(92..<96) else { return }
        let pageBytes = number(16..<18) == 1 ? 65_536 : number(16..<18)
        let bytes = number(28..<32) * pageBytes
        guard facts.st_size < bytes else { return }
        throw .cannotOpen("\(path) is damaged: it has \(facts.st_size) of its \(bytes) bytes. Restore a backup")
    }

    private static func isDataFile(_ db: Database) throws -> Bool {
        let number = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        guard number == 0 else { return number == applicationID }
        let tables = try Set(String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'"))
        return tables.isEmpty || tables.isSuperset(of: ["message", "clock", "grdb_migrations"])
    }

    /// Opens a file for reading. With `immutable`, SQLite creates no files next to it.
    static func openUnchanged(_ path: String) throws -> DatabaseQueue {
        var reading = Configuration()
        reading.readonly = true
        let escaped = path.utf8.reduce(into: "") { text, byte in
            let isPlain = byte > 0x20 && byte < 0x7F && !"%?#".utf8.contains(byte)
            text += isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        do {
            return try DatabaseQueue(path: "file:\(escaped)?immutable=1", configuration: reading)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
            // A library that was built without URIs.
            return try DatabaseQueue(path: path, configuration: reading)
        }
    }
}
