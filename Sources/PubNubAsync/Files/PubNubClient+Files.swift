import PubNubCore
import PubNubSupport
import PubNubMachines
import PubNubWire

public import typealias PubNubTime.Timetoken

/// How the message about a file is published.
public struct FileOptions: Sendable {
    /// A value to send with the file, any `Encodable` one; `nil`, the default, for none.
    public var message: (any Encodable & Sendable)?
    /// Whether history may store the message; `true` by default.
    public var isStored = true
    /// For how long history stores the message, in whole hours; `nil`, the default, for the setting of the keyset. The file itself is
    /// stored for as long as the keyset says.
    public var timeToLive: Duration?
    /// Values for the filters of subscribers, an object; `nil`, the default, for none.
    public var metadata: JSON?
    /// The type that the sender gives the message; `nil`, the default, for none.
    public var customType: String?
    /// How often the message is sent until the service accepts it, after growing pauses; 5 by default. A message whose outcome is unknown
    /// is not sent again.
    public var publishAttempts = 5

    /// Makes the default options.
    public init() {}
}

/// Files.
extension PubNubClient {
    /// Uploads a file, and publishes a message about it.
    ///
    /// With a cipher key the file is encrypted: in the ``PubNubClientConfiguration/cipherScheme``, always with a random
    /// initialization vector. If the upload succeeds and the message does not, ``PubNubError/file`` is the uploaded file, for
    /// ``publishFile(_:to:options:)``.
    ///
    /// If its connection ends, or the service cannot store the file at present, an upload of bytes or of a path is repeated up to 3 times
    /// after growing pauses, unless the service has stored the file all the same. A ``FileUpload/stream(_:length:name:contentType:)`` is
    /// sent once: ``PubNubError/isOutcomeUnknown`` says whether the service may have stored it.
    ///
    /// - Parameters:
    ///   - upload: The file.
    ///   - channel: The channel.
    ///   - options: The message.
    ///   - progress: Called after each piece, in the task of the caller; `nil`, the default, for nothing. An upload that is repeated begins
    ///     again with its first bytes.
    /// - Returns: The file and the timetoken of the message.
    /// - Throws: ``PubNubError``; ``PubNubError/Code-swift.struct/fileTooLarge`` if the service does not store a file of this size.
    @discardableResult
    public func sendFile(
        _ upload: FileUpload,
        to channel: String,
        options: FileOptions = .init(),
        progress: ((TransferProgress) -> Void)? = nil
    ) async throws(PubNubError) -> SentFile {
        // Before anything is uploaded.
        let publication = try publication(options)
        let caption = try caption(options)
        try begin()
        return try await engine.compositeCall { () async throws(PubNubError) in
            let file = try await uploadFile(upload, to: channel, progress: progress)
            do throws(PubNubError) {
                let timetoken = try await publish(
                    file,
                    caption,
                    to: channel,
                    publication,
                    attempts: options.publishAttempts,
                    isContinuation: true
                )
                return SentFile(file: file, timetoken: timetoken)
            } catch {
                var error = error
                error.file = file
                throw error
            }
        }
    }

    /// Publishes a message about a file that is uploaded already.
    ///
    /// - Parameters:
    ///   - file: The file. The service does not check that it exists.
    ///   - channel: The channel.
    ///   - options: The message.
    /// - Returns: The timetoken of the message.
    /// - Throws: ``PubNubError``.
    @discardableResult
    public func publishFile(
        _ file: FileReference,
        to channel: String,
        options: FileOptions = .init()
    ) async throws(PubNubError) -> Timetoken {
        let publication = try publication(options)
        let caption = try caption(options)
        return try await publish(
            file,
            caption,
            to: channel,
            publication,
            attempts: options.publishAttempts,
            isContinuation: false
        )
    }

    /// Returns the files of a channel as a sequence, in the order of their identifiers, which requests each page when the iteration
    /// reaches it.
    ///
    /// - Parameter channel: The channel.
    /// - Returns: The files.
    public func files(of channel: String) -> PagedSequence<StoredFile> {
        PagedSequence { cursor async throws(PubNubError) in
            let page = try await self.call { engine async throws(Failure) in
                try await engine.files(of: channel, limit: ServiceLimits.filesPage, after: cursor)
            }
            return .init(items: page.items.map { StoredFile($0) }, next: page.next)
        }
    }

    /// Returns the address of a file. Sends no request.
    ///
    /// The address contains the token of this client, so it is a secret, and holds for as long as the token does. Make a new one each
    /// time, and do not store it.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - channel: The channel.
    /// - Returns: The address.
    /// - Throws: ``PubNubError`` if a name is invalid.
    public func fileURL(of file: FileReference, in channel: String) throws(PubNubError) -> String {
        do throws(Failure) {
            return try engine.address(ofFile: file.id, file.name, in: channel)
        } catch {
            throw PubNubError(error)
        }
    }

