import Dispatch
import Foundation
import PubNubCore
import PubNubSupport

/// A file to send: its bytes and its name.
///
/// The bytes are read while they are sent, so that a file of any size takes little memory.
public struct FileUpload: Sendable {
    enum Source: Sendable {
        case bytes([UInt8])
        case path(String)
        case stream(length: Int, makeNext: @Sendable () -> @Sendable () async throws -> [UInt8]?)
    }

    let source: Source
    /// The name under which it is sent.
    public let name: String
    /// The media type; `nil` for what the service guesses from the ending of the name.
    public let contentType: String?

    /// Whether the bytes can be read a second time.
    var isRepeatable: Bool { if case .stream = source { false } else { true } }

    private init(_ source: Source, _ name: String, _ contentType: String?) {
        self.source = source
        self.name = name
        self.contentType = contentType
    }

    /// Bytes in memory.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - name: The name under which it is sent.
    ///   - contentType: The media type; `nil`, the default, for what the service guesses from the ending of the name.
    /// - Returns: The file.
    public static func bytes(_ bytes: [UInt8], name: String, contentType: String? = nil) -> FileUpload {
        FileUpload(.bytes(bytes), name, contentType)
    }

    /// A file of this machine, which is read when it is sent.
    ///
    /// - Parameters:
    ///   - path: Its path.
    ///   - name: The name under which it is sent; the last part of the path by default.
    ///   - contentType: The media type; `nil`, the default, for what the service guesses from the ending of the name.
    /// - Returns: The file.
    public static func file(at path: String, name: String? = nil, contentType: String? = nil) -> FileUpload {
        FileUpload(.path(path), name ?? String(path.split(separator: "/").last ?? ""), contentType)
    }

    /// Bytes that are made while they are sent.
    ///
    /// - Parameters:
    ///   - bytes: The content in pieces of any size. It is iterated once for each call that sends the file, so its upload is never repeated.
    ///   - length: The number of all bytes. If there are more or fewer, the file is not stored.
    ///   - name: The name under which it is sent.
    ///   - contentType: The media type; `nil`, the default, for what the service guesses from the ending of the name.
    /// - Returns: The file.
    public static func stream<Bytes: AsyncSequence & Sendable>(
        _ bytes: Bytes,
        length: Int,
        name: String,
        contentType: String? = nil
    ) -> FileUpload where Bytes.Element == [UInt8] {
        let makeNext: @Sendable () -> @Sendable () async throws -> [UInt8]? = {
            let iterator = OneTask(bytes.makeAsyncIterator())
            return { try await iterator.next() }
        }
        return FileUpload(.stream(length: length, makeNext: makeNext), name, contentType)
    }
}

/// An iterator that one task at a time uses, and that passes from its maker to that task.
// Unchecked because an iterator need not be Sendable, and one upload calls `next()` step by step.
private final class OneTask<Iterator: AsyncIteratorProtocol>: @unchecked Sendable where Iterator.Element == [UInt8] {
    private var iterator: Iterator

    init(_ iterator: Iterator) {
        self.iterator = iterator
    }

    func next() async throws -> [UInt8]? { try await iterator.next() }
}

/// Reads the bytes of an upload in pieces.
struct UploadReader {
    /// The bytes of a piece: enough for few steps, and few enough for a steady progress.
    private static let pieceBytes = 64 * 1024

    /// The number of all bytes.
    let length: Int
    /// Ends a step that waits for bytes of the app. Every later step returns `nil`. It may be called on any thread.
    let end: @Sendable () -> Void
    private let read: () async throws -> [UInt8]?

    /// Opens the source of an upload.
    ///
    /// - Throws: ``PubNubError`` with the code ``PubNubError/Code-swift.struct/invalidArgument`` if the file cannot be read.
    init(_ upload: FileUpload) throws(PubNubError) {
        switch upload.source {
        case .bytes(let bytes):
            length = bytes.count
            end = {}
            var position = 0
            read = {
                defer { position += Self.pieceBytes }
                guard position < bytes.count else { return nil }
                return Array(bytes[position..<min(position + Self.pieceBytes, bytes.count)])
            }
        case .path(let path):
            do throws(FileError) {
                let file = try ReadFile(path)
                length = file.size
                end = {}
                read = { try await file.next(Self.pieceBytes) }
            } catch {
                throw PubNubError(.invalidArgument, "The file cannot be read. \(error)", underlying: error)
            }
        case .stream(let length, let makeNext):
            guard length >= 0 else {
                throw PubNubError(.invalidArgument, "'length' is \(length), which is below 0.")
            }
            self.length = length
            let source = EndableSource(makeNext())
            end = { source.end() }
            read = { try await source.next() }
        }
    }

    /// The next bytes; `nil` at the end.
    func next() async throws -> [UInt8]? { try await read() }
}

/// Bytes of an app, each step of which may take any time and need not heed a cancellation. Once the source was ended, nothing
/// waits for a step.
private final class EndableSource: Sendable {
    private typealias Step = FirstResult<Result<[UInt8]?, any Error>>

    private struct State {
        var isEnded = false
        var step: Step?
        var task: Task<Void, Never>?
    }

    private let read: @Sendable () async throws -> [UInt8]?
    private let state = Locked(State())

    init(_ read: @escaping @Sendable () async throws -> [UInt8]?) {
        self.read = read
    }

    /// The next bytes; `nil` after the last ones, and after `end()`. One task calls this.
    func next() async throws -> [UInt8]? {
        let step = Step()
        let isEnded = state.withLock { state in
            guard !state.isEnded else { return true }
            state.step = step
            state.task = Task { [read] in
                do {
                    step.end(.success(try await read()))
                } catch {
                    step.end(.failure(error))
                }
            }
            return false
        }
        return isEnded ? nil : try await step.value().get()
    }

    /// Cancels the step in progress, and returns `nil` for it.
    func end() {
        let (step, task) = state.withLock { state in
            state.isEnded = true
            return (state.step, state.task)
        }
        task?.cancel()
        step?.end(.success(nil))
    }
}

/// A file of this machine that is read on a thread that may wait for the disk.
private final class ReadFile: Sendable {
    let size: Int
    private let file: OpenSource
    private static let queue = DispatchQueue(label: "com.pubnub.files", attributes: .concurrent)

    init(_ path: String) throws(FileError) {
        file = try OpenSource(path)
        size = try file.size()
    }

    func next(_ count: Int) async throws(FileError) -> [UInt8]? {
        try await withHandover(of: [UInt8]?.self, throwing: FileError.self) { handover in
            Self.queue.async { [file] in
                do throws(FileError) {
                    let bytes = try file.read(count)
                    handover.resume(returning: bytes.isEmpty ? nil : bytes)
                } catch {
                    handover.resume(throwing: error)
                }
            }
        }
    }
}
