import Dispatch
import Foundation
import PubNubSupport
import PubNubOrigin

extension ClusterFiles {
    /// Opens the files of a cluster.
    ///
    /// - Returns: The files; nil if the cluster has none.
    /// - Throws: ``StreamFailure`` if the stream cannot be opened or read.
    static func open(
        _ stream: any OriginStream,
        _ configuration: OriginConfiguration
    ) async throws(StreamFailure) -> ClusterFiles? {
        guard let files = try await stream.openFiles() else { return nil }
        let folder = uploadFolder(configuration)
        return try await withHandover(of: ClusterFiles.self, throwing: StreamFailure.self) { handover in
            // The calls of the stream wait.
            DispatchQueue(label: "pubnub.origin.files.open").async {
                do throws(StreamFailure) {
                    handover.resume(returning: try ClusterFiles(files, configuration, uploadsIn: folder))
                } catch {
                    files.close()
                    handover.resume(throwing: error)
                }
            }
        }
    }

    /// Opens the files of a cluster as soon as that is possible, after it has failed.
    static func openLater(
        after failure: StreamFailure,
        _ stream: any OriginStream,
        _ configuration: OriginConfiguration
    ) -> PendingFiles {
        PendingFiles(
            after: failure,
            configuration.clock,
            uploadsIn: uploadFolder(configuration),
            report: configuration.report
        ) { () async throws(StreamFailure) in
            try await open(stream, configuration)
        }
    }

    /// The folder in which the forms of uploads are stored while they arrive.
    private static func uploadFolder(_ configuration: OriginConfiguration) -> String {
        configuration.storage.path.map { PrivateFile.folder(of: $0) } ?? FileManager.default.temporaryDirectory.path
    }
}
