import PubNubMachines
import PubNubWire

/// The calls of the files service. The bytes of files are sent and received by requests of their own.
enum FileEndpoints {
    private static let shared: [QueryItem] = [.identifier, .authorization, .library]

    /// Asks for the address and the form of an upload.
    static func uploadForm(for name: String, in channel: String) -> Call<UploadForm> {
        Call(
            route: .fileUploadAddress,
            arguments: ["channel": PercentEncoding.escape(channel)],
            query: shared,
            body: JSON.object(["name": .string(name)]).bytes,
            bodyForm: .plain()
        ) { response in
            StatusReader.decode(response) { UploadForm($0) }
        }
    }

    /// Publishes the message about a file.
    ///
    /// - Parameters:
    ///   - payload: The JSON to send.
    ///   - channel: The channel.
    ///   - store: Whether the service may store the message.
    ///   - metadata: The metadata for filters of subscribers; `nil` for none.
    ///   - ttl: For how many hours history stores the message; `nil` for the setting of the keyset.
    ///   - customType: The type that the sender gives it; `nil` for none.
    /// - Returns: A call whose result is the time at which the service accepted the message.
    static func message(
        _ payload: [UInt8],
        to channel: String,
        store: Bool = true,
        metadata: JSON? = nil,
        ttl: Int? = nil,
        customType: String? = nil
    ) -> Call<Timetoken> {
        // The service does not store the message without this.
        var query = shared + [.flag("store", store)]
        if let ttl { query.append(.number("ttl", ttl)) }
        if let metadata { query.append(.json("meta", metadata)) }
        if let customType { query.append(.text("custom_message_type", customType)) }
        return Call(
            route: .filePublish,
            arguments: ["channel": PercentEncoding.escape(channel), "message": PercentEncoding.escape(payload)],
            query: query,
            // The message could arrive twice.
            isRepeatable: false
        ) { response in
            ResponseReader.decode(response, MessagingEndpoints.publishedAt)
        }
    }

    /// A page of the files of a channel.
    static func files(of channel: String, limit: Int, after cursor: String?) -> Call<ObjectList<ListedFile>> {
        var query: [QueryItem] = [.number("limit", limit)]
        if let cursor { query.append(.text("next", cursor)) }
        return Call(
            route: .files,
            arguments: ["channel": PercentEncoding.escape(channel)],
            query: query + shared
        ) { response in
            StatusReader.list(response) { ListedFile($0) }
        }
    }

    /// The address of a file, which leads to that of its content.
    static func download(_ id: String, _ name: String, in channel: String) -> Call<Void> {
        Call(
            route: .fileDownload,
            arguments: arguments(id, name, channel),
            query: shared,
            decode: StatusReader.acknowledgment
        )
    }

    /// Removes a file. It succeeds also for a missing one.
    static func removal(_ id: String, _ name: String, in channel: String) -> Call<Void> {
        Call(
            route: .fileRemoval,
            arguments: arguments(id, name, channel),
            query: shared,
            decode: StatusReader.acknowledgment
        )
    }

    private static func arguments(_ id: String, _ name: String, _ channel: String) -> CallArguments {
        [
            "channel": PercentEncoding.escape(channel), "id": PercentEncoding.escape(id),
            "name": PercentEncoding.escape(name),
        ]
    }
}
