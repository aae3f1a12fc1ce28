import PubNubSupport
package import PubNubMachines
import PubNubWire

/// A refusal of the storage of files.
package struct FileRefusal: Error, Sendable, Equatable {
    /// The HTTP status.
    package let status: Int
    /// The code of the storage, such as `EntityTooLarge`; `nil` if it gives none.
    package let code: String?
    /// Its message; `nil` if it gives none.
    package let message: String?

    /// Reads the XML of a refusal, of which only these two elements count.
    init(_ response: TransportResponse) {
        let text = String(decoding: response.body.prefix(4096), as: UTF8.self)
        status = response.status
        code = Self.element("Code", of: text)
        message = Self.element("Message", of: text)
    }

    private static func element(_ name: String, of text: String) -> String? {
        guard let start = text.firstRange(of: "<\(name)>"),
            let end = text[start.upperBound...].firstRange(of: "</\(name)>")
        else { return nil }
        let content = text[start.upperBound..<end.lowerBound]
        return content.isEmpty ? nil : String(content.prefix(200))
    }
}

/// Why the bytes of a file were not transferred.
package enum TransferError: Error, Sendable, Equatable {
    /// The request failed.
    case failed(Failure)
    /// The storage of files refused it.
    case refused(FileRefusal)
    /// What reads the file ended before its announced length.
    case sourceEnded
}

/// The outcome of a request, for the task that waits for it.
typealias Exchange = FirstResult<Result<TransportResponse, TransportFailure>>

/// A download whose head has arrived. It ends with its last reference.
package final class FileTransfer: Sendable {
    /// The head of the response.
    package let head: DownloadHead
    private let stream: BodyStream
    private let exchange: Exchange
    /// The response, if it has no bytes of a file.
    private let response: TransportResponse?
    private let cancel: @Sendable () -> Void
    private let hasEnded = Locked(false)

    fileprivate init(
        _ head: DownloadHead,
        _ stream: BodyStream,
        _ exchange: Exchange,
        _ response: TransportResponse? = nil,
        cancel: @escaping @Sendable () -> Void
    ) {
        self.head = head
        self.stream = stream
        self.exchange = exchange
        self.response = response
        self.cancel = cancel
    }

    deinit { cancel() }

    /// The refusal of the storage; `nil` for a file, also an empty one.
    fileprivate var refusal: FileRefusal? {
        guard let response, response.status != 200, response.status != 206 else { return nil }
        return FileRefusal(response)
    }

    /// Waits for the next bytes; `nil` after the last ones. Between calls, the transfer pauses. Ends when the task is cancelled.
    package func next() async throws(TransferError) -> [UInt8]? {
        let bytes = await withTaskCancellationHandler {
            await stream.receive()
        } onCancel: {
            cancel()
        }
        if let bytes { return bytes }
        let isFirst = hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return !hasEnded
        }
        guard isFirst, response == nil else { return nil }
        if case .failure(let failure) = await exchange.value() {
            throw .failed(Failure(endOf: failure, isCancelled: Task.isCancelled))
        }
        return nil
    }
}

/// Uploads and downloads of the bytes of files.
extension ClientEngine {
    /// How many redirects a download follows.
    private static let maxRedirects = 3

    /// Uploads the bytes of a file. Ends when the task is cancelled; the service may have stored the file then.
    ///
    /// - Parameters:
    ///   - length: The number of bytes.
    ///   - form: The address and the form.
    ///   - next: The next bytes of the file; `nil` at its end, and if the source fails, which ends the upload.
    ///   - ended: Called on any thread when the transfer has ended. A `next` that waits for its source returns `nil` then.
    ///   - progress: Called with the number of bytes that were sent, after each step.
    /// - Throws: ``TransferError``.
    package func upload(
        _ length: Int,
        with form: UploadForm,
        next: () async -> [UInt8]?,
        ended: @escaping @Sendable () -> Void,
        progress: (Int) -> Void
    ) async throws(TransferError) {
        let body = MultipartBody(form, fileLength: length)
        let id = change { $0.machine.nextCallID() }
        let stream = BodyStream(.upload(length: body.length)) { [transport] in transport.resume(id) }
        let headers = [(name: "Content-Type", value: body.contentType)]
        let request = try transfer(.fileUpload, form.url, id, headers, stream)
        let exchange = Exchange()
        let (isFed, outcome) = await withTaskCancellationHandler {
            begin(request, stream, exchange, ended: ended)
            let isFed = await Self.feed(stream, body, next: next, progress: progress)
            return (isFed, await exchange.value())
        } onCancel: {
            transport.cancel(id)
        }
        switch outcome {
        case .success(let response) where 200..<300 ~= response.status: return
        case .success(let response): throw .refused(FileRefusal(response))
        case .failure(let failure):
            guard isFed || Task.isCancelled else { throw .sourceEnded }
            var error = Failure(endOf: failure, isCancelled: Task.isCancelled)
            error.isOutcomeUnknown = failure.wasSent
            throw .failed(error)
        }
    }

    /// Sends the body, until it is complete or the transfer has ended.
    ///
    /// - Returns: False if the source has ended before its length.
    private static func feed(
        _ stream: BodyStream,
        _ body: MultipartBody,
        next: () async -> [UInt8]?,
        progress: (Int) -> Void
    ) async -> Bool {
        let length = body.fileLength
        guard await stream.send(body.start) else { return true }
        var sent = 0
        while sent < length {
            guard let bytes = await next(), sent + bytes.count <= length else {
                let hasEnded = stream.hasEnded
                stream.abandon()
                return hasEnded
            }
            guard await stream.send(bytes) else { return true }
            sent += bytes.count
            progress(min(max(0, stream.transferred - body.start.count), length))
        }
        guard await stream.send(body.end) else { return true }
        await stream.drained()
        progress(length)
        return true
    }

