import Foundation
import PubNubChat

/// Opens the local store of a user, and creates the client of the service.
@MainActor struct ChatAccount {
    let provider: PubNubChatProvider
    /// The server of a user without keys; nil for a user with keys.
    let localOrigin: LocalOrigin?

    init(_ options: Options) throws {
        let user = options["user"] ?? ""
        let key = options["subscribe-key"]
        let data = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
        let directory = data.appending(path: "pubnub-chat")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let file = Self.file(options["store"], in: directory, of: [user, key].compactMap(\.self))
        // The lock ends with the program. Each person has one terminal.
        let lock = Glibc.open(file.path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            throw Failure(description: "cannot lock \(file.path); is \(user) in another terminal?")
        }
        localOrigin = key == nil ? try LocalOrigin(in: directory) : nil
        let origin = localOrigin?.address ?? options["origin"]
        var service = ChatServiceAddress(publishKey: options["publish-key"] ?? "demo", subscribeKey: key ?? "demo")
        service.origin = origin?.replacing(#/^https?:\/\//#, with: "")
        service.isSecure = origin?.hasPrefix("http://") != true
        provider = try PubNubChatProvider(
            service: service,
            userId: user,
            datastoreConfiguration: DatastoreConfiguration(
                storageDirectlyURL: file.deletingLastPathComponent(),
                storageUniqueFilename: file.lastPathComponent
            )
        )
    }

    /// The given file, or one in the directory whose name is made of other names.
    private static func file(_ path: String?, in directory: URL, of names: [String]) -> URL {
        if let path { return URL(fileURLWithPath: path) }
        let name = names.compactMap { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) }
            .joined(separator: "@")
        return directory.appending(path: "\(name).sqlite")
    }
}
