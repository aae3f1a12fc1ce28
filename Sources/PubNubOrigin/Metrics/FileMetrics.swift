import Synchronization

/// How an upload ended, as metrics count it.
package enum FileUploadResult: String, Sendable, CaseIterable {
    case stored
    /// The body is not the form of an upload.
    case malformed
    /// The form has expired, was used before, or was changed.
    case denied
    case tooLarge = "too_large"
    /// A limit or a quota is reached.
    case full
    /// The storage reported an error.
    case failed
    /// Too many uploads were in progress, or began in the last minutes.
    case busy
}

/// The uploads and downloads of files since the start. Threads add to them without a lock.
package final class FileMetrics: Sendable {
    private let uploads: InlineArray<7, Atomic<UInt64>> = InlineArray { _ in Atomic(0) }
    private let downloads = Atomic<UInt64>(0)

    /// Counts an upload.
    func add(_ result: FileUploadResult) {
        uploads[Self.slot(of: result)].wrappingAdd(1, ordering: .relaxed)
    }

    /// Counts a download of a file, or of a part of one.
    func addDownload() {
        downloads.wrappingAdd(1, ordering: .relaxed)
    }

    /// How many uploads ended in a way.
    subscript(result: FileUploadResult) -> UInt64 { uploads[Self.slot(of: result)].load(ordering: .relaxed) }

    /// How many downloads there were.
    var downloadCount: UInt64 { downloads.load(ordering: .relaxed) }

    private static func slot(of result: FileUploadResult) -> Int {
        switch result {
        case .stored: 0
        case .malformed: 1
        case .denied: 2
        case .tooLarge: 3
        case .full: 4
        case .failed: 5
        case .busy: 6
        }
    }
}