    /// Requests a file, and returns when its first bytes are there.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - channel: The channel.
    ///   - range: The bytes of the stored file to request; `nil`, the default, for all. A part is not decrypted.
    ///   - decrypts: Whether the file is decrypted if there is a cipher key; `true` by default.
    /// - Returns: The bytes.
    /// - Throws: ``PubNubError``; ``PubNubError/Code-swift.struct/notFound`` if the file does not exist.
    public func downloadFile(
        _ file: FileReference,
        from channel: String,
        range: Range<Int>? = nil,
        decrypts: Bool = true
    ) async throws(PubNubError) -> FileDownload {
        try begin()
        if let range, range.isEmpty || range.lowerBound < 0 {
            throw PubNubError(.invalidArgument, "'range' is \(range), which has no bytes.")
        }
        let address = try fileURL(of: file, in: channel)
        do throws(TransferError) {
            let transfer = try await engine.download(
                from: address,
                range: range.map { $0.lowerBound...$0.upperBound - 1 }
            )
            return FileDownload(transfer, decrypts: decrypts && range == nil, self, channel)
        } catch {
            throw PubNubError(error, channel, file: file)
        }
    }

    /// Downloads a file to a file of this machine, which appears when it is complete.
    ///
    /// Only its owner may read the new file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - channel: The channel.
    ///   - path: The path of the new file.
    ///   - replacing: Whether an existing file is replaced; `false` by default.
    ///   - range: The bytes of the stored file to request; `nil`, the default, for all. A part is not decrypted.
    ///   - decrypts: Whether the file is decrypted if there is a cipher key; `true` by default.
    ///   - progress: Called after each piece, in the task of the caller; `nil`, the default, for nothing.
    /// - Returns: The number of bytes of the new file.
    /// - Throws: ``PubNubError``; ``PubNubError/Code-swift.struct/invalidArgument`` if the new file cannot be written. No part of it is
    ///   left then.
    @discardableResult
    public func downloadFile(
        _ file: FileReference,
        from channel: String,
        to path: String,
        replacing: Bool = false,
        range: Range<Int>? = nil,
        decrypts: Bool = true,
        progress: ((TransferProgress) -> Void)? = nil
    ) async throws(PubNubError) -> Int {
        let target = try Self.writing { () throws(FileError) in try NewFile(path, replaces: replacing) }
        let download = try await downloadFile(file, from: channel, range: range, decrypts: decrypts)
        var iterator = download.makeAsyncIterator()
        var count = 0
        while let bytes = try await iterator.next() {
            try Self.writing { () throws(FileError) in try target.append(bytes) }
            count += bytes.count
            progress?(TransferProgress(bytes: iterator.received, total: download.storedLength))
        }
        try Self.writing { () throws(FileError) in try target.finish() }
        return count
    }

    /// Removes a file. Messages about it stay. Succeeds also if the file does not exist.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - channel: The channel.
    /// - Throws: ``PubNubError``.
    public func deleteFile(_ file: FileReference, from channel: String) async throws(PubNubError) {
        try await call { engine async throws(Failure) in
            try await engine.removeFile(file.id, file.name, in: channel)
        }
    }
}

extension PubNubClient {
    private func publication(_ options: FileOptions) throws(PubNubError) -> ClientEngine.Publication {
        var publication = ClientEngine.Publication()
        publication.isStored = options.isStored
        publication.hoursStored = try options.timeToLive.map { time throws(PubNubError) in try Self.hours(time) }
        do throws(Failure) {
            try Validation.customType(options.customType)
        } catch {
            throw PubNubError(error)
        }
        publication.customType = options.customType
        publication.metadata = options.metadata
        return publication
    }

    private func caption(_ options: FileOptions) throws(PubNubError) -> JSON? {
        guard let message = options.message else { return nil }
        return try Self.json(of: message)
    }

    /// Publishes the message about a file. It is sent again if it is certain that the service has not processed it.
    private func publish(
        _ file: FileReference,
        _ caption: JSON?,
        to channel: String,
        _ publication: ClientEngine.Publication,
        attempts: Int,
        isContinuation: Bool
    ) async throws(PubNubError) -> Timetoken {
        var backoff = Backoff(seed: .random(in: .min ... .max))
        var attempt = 0
        while true {
            do throws(PubNubError) {
                return try await call(isContinuation: isContinuation) { engine async throws(Failure) in
                    try await engine.publishFile(file.id, file.name, caption: caption, to: channel, publication)
                        .rawValue
                }
            } catch {
                guard attempt + 1 < attempts, error.wasRefusedForNow else { throw error }
                try await pause(backoff.delay(attempt: attempt, atLeast: error.retryAfter))
            }
            attempt += 1
        }
    }

    private static func writing<Value>(_ step: () throws(FileError) -> Value) throws(PubNubError) -> Value {
        do throws(FileError) {
            return try step()
        } catch {
            throw PubNubError(.invalidArgument, "The file cannot be written. \(error)", underlying: error)
        }
    }
}

extension PubNubError {
    /// Whether it is certain that the service has not processed the call, and the same call may succeed later.
    fileprivate var wasRefusedForNow: Bool {
        guard !isOutcomeUnknown else { return statusCode == 503 && retryAfter != nil }
        switch code {
        case .rateLimited, .notConnected, .connectionLost, .timedOut: return true
        default: return statusCode == 503
        }
    }
}
