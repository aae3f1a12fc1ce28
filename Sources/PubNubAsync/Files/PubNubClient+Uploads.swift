import PubNubCore
import PubNubCodec
import PubNubMachines

/// A form of the service for an upload, and when it was requested.
private struct IssuedForm {
    /// How long an upload may begin after its form was requested, in seconds: the service allows 60, of which the request takes a part.
    private static let validity = Duration.seconds(50)

    let form: UploadForm
    private let issued = ContinuousClock.now

    init(_ form: UploadForm) { self.form = form }

    var file: FileReference { FileReference(id: form.id, name: form.name) }
    var isExpired: Bool { ContinuousClock.now - issued > Self.validity }
}

extension PubNubClient {
    /// How often an upload is sent again: as often as other calls.
    private static let maxRepetitions = 3

    /// Uploads a file, and repeats that if the bytes can be read again and the failure may pass.
    ///
    /// The form of an upload whose outcome is unknown is used again while it is valid, so that the service stores one file at most.
    func uploadFile(
        _ upload: FileUpload,
        to channel: String,
        progress: ((TransferProgress) -> Void)?
    ) async throws(PubNubError) -> FileReference {
        var backoff = Backoff(seed: .random(in: .min ... .max))
        var issued: IssuedForm?
        var repetitions = 0
        while true {
            let source = try EncryptedSource(upload, self)
            let current = try await form(for: upload, in: channel, unlessExpired: issued)
            issued = current
            do throws(TransferError) {
                try await engine.upload(
                    source.length,
                    with: upload.contentType.map { current.form.withType($0) } ?? current.form,
                    next: { await source.next() },
                    ended: source.end,
                    progress: { progress?(TransferProgress(bytes: $0, total: source.length)) }
                )
                return current.file
            } catch {
                let failure = source.error ?? PubNubError(error, channel)
                guard source.error == nil, upload.isRepeatable, repetitions < Self.maxRepetitions else { throw failure }
                // A form that was used before is refused, whether its file was stored or not.
                let isUsed = repetitions > 0 && error.isRefusedForm
                guard isUsed || error.mayPass else { throw failure }
                if !isUsed { try await pause(backoff.delay(attempt: repetitions)) }
                try begin(isContinuation: true)
                if isUsed || failure.isOutcomeUnknown, await isStored(current.file, in: channel) {
                    progress?(TransferProgress(bytes: source.length, total: source.length))
                    return current.file
                }
                if isUsed { issued = nil }
                repetitions += 1
            }
        }
    }

    /// Returns the form of the former attempt, or requests one if that has expired or this is the first attempt.
    private func form(
        for upload: FileUpload,
        in channel: String,
        unlessExpired former: IssuedForm?
    ) async throws(PubNubError) -> IssuedForm {
        if let former, !former.isExpired { return former }
        let form = try await call(isContinuation: true) { engine async throws(Failure) in
            try await engine.uploadForm(for: upload.name, in: channel)
        }
        return IssuedForm(form)
    }

    /// Whether the service has a file. False if that cannot be found out.
    private func isStored(_ file: FileReference, in channel: String) async -> Bool {
        guard let address = try? fileURL(of: file, in: channel) else { return false }
        do throws(TransferError) {
            _ = try await engine.download(from: address, range: 0...0)
            return true
        } catch {
            // An empty file has no first byte.
            if case .refused(let refusal) = error { return refusal.status == 416 }
            return false
        }
    }

    /// Waits before another attempt; a cancelled task waits no longer.
    func pause(_ duration: Duration) async throws(PubNubError) {
        do {
            try await Task.sleep(for: duration)
        } catch {
            throw PubNubError(.cancelled, "The task was cancelled.")
        }
    }
}

extension TransferError {
    /// Whether the same upload may succeed later.
    fileprivate var mayPass: Bool {
        switch self {
        case .failed(let failure): failure.isTemporary && !failure.isAbandoned
        case .refused(let refusal): [429, 500, 502, 503, 504].contains(refusal.status)
        case .sourceEnded: false
        }
    }

    /// Whether the storage does not accept the form.
    fileprivate var isRefusedForm: Bool {
        if case .refused(let refusal) = self { refusal.status == 403 } else { false }
    }
}

/// The bytes of an upload as they are stored: encrypted if the client has a cipher key.
private final class EncryptedSource {
    /// The number of all bytes.
    let length: Int
    /// The error of the source; `nil` if it has not failed.
    private(set) var error: PubNubError?
    /// Lets a step that waits for the app's bytes return: the transfer has ended.
    var end: @Sendable () -> Void { reader.end }
    private let reader: UploadReader
    private let encryptor: FileEncryptor?
    private var isAtEnd = false

    init(_ upload: FileUpload, _ client: PubNubClient) throws(PubNubError) {
        do throws(Failure) {
            encryptor = try client.engine.fileEncryptor()
        } catch {
            throw PubNubError(error)
        }
        reader = try UploadReader(upload)
        guard let encryptor else {
            length = reader.length
            return
        }
        guard let length = encryptor.length(of: reader.length) else {
            throw PubNubError(.fileTooLarge, "The file has \(reader.length) bytes.")
        }
        self.length = length
    }

    func next() async -> [UInt8]? {
        while !isAtEnd {
            do {
                let bytes = try await reader.next()
                isAtEnd = bytes == nil
                let stored = try stored(bytes)
                if !stored.isEmpty { return stored }
            } catch let failure as PubNubError {
                error = failure
                return nil
            } catch {
                self.error = PubNubError(.invalidArgument, "The source of the file failed.", underlying: error)
                return nil
            }
        }
        return nil
    }

    /// The stored bytes of a piece; the last ones for `nil`.
    private func stored(_ bytes: [UInt8]?) throws(PubNubError) -> [UInt8] {
        guard let encryptor else { return bytes ?? [] }
        do throws(CryptorError) {
            if let bytes { return try encryptor.update(bytes) }
            return try encryptor.finish()
        } catch {
            throw PubNubError(.encryption, "The file cannot be encrypted.", underlying: error)
        }
    }
}
