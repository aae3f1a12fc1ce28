import PubNubCodec
import PubNubSupport
import PubNubWire

/// Files: addresses for uploads, uploads, lists, addresses of content, content and removal.
///
/// Rights are checked before a call arrives here. The signed form and the signed address of a file are rights by themselves.
final class FileService: Sendable {
    /// For how long an upload may start. It may arrive for longer: see ``OriginLimits/fileUploadTime``.
    static let formSeconds: UInt64 = 60
    /// For how long an address holds, from the start of the hour in which it was requested: equal requests of an hour get the same address.
    static let addressSeconds: UInt64 = 3900
    static let pageLimit = 100

    private let configuration: OriginConfiguration
    /// nil where files are not served.
    private let storage: (any FileStorage)?
    /// Signs forms and addresses, from the first call on that finds the key.
    private let foundSigner = Locked<FileSigner?>(nil)
    private let keysets: Locked<KeysetTable>
    private let quotaRefusals: QuotaRefusals
    private let used = Locked(UsedForms())
    /// Counts uploads and downloads.
    let metrics = FileMetrics()

    /// - Parameters:
    ///   - configuration: The configuration of the server.
    ///   - storage: The files; nil where files are not served.
    ///   - quotaRefusals: Where uploads are counted that a quota refuses.
    init(
        _ configuration: OriginConfiguration,
        storage: (any FileStorage)?,
        quotaRefusals: QuotaRefusals = QuotaRefusals()
    ) {
        self.configuration = configuration
        self.storage = storage
        self.quotaRefusals = quotaRefusals
        keysets = Locked(KeysetTable(configuration))
        storage?.setRetention(configuration.fileRetention)
    }

    /// nil without a key: no form is given out then.
    private var signer: FileSigner? {
        foundSigner.withLock { found in
            if found == nil { found = storage?.signingKey.map { FileSigner(key: $0) } }
            return found
        }
    }

    /// Whether files are served now.
    var isOpen: Bool { storage?.readiness == .open }

    /// Opens a file without a name for the form of an upload; nil if forms are in memory.
    var openSpool: (@Sendable () -> Int32)? {
        guard let storage, storage.waitsForDisk else { return nil }
        return { storage.openUnnamed() }
    }

    /// The number and the bytes of the stored files.
    var usage: FileUsage { storage?.usage ?? FileUsage() }

    /// Serves other keysets from the next call on.
    func replaceKeysets(_ table: KeysetTable, _ configuration: OriginConfiguration) {
        keysets.withLock { $0 = table }
        storage?.setRetention(configuration.fileRetention)
    }

    /// Finishes what is in progress. Later calls fail.
    func close() async { await storage?.close() }

    /// Whether a call takes so long that it must not run on the thread of a connection.
    func isLong(_ call: OriginCall) -> Bool {
        guard case .files(let operation) = call.route.endpoint.kind else { return false }
        return switch operation {
        case .upload: true
        case .list, .content, .removal: storage?.waitsForDisk ?? false
        case .uploadAddress, .download: false
        }
    }

    /// Serves a call.
    ///
    /// - Parameters:
    ///   - call: The call, on one of the routes of files other than that of the message.
    ///   - isPrivate: Whether clients need rights, so that no shared cache may store an address.
    ///   - now: The moment.
    /// - Returns: The response, also of a refusal.
    func response(to call: OriginCall, isPrivate: Bool, at now: Moment) -> OriginResponse {
        guard case .files(let operation) = call.route.endpoint.kind else { return ErrorResponse.notFound }
        guard let storage, storage.readiness != .refused else {
            return ErrorResponse.files(402, code: 3005, "Files service not enabled for subkey")
        }
        guard let signer else {
            return switch operation {
            case .upload, .content: FileResponse.storageFailed
            case .uploadAddress, .list, .download, .removal: FileResponse.failed
            }
        }
        if case .upload = operation { return upload(call, storage, signer, at: now) }
        if case .content = operation { return content(call, storage, signer, at: now) }
        let name = call[.channel] ?? ""
        guard !name.isEmpty, !ChannelName.isPresence(name), !ChannelName.isWildcard(name), !name.holds(","),
            !name.utf8.contains(0)
        else {
            return ErrorResponse.files(400, code: 3001, "[channel] contains invalid characters")
        }
        let channel = Topic(keyset: call.keyset, name: name)
        switch operation {
        case .uploadAddress: return form(call, channel, signer, at: now)
        case .list: return list(call, channel, storage)
        case .download: return address(call, channel, signer, isPrivate: isPrivate, at: now)
        case .removal: return remove(FileKey(channel: channel, id: call[.id] ?? ""), named: call[.name] ?? "", storage)
        case .upload, .content: return ErrorResponse.notFound
        }
    }

