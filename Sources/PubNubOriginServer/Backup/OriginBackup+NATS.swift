#if NATS
public import Foundation
public import PubNubOrigin

extension OriginBackup {
    /// Writes a copy of the data file of a server of a cluster, with the files of the cluster.
    ///
    /// The copy is one as ``copy(_:to:includingFiles:)`` writes it, and can restore the cluster (``OriginNATS/restores``). The files are read from NATS, a part
    /// at a time; the bytes are in the folder `TARGET.files`. The call blocks its thread.
    ///
    /// - Parameters:
    ///   - source: The data file.
    ///   - target: The path of the copy, which must not exist. It is created with mode 0600. `TARGET.files` must not exist either.
    ///   - nats: The cluster.
    /// - Throws: `OriginError.cannotOpen` if the source is not a data file, if a target exists, if copying fails, or if NATS cannot be reached.
    public static func copy(_ source: String, to target: String, filesOf nats: OriginNATS) throws(OriginError) {
        try withFiles(of: nats) { files throws(OriginError) in try makeCopy(source, to: target, .cluster(files)) }
        BackupStamp.write(for: source)
    }

    /// Copies the data file of a server of a cluster into a folder under a name with the date, with the files of the cluster.
    ///
    /// It is as ``copy(_:into:keeping:includingFiles:date:)``. The call blocks its thread.
    ///
    /// - Parameters:
    ///   - source: The data file.
    ///   - folder: The folder. It is created with mode 0700 if it does not exist.
    ///   - count: How many copies of this data file stay, the newest included. At least 1.
    ///   - nats: The cluster.
    ///   - date: The date of the copy; the present time by default.
    /// - Returns: The path of the copy.
    /// - Throws: `OriginError.cannotOpen` if copying or the check of the copy fails, if another call works in the folder, or if NATS cannot be
    ///   reached. No older copy is removed then.
    @discardableResult
    public static func copy(
        _ source: String,
        into folder: String,
        keeping count: Int,
        filesOf nats: OriginNATS,
        date: Date = Date()
    ) throws(OriginError) -> String {
        try withFiles(of: nats) { files throws(OriginError) in
            try copy(source, into: folder, keeping: count, .cluster(files), date: date)
        }
    }

    /// Calls a closure with the files of a cluster.
    private static func withFiles<Value>(
        of nats: OriginNATS,
        _ body: (ClusterFiles) throws(OriginError) -> Value
    ) throws(OriginError) -> Value {
        try nats.check()
        let connection: NATSConnection
        do throws(NATSFailure) {
            connection = try NATSStream.connected(nats) { _ in }
        } catch {
            throw .cannotOpen("the NATS servers cannot be reached: \(error.text)")
        }
        defer { connection.close() }
        let files: ClusterFiles
        do throws(StreamFailure) {
            let stream = try NATSFiles(nats, connection, creates: false) { _ in }
            files = try ClusterFiles(stream, OriginConfiguration(), uploadsIn: "", removesOld: false)
        } catch {
            throw .cannotOpen(
                "the files of the cluster \(nats.cluster) cannot be read: \(error.text); --without-files leaves them out"
            )
        }
        defer { files.endFollowing() }
        return try body(files)
    }
}
#endif
