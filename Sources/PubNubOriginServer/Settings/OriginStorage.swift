public import PubNubOrigin

/// Where a server stores messages, events, groups, rights, App Context and the clock.
public enum OriginStorage: Sendable, Equatable {
    /// In memory, as long as the process runs.
    case memory
    /// In a SQLite file, across restarts. Only the owner of the file may read it: it is created with mode 0600, and an existing file of the
    /// same owner loses the rights of all other users. The folder next to it, with the suffix `.files`, has the bytes of files; it is created with
    /// mode 0700 when the first file is stored. If the data file has records of files and the folder does not exist, the server does not start: move
    /// both together. A server of a cluster stores files in the stream of files of the cluster.
    ///
    /// - `path`: The path of the file, which is created if it does not exist.
    /// - `retention`: How long messages are stored; without a limit by default. `OriginKeyset.retention` takes precedence.
    /// - `keysetRetention`: How long messages of single keysets are stored, by subscribe key, instead of `retention`. Empty by default.
    case file(
        _ path: String,
        retention: MessageRetention = MessageRetention(),
        keysetRetention: [String: MessageRetention] = [:]
    )

    /// The path of the file; nil in memory.
    public var path: String? {
        switch self {
        case .memory: nil
        case .file(let path, _, _): path
        }
    }

    /// How long messages are stored that no other setting is for.
    var retention: MessageRetention {
        switch self {
        case .memory: MessageRetention()
        case .file(_, let retention, _): retention
        }
    }

    /// How long messages of single keysets are stored, by subscribe key.
    var keysetRetention: [String: MessageRetention] {
        switch self {
        case .memory: [:]
        case .file(_, _, let keysetRetention): keysetRetention
        }
    }
}

extension OriginConfiguration {
    /// Where the server stores its data; in memory by default.
    public var storage: OriginStorage {
        get { serverStorage.storage }
        set { serverStorage.storage = newValue }
    }

    /// Returns the same configuration with another storage.
    ///
    /// - Parameter storage: Where the server stores its data.
    /// - Returns: The configuration.
    public func storing(in storage: OriginStorage) -> OriginConfiguration {
        var configuration = self
        configuration.storage = storage
        return configuration
    }

    /// The stream that the servers of a cluster share. nil, the default, is a server by itself.
    var cluster: (any OriginStreamSource)? {
        get { serverStorage.stream }
        set { serverStorage.stream = newValue }
    }

    private var serverStorage: ServerStorage {
        get { storageSettings as? ServerStorage ?? ServerStorage() }
        set { storageSettings = newValue }
    }
}

/// The storage and the stream that a configuration asks for.
struct ServerStorage: OriginStorageSettings {
    var storage = OriginStorage.memory
    var stream: (any OriginStreamSource)?

    var cluster: ClusterIdentity? {
        stream.map { ClusterIdentity(cluster: $0.cluster, partition: $0.servedPartition, node: $0.node) }
    }
}
