public import Foundation

/// The location of the data of a store.
///
/// By default a store is the file `default` in a directory for each application, keyset and user:
/// `$XDG_DATA_HOME/<application>/<keyset>/<user>/default`, with `~/.local/share` if that variable is not set.
/// Directories that a store creates have mode 0700, and its files 0600.
public struct DatastoreConfiguration: Hashable, Sendable {
    /// Whether the data is only in memory.
    public var isInMemory: Bool
    /// The directory of the file. If nil, each application, keyset and user has its own.
    public var storageDirectlyURL: URL?
    /// The name of the file; `default` by default.
    public var storageUniqueFilename: String
    /// Whether the store is emptied when it is opened. A store that another program has open cannot be emptied.
    public var cleanStorageOnLoad: Bool
    /// The name of the application in the path, if ``storageDirectlyURL`` is nil; the name of the executable if this is
    /// nil.
    public var application: String?

    /// Makes a configuration of a file.
    ///
    /// - Parameters:
    ///   - storageDirectlyURL: The directory of the file. If nil, each application, keyset and user has its own.
    ///   - storageUniqueFilename: The name of the file.
    ///   - cleanStorageOnLoad: Whether the store is emptied when it is opened.
    ///   - application: The name of the application in the path, if `storageDirectlyURL` is nil; the name of the
    ///     executable if this is nil.
    public init(
        storageDirectlyURL: URL? = nil,
        storageUniqueFilename: String = "default",
        cleanStorageOnLoad: Bool = false,
        application: String? = nil
    ) {
        isInMemory = false
        self.storageDirectlyURL = storageDirectlyURL
        self.storageUniqueFilename = storageUniqueFilename
        self.cleanStorageOnLoad = cleanStorageOnLoad
        self.application = application
    }

    /// A store in memory.
    public static var inMemory: Self {
        var configuration = Self()
        configuration.isInMemory = true
        return configuration
    }
}

extension DatastoreConfiguration {
    /// The file of a store.
    ///
    /// - Parameters:
    ///   - owner: The owner of its data; nil for a store that is opened without a provider, whose file is that of the
    ///     application.
    ///   - environment: The variables of the process.
    /// - Returns: The file.
    func fileURL(of owner: ChatStoreOwner?, _ environment: [String: String]) -> URL {
        if let storageDirectlyURL { return storageDirectlyURL.appendingPathComponent(storageUniqueFilename) }
        // The XDG specification requires that relative paths are ignored.
        func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let base = absolute("XDG_DATA_HOME") ?? (absolute("HOME") ?? NSHomeDirectory()) + "/.local/share"
        var directory = URL(fileURLWithPath: base, isDirectory: true)
        for name in [application ?? ProcessInfo.processInfo.processName, owner?.subscribeKey, owner?.userId] {
            for part in name.map({ PathName.parts(of: $0) }) ?? [] {
                directory.appendPathComponent(part, isDirectory: true)
            }
        }
        return directory.appendingPathComponent(storageUniqueFilename, isDirectory: false)
    }

    /// The file that versions before 0.7 used by default for all applications; nil for a configuration that names a
    /// directory.
    var formerFileURL: URL? {
        guard !isInMemory, storageDirectlyURL == nil else { return nil }
        return FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first?
            .appendingPathComponent(storageUniqueFilename, isDirectory: false)
    }
}

/// The owner of the data of a store: a keyset and a user. One store holds the data of one owner.
public struct ChatStoreOwner: Hashable, Sendable {
    /// The subscribe key, which identifies the keyset.
    public var subscribeKey: String
    /// The identifier of the user of the app.
    public var userId: String

    /// Creates an owner.
    ///
    /// - Parameters:
    ///   - subscribeKey: The subscribe key, which identifies the keyset.
    ///   - userId: The identifier of the user of the app.
    public init(subscribeKey: String, userId: String) {
        self.subscribeKey = subscribeKey
        self.userId = userId
    }
}

/// Converts any string to names of directories. Different strings have different names.
enum PathName {
    /// The maximum length of a name in bytes; file systems allow 255.
    private static let maxBytes = 200

    /// The names of nested directories that represent a string.
    ///
    /// Letters, digits, `-`, `_`, `@` and dots that do not come first stay; every other byte becomes `%` and two
    /// hexadecimal digits. A longer string continues in a nested directory. Only the name of an outer directory ends in
    /// a `%` without digits.
    static func parts(of text: String) -> [String] {
        var parts: [String] = []
        var part = ""
        for byte in text.utf8 {
            if part.utf8.count > maxBytes - 4 {
                parts.append(part + "%")
                part = ""
            }
            part += name(of: byte, isFirst: part.isEmpty)
        }
        // An empty string also has a name, which no other string has.
        return parts + [part.isEmpty ? "%" : part]
    }

    private static func name(of byte: UInt8, isFirst: Bool) -> String {
        switch byte {
        case UInt8(ascii: "."): isFirst ? "%2E" : "."
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "@"):
            String(UnicodeScalar(byte))
        default: "%" + String(byte >> 4, radix: 16, uppercase: true) + String(byte & 15, radix: 16, uppercase: true)
        }
    }
}