    private func form(_ call: OriginCall, _ channel: Topic, _ signer: FileSigner, at now: Moment) -> OriginResponse {
        let limits = configuration.limits
        guard let members = try? call.request.jsonObject(limit: limits.maximumBodyBytes),
            let asked = members["name"]?.string, !asked.isEmpty
        else { return ErrorResponse.files(400, code: 3001, "[name] is required") }
        guard let random = try? SecureRandom.bytes(16) else { return ErrorResponse.storageFailed }
        let form = FileForm(
            channel: channel,
            id: Self.identifier(random),
            name: FileName.sanitized(asked, bytes: limits.fileNameBytes),
            expires: now.seconds + Self.formSeconds
        )
        guard let token = signer.token(of: form) else { return ErrorResponse.storageFailed }
        let path = Self.uploadPath(of: channel.keyset, in: configuration.partition)
        return FileResponse.upload(form, url: base(call) + path, key: Self.key(of: form), token: token)
    }

    /// The field `key` of a form.
    private static func key(of form: FileForm) -> String {
        "\(form.channel.keyset)/\(PercentEncoding.escape(form.channel.name))/\(form.id)/\(form.name)"
    }

    /// The path of an upload. In a cluster with partitions it has the subscribe key, by which a proxy finds the servers of the partition.
    static func uploadPath(of subscribeKey: String, in partition: ClusterPartition) -> String {
        partition == .whole ? "/v1/files/upload" : "/v1/files/upload/\(PercentEncoding.escape(subscribeKey))"
    }

