package import PubNubCodec
package import PubNubMachines
package import PubNubWire

/// Files: their addresses, messages and lists. ``FileUploadTask`` and ``FileDownloadTask`` transfer their bytes.
extension ClientEngine {
    /// Asks for the address and the form of an upload, which has to start within a minute.
    package func uploadForm(for name: String, in channel: String) async throws(Failure) -> UploadForm {
        let channel = try Validation.channel(channel)
        guard !name.isEmpty else { throw Failure(input: "The name of the file is empty.") }
        return try await value(of: FileEndpoints.uploadForm(for: name, in: channel))
    }

    /// Publishes the message about a file, in the order of the publishes to the channel.
    ///
    /// - Parameters:
    ///   - id: The identifier of the file.
    ///   - name: Its name.
    ///   - caption: A value to send with the file; `nil` for none.
    ///   - channel: The channel.
    ///   - publication: How the message is published. It is never compressed.
    /// - Returns: The time of the message.
    /// - Throws: The error of the call.
    package func publishFile(
        _ id: String,
        _ name: String,
        caption: JSON?,
        to channel: String,
        _ publication: Publication
    ) async throws(Failure) -> Timetoken {
        let channel = try Validation.channel(channel)
        try Validation.customType(publication.customType)
        try Validation.file(id, name)
        var content: [String: JSON] = ["file": .object(["id": .string(id), "name": .string(name)])]
        content["message"] = caption
        let (stored, _) = try composed(RawJSON(.object(content)), to: channel, PublishOptions(), id: "")
        let call = FileEndpoints.message(
            stored.payload,
            to: channel,
            store: publication.isStored,
            metadata: publication.metadata,
            ttl: publication.hoursStored,
            customType: publication.customType
        )
        try checkSize(of: call)
        return try await value(of: call, order: channel, as: .publish)
    }

    /// A page of the files of a channel, in the order of their identifiers.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - limit: The most files, 1 to 100.
    ///   - cursor: Where the page begins; `nil` for the first one.
    /// - Returns: The page.
    /// - Throws: The error of the call.
    package func files(
        of channel: String,
        limit: Int,
        after cursor: String?
    ) async throws(Failure) -> ObjectList<ListedFile> {
        let channel = try Validation.channel(channel)
        guard 1...ServiceLimits.filesPage ~= limit else {
            throw Failure(input: "'limit' is \(limit), which is not from 1 to \(ServiceLimits.filesPage).")
        }
        return try await value(of: FileEndpoints.files(of: channel, limit: limit, after: cursor))
    }

    /// Removes a file. Succeeds also for a missing one.
    package func removeFile(_ id: String, _ name: String, in channel: String) async throws(Failure) {
        let channel = try Validation.channel(channel)
        try Validation.file(id, name)
        try await value(of: FileEndpoints.removal(id, name, in: channel))
    }

    /// The address of a file, with the token of the client and its signature if it has a secret key. Sends no request.
    package func address(ofFile id: String, _ name: String, in channel: String) throws(Failure) -> String {
        let channel = try Validation.channel(channel)
        try Validation.file(id, name)
        let (builder, missingKey) = read { state in
            (state.builder, state.missingKey(for: .fileDownload))
        }
        if let missingKey { throw missingKey }
        return try builder.build(FileEndpoints.download(id, name, in: channel), id: RequestID(rawValue: 0)).url
    }

    /// Makes what encrypts a file; `nil` without a cipher key.
    package func fileEncryptor() throws(Failure) -> FileEncryptor? {
        guard let cipher = read({ $0.cryptor }) else { return nil }
        do throws(CryptorError) {
            return try cipher.fileEncryptor()
        } catch {
            throw Failure(error)
        }
    }

    /// Makes what decrypts a file; `nil` without a cipher key.
    package func fileDecryptor() -> FileDecryptor? { read { $0.cryptor }?.fileDecryptor() }
}

extension Validation {
    /// Checks what identifies a file.
    static func file(_ id: String, _ name: String) throws(Failure) {
        guard !id.isEmpty, !isDotSegment(id) else { throw Failure(input: "The identifier of the file is not valid.") }
        guard !name.isEmpty, !isDotSegment(name) else { throw Failure(input: "The name of the file is not valid.") }
    }
}