    /// Requests the bytes of a file, and returns when the head of the response has arrived.
    ///
    /// - Parameters:
    ///   - address: The address of the file.
    ///   - range: The bytes of the stored file; `nil` for all.
    /// - Returns: The transfer.
    /// - Throws: ``TransferError``.
    package func download(
        from address: String,
        range: ClosedRange<Int>?
    ) async throws(TransferError) -> FileTransfer {
        var address = address
        let headers = range.map { [(name: "Range", value: "bytes=\($0.lowerBound)-\($0.upperBound)")] } ?? []
        for redirects in 0...Self.maxRedirects {
            let transfer = try await open(address, isFirst: redirects == 0, headers)
            guard 300..<400 ~= transfer.head.status, let location = transfer.head.location else {
                if let refusal = transfer.refusal { throw .refused(refusal) }
                return transfer
            }
            address = location
        }
        throw .failed(
            Failure(.malformed, code: ErrorCode.responseMalformed, text: "The service redirects the request too often.")
        )
    }

    private func open(
        _ address: String,
        isFirst: Bool,
        _ headers: [(name: String, value: String)]
    ) async throws(TransferError) -> FileTransfer {
        let id = change { $0.machine.nextCallID() }
        let began = FirstResult<DownloadHead?>()
        let stream = BodyStream(.download { began.end(DownloadHead(status: $0, $1)) }) { [transport] in
            transport.resume(id)
        }
        let request = try transfer(isFirst ? .fileDownload : .fileContent, address, id, headers, stream)
        let exchange = Exchange()
        let head = await withTaskCancellationHandler {
            begin(request, stream, exchange) { began.end(nil) }
            return await began.value()
        } onCancel: {
            transport.cancel(id)
        }
        let cancel: @Sendable () -> Void = { [transport] in transport.cancel(id) }
        if let head { return FileTransfer(head, stream, exchange, cancel: cancel) }
        switch await exchange.value() {
        case .success(let response):
            let head = DownloadHead(status: response.status, response.head ?? "")
            return FileTransfer(head, stream, exchange, response, cancel: cancel)
        case .failure(let failure): throw .failed(Failure(endOf: failure, isCancelled: Task.isCancelled))
        }
    }

    private func transfer(
        _ route: Route,
        _ url: String,
        _ id: RequestID,
        _ headers: [(name: String, value: String)],
        _ stream: BodyStream
    ) throws(TransferError) -> TransportRequest {
        do throws(Failure) {
            return try read { $0.builder }.transfer(route, url: url, id: id, headers: headers, stream: stream)
        } catch {
            throw .failed(error)
        }
    }

    private func begin(
        _ request: TransportRequest,
        _ stream: BodyStream,
        _ exchange: Exchange,
        ended: @escaping @Sendable () -> Void = {}
    ) {
        let mayBegin = change { state in
            guard !state.hasEnded else { return false }
            state.transfers.insert(request.id)
            return true
        }
        guard mayBegin else {
            stream.complete()
            exchange.end(.failure(.cancelled))
            return ended()
        }
        start(request) { [weak self] outcome in
            exchange.end(outcome)
            stream.complete()
            ended()
            // A shutdown may wait for the last one.
            self?.apply { _ = $0.transfers.remove(request.id) }
        }
        // The request of a task that was cancelled before it was there.
        if Task.isCancelled { transport.cancel(request.id) }
    }
}

extension Failure {
    /// The failure of a transfer.
    ///
    /// - Parameters:
    ///   - failure: How the request ended.
    ///   - isCancelled: Whether its task was cancelled.
    fileprivate init(endOf failure: TransportFailure, isCancelled: Bool) {
        if isCancelled {
            self.init(.local, code: ErrorCode.abandoned)
        } else {
            self.init(failure)
        }
    }
}

/// The form that uploads a file (RFC 7578): the fields in the order of the service, then the file.
struct MultipartBody {
    let contentType: String
    /// What precedes the bytes of the file.
    let start: [UInt8]
    let end: [UInt8]
    let fileLength: Int

    /// The number of all bytes.
    var length: Int { start.count + fileLength + end.count }

    init(_ form: UploadForm, fileLength: Int) {
        // It must not occur in a field or in the file, so it cannot be foreseen.
        let boundary =
            "pubnub-\(String(UInt64.random(in: .min ... .max), radix: 36))\(String(UInt64.random(in: .min ... .max), radix: 36))"
        contentType = "multipart/form-data; boundary=\(boundary)"
        var text = ""
        for field in form.fields {
            text +=
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.quoted(field.name))\"\r\n\r\n\(field.value)\r\n"
        }
        text +=
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(Self.quoted(form.name))\"\r\n"
            + "Content-Type: application/octet-stream\r\n\r\n"
        start = Array(text.utf8)
        end = Array("\r\n--\(boundary)--\r\n".utf8)
        self.fileLength = fileLength
    }

    /// A name in quotes of a header, as browsers write it.
    private static func quoted(_ name: String) -> String {
        name.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "%22"
            case "\r": "%0D"
            case "\n": "%0A"
            default: String(scalar)
            }
        }
        .joined()
    }
}