    /// A UUID of version 4 in lowercase, as text.
    private static func identifier(_ random: [UInt8]) -> String {
        var bytes = random
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text += "-" }
            text += Digest.hex([byte])
        }
        return text
    }

    /// Scheme and authority of the addresses that clients get: those of their requests, as far as trusted proxies tell.
    private func base(_ call: OriginCall) -> String {
        if let url = configuration.filesURL { return url }
        let conditions = call.request.conditions
        let scheme = conditions?.scheme ?? (configuration.security == nil ? "http" : "https")
        let host = conditions?.forwardedHost ?? conditions?.authority ?? conditions?.host ?? "localhost"
        return "\(scheme)://\(host)"
    }

    private func upload(
        _ call: OriginCall,
        _ storage: any FileStorage,
        _ signer: FileSigner,
        at now: Moment
    ) -> OriginResponse {
        do throws(UploadFault) {
            let tag = try store(call, storage, signer, at: now)
            metrics.add(.stored)
            return FileResponse.stored(tag: tag)
        } catch {
            metrics.add(error.result)
            return FileResponse.refusal(of: error, limit: configuration.limits.fileSize)
        }
    }

    /// Stores the file of a form, and returns its tag.
    private func store(
        _ call: OriginCall,
        _ storage: any FileStorage,
        _ signer: FileSigner,
        at now: Moment
    ) throws(UploadFault) -> String {
        guard let body = call.request.upload?.spool.map({ $0.contents() }) ?? call.request.body else { throw .failed }
        guard let parts = MultipartForm(body, contentType: call.request.contentType ?? "") else { throw .malformed }
        // The form is for starting an upload, which may arrive slowly.
        let started = call.request.upload?.started ?? now.seconds
        guard let form = parts.fields["token"].flatMap({ signer.form($0) }), form.expires >= started,
            parts.fields["key"]?.hasSameBytes(as: Self.key(of: form)) ?? true
        else { throw .denied }
        try use(form, at: now)
        guard parts.file.count <= configuration.limits.fileSize else { throw .tooLarge(parts.file.count) }
        let content = body[parts.file]
        guard let digest = try? Digest.sha256(of: content) else { throw .failed }
        let record = FileRecord(
            id: form.id,
            name: form.name,
            contentType: FileType.stored(claimed: parts.fields["Content-Type"] ?? FileType.guess(form.name)),
            size: content.count,
            tag: Digest.hex(digest),
            created: now.seconds
        )
        let quota = keysets.withLock { $0.quota(.fileBytes, of: form.channel.keyset) }
        do throws(FileStorageFault) {
            try storage.add(record, content, to: form.channel, quota: quota)
        } catch {
            if error == .overQuota { quotaRefusals.add(.fileBytes) }
            throw UploadFault(error)
        }
        return record.tag
    }

    /// Notes that a form is used, for as long as an upload could use it that started in time.
    private func use(_ form: FileForm, at now: Moment) throws(UploadFault) {
        let longest = UInt64(max(0, configuration.limits.fileUploadTime.components.seconds)) + 2
        let keyset = form.channel.keyset
        switch used.withLock({ $0.use(form.id, of: keyset, until: form.expires + longest, at: now.seconds) }) {
        case .first: return
        case .again: throw .denied
        case .full: throw .busy
        }
    }

    private func list(_ call: OriginCall, _ channel: Topic, _ storage: any FileStorage) -> OriginResponse {
        let limit = call.query.text("limit").map { Int($0) ?? 0 } ?? Self.pageLimit
        guard 1...Self.pageLimit ~= limit else {
            let most = Self.pageLimit
            return ErrorResponse.files(
                400,
                code: 3001,
                "Invalid limit parameter. Limit must be an integer between 1 and \(most) (inclusive)."
            )
        }
        let last = call.query.text("next").flatMap { Base64.decode($0) }.map { String(decoding: $0, as: UTF8.self) }
        guard let page = try? storage.page(of: channel, after: last, limit: limit) else { return FileResponse.failed }
        let end = page.isMore ? page.files.last : nil
        let next = end.map { Base64.encode(Array($0.id.utf8), urlSafe: true, padded: false) }
        return FileResponse.page(page.files, next: next)
    }

    /// Removes a file. Does nothing if it does not exist, or has another name.
    private func remove(_ key: FileKey, named name: String, _ storage: any FileStorage) -> OriginResponse {
        do throws(FileStorageFault) {
            if let record = try storage.record(of: key), !isNamed(record, name) { return FileResponse.removed }
            try storage.remove(key)
            return FileResponse.removed
        } catch {
            return FileResponse.failed
        }
    }

    /// As with the service, there is an address for each identifier and name: whether there is such a file shows when it is read.
    private func address(
        _ call: OriginCall,
        _ channel: Topic,
        _ signer: FileSigner,
        isPrivate: Bool,
        at now: Moment
    ) -> OriginResponse {
        let (id, name) = (call[.id] ?? "", call[.name] ?? "")
        let expires = now.seconds / 3600 * 3600 + Self.addressSeconds
        let key = FileKey(channel: channel, id: id)
        guard let signature = signer.signature(of: key, name: name, expires: "\(expires)") else {
            return ErrorResponse.storageFailed
        }
        let path = Route.fileContent.row.template.fill([
            "sub": PercentEncoding.escape(channel.keyset), "channel": PercentEncoding.escape(channel.name),
            "id": PercentEncoding.escape(id), "name": PercentEncoding.escape(name),
        ])
        let address = "\(base(call))\(path)?expires=\(expires)&signature=\(signature)"
        return FileResponse.redirect(to: address, seconds: expires - now.seconds - 60, isPrivate: isPrivate)
    }

    /// Whether a call names a file: some clients use the name that they asked for, and not the one that the file was given.
    private func isNamed(_ record: FileRecord, _ name: String) -> Bool {
        let given = FileName.sanitized(name, bytes: configuration.limits.fileNameBytes)
        return record.name.hasSameBytes(as: name) || record.name.hasSameBytes(as: given)
    }

    private func content(
        _ call: OriginCall,
        _ storage: any FileStorage,
        _ signer: FileSigner,
        at now: Moment
    ) -> OriginResponse {
        let key = FileKey(channel: Topic(keyset: call.keyset, name: call[.channel] ?? ""), id: call[.id] ?? "")
        let name = call[.name] ?? ""
        guard let expires = call.query.text("expires"), let date = UInt64(expires), date >= now.seconds,
            let given = call.query.text("signature"),
            let expected = signer.signature(of: key, name: name, expires: expires),
            ConstantTime.equal(Array(given.utf8), Array(expected.utf8))
        else { return FileResponse.denied }
        do throws(FileStorageFault) {
            guard let file = try storage.file(key), isNamed(file.record, name) else { return FileResponse.missing }
            let response = FileResponse.content(
                file,
                call.request.conditions ?? FileConditions(),
                waitsForDisk: storage.waitsForDisk,
                allowsActiveTypes: keysets.withLock { $0[call.keyset]?.allowsActiveFileTypes ?? false }
            )
            if response.status == 200 || response.status == 206 { metrics.addDownload() }
            return response
        } catch {
            return FileResponse.storageFailed
        }
    }
}

/// Why an upload is refused.
enum UploadFault: Error, Equatable {
    /// The body is not the form of an upload.
    case malformed
    /// The form has expired, was used before, or was changed.
    case denied
    /// The file has more bytes than one may have.
    case tooLarge(Int)
    /// A limit of the server or a quota of the keyset is reached.
    case full
    /// The keyset had too many uploads in the last minutes.
    case busy
    /// The storage reported an error.
    case failed

    init(_ fault: FileStorageFault) {
        switch fault {
        case .exists: self = .denied
        case .full, .overQuota: self = .full
        case .failed: self = .failed
        }
    }

    /// How metrics count it.
    var result: FileUploadResult {
        switch self {
        case .malformed: .malformed
        case .denied: .denied
        case .tooLarge: .tooLarge
        case .full: .full
        case .busy: .busy
        case .failed: .failed
        }
    }
}
