import PubNubCore
import PubNubCodec
import PubNubMachines

/// The bytes of a file, as they arrive. The transfer pauses while they are not taken.
///
/// It may be iterated once. The transfer ends with the iteration, or with the last reference.
///
/// The pieces of an encrypted file are decrypted, but not authenticated: only the end shows whether the key was the right one. Discard
/// them if the iteration ends with an error.
public struct FileDownload: AsyncSequence, Sendable {
    /// The next bytes.
    public typealias Element = [UInt8]
    /// The error that ends the iteration.
    public typealias Failure = PubNubError

    private let transfer: FileTransfer
    private let decrypts: Bool
    private let client: PubNubClient
    private let channel: String

    /// The media type that the service says; `nil` for none. It is a claim of the sender.
    public var contentType: String? { transfer.head.contentType }
    /// The number of bytes as they are stored, or of the requested part of them; `nil` if the service does not say.
    public var storedLength: Int? { transfer.head.length }
    /// Distinguishes the content from others; `nil` if the service does not say.
    public var entityTag: String? { transfer.head.entityTag }
    /// Whether these are the requested part of the file; a service may send the whole file in place of a part.
    public var isPart: Bool { transfer.head.status == 206 }

    init(_ transfer: FileTransfer, decrypts: Bool, _ client: PubNubClient, _ channel: String) {
        self.transfer = transfer
        self.decrypts = decrypts
        self.client = client
        self.channel = channel
    }

    /// Begins the iteration.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(transfer, decrypts ? client.engine.fileDecryptor() : nil, channel)
    }

    /// The iterator of the bytes of a file.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let transfer: FileTransfer
        private let decryptor: FileDecryptor?
        private let channel: String
        private var isAtEnd = false
        /// The stored bytes so far.
        private(set) var received = 0

        fileprivate init(_ transfer: FileTransfer, _ decryptor: FileDecryptor?, _ channel: String) {
            self.transfer = transfer
            self.decryptor = decryptor
            self.channel = channel
        }

        /// Waits for the next bytes.
        ///
        /// - Parameter actor: The actor of the caller.
        /// - Returns: The bytes, at least one; `nil` after the last ones.
        /// - Throws: ``PubNubError``.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(PubNubError) -> [UInt8]? {
            while !isAtEnd {
                let bytes = try await stored()
                if let bytes { received += bytes.count } else { isAtEnd = true }
                let plain = try decrypted(bytes)
                if !plain.isEmpty { return plain }
            }
            return nil
        }

        private func stored(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(PubNubError) -> [UInt8]? {
            do throws(TransferError) {
                return try await transfer.next()
            } catch {
                throw PubNubError(error, channel)
            }
        }

        /// The plain bytes of a piece; the last ones for `nil`.
        private func decrypted(_ bytes: [UInt8]?) throws(PubNubError) -> [UInt8] {
            guard let decryptor else { return bytes ?? [] }
            do throws(CryptorError) {
                if let bytes { return try decryptor.update(bytes) }
                return try decryptor.finish()
            } catch {
                throw PubNubError(
                    .encryption,
                    "The file cannot be decrypted: it is not encrypted, damaged, or encrypted with another key.",
                    channels: [channel],
                    underlying: error
                )
            }
        }
    }
}

extension PubNubError {
    /// The error for a transfer of a file.
    init(_ error: TransferError, _ channel: String, file: FileReference? = nil) {
        switch error {
        case .failed(let failure):
            self = PubNubError(failure)
        case .sourceEnded:
            self.init(.invalidArgument, "The source of the file has another number of bytes than it announced.")
        case .refused(let refusal):
            let said = [refusal.code, refusal.message].compactMap { $0 }.joined(separator: ": ")
            self.init(
                Code(refusal),
                said.isEmpty ? "The storage of files responded with status \(refusal.status)." : said,
                channels: [channel]
            )
            statusCode = refusal.status
        }
        self.file = file
    }
}

extension PubNubError.Code {
    fileprivate init(_ refusal: FileRefusal) {
        switch (refusal.code, refusal.status) {
        case ("EntityTooLarge", _), (_, 413): self = .fileTooLarge
        case (_, 404): self = .notFound
        case (_, 401), (_, 403): self = .accessDenied
        case (_, 429): self = .rateLimited
        default: self = .refused
        }
    }
}
