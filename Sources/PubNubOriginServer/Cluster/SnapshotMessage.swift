import PubNubOrigin
import PubNubWire

/// A request of a server that gets a copy of another server's data file.
enum SnapshotRequest: Sendable, Equatable {
    /// Make a snapshot that has the changes of all records up to a position.
    case make(through: LogPosition)
    /// How is the snapshot?
    case describe(id: String)
    /// Send the bytes of the snapshot from here on.
    case read(id: String, offset: UInt64)
    /// Remove the snapshot.
    case release(id: String)

    private static let version: Int64 = 1

    /// The bytes of the request.
    var bytes: [UInt8] {
        var members: [String: JSON] = ["version": .integer(Self.version)]
        switch self {
        case .make(let position):
            members["call"] = .string("make")
            members["position"] = .integer(Int64(clamping: position.rawValue))
        case .describe(let id):
            members["call"] = .string("describe")
            members["id"] = .string(id)
        case .read(let id, let offset):
            members["call"] = .string("read")
            members["id"] = .string(id)
            members["offset"] = .integer(Int64(clamping: offset))
        case .release(let id):
            members["call"] = .string("release")
            members["id"] = .string(id)
        }
        return JSON.object(members).bytes
    }

    /// The request that some bytes hold; nil if they hold none that this version knows.
    init?(_ bytes: [UInt8]) {
        guard let json = try? JSON(parsing: bytes), json["version"]?.int64Value == Self.version else { return nil }
        let id = json["id"]?.string
        switch (json["call"]?.string, id) {
        case ("make", _):
            guard let position = json["position"]?.uint64Value else { return nil }
            self = .make(through: LogPosition(rawValue: position))
        case ("describe", let id?): self = .describe(id: id)
        case ("read", let id?):
            guard let offset = json["offset"]?.uint64Value else { return nil }
            self = .read(id: id, offset: offset)
        case ("release", let id?): self = .release(id: id)
        default: return nil
        }
    }
}

/// The response of the server that has the data file.
enum SnapshotResponse: Sendable, Equatable {
    /// The server makes a snapshot. Further requests go to its own address.
    case accepted(address: String, id: String)
    /// The server makes or sends a snapshot for another one.
    case busy
    /// The snapshot is not complete yet.
    case preparing
    case ready(SnapshotFacts)
    /// Bytes of the snapshot.
    case part([UInt8])
    /// The snapshot is removed.
    case released
    /// The server does not have the snapshot; the text has the reason.
    case refused(String)

    /// The first byte of a response with bytes of the snapshot. Any other response is JSON.
    private static let partMark: UInt8 = 1
    /// The bytes in front of those of the snapshot.
    static let overhead = 1

    /// The bytes of the response.
    var bytes: [UInt8] {
        let members: [String: JSON]
        switch self {
        case .part(let part): return [Self.partMark] + part
        case .accepted(let address, let id):
            members = ["is": .string("accepted"), "address": .string(address), "id": .string(id)]
        case .busy: members = ["is": .string("busy")]
        case .preparing: members = ["is": .string("preparing")]
        case .ready(let facts):
            members = [
                "is": .string("ready"), "size": .integer(Int64(clamping: facts.size)),
                "position": .integer(Int64(clamping: facts.position.rawValue)), "sha256": .string(facts.digest),
            ]
        case .released: members = ["is": .string("released")]
        case .refused(let reason): members = ["is": .string("refused"), "reason": .string(reason)]
        }
        return JSON.object(members).bytes
    }

    /// The response that some bytes hold; nil if they hold none that this version knows.
    init?(_ bytes: [UInt8]) {
        if bytes.first == Self.partMark {
            self = .part(Array(bytes.dropFirst(Self.overhead)))
            return
        }
        guard let json = try? JSON(parsing: bytes) else { return nil }
        switch json["is"]?.string {
        case "accepted":
            guard let address = json["address"]?.string, let id = json["id"]?.string else { return nil }
            self = .accepted(address: address, id: id)
        case "busy": self = .busy
        case "preparing": self = .preparing
        case "ready":
            guard let size = json["size"]?.uint64Value, let position = json["position"]?.uint64Value,
                let digest = json["sha256"]?.string
            else { return nil }
            self = .ready(SnapshotFacts(size: size, position: LogPosition(rawValue: position), digest: digest))
        case "released": self = .released
        case "refused": self = .refused(json["reason"]?.string ?? "")
        default: return nil
        }
    }
}

/// A complete snapshot, as the server that made it describes it.
struct SnapshotFacts: Sendable, Equatable {
    /// The size in bytes.
    let size: UInt64
    /// The last position of the log whose changes it has.
    let position: LogPosition
    /// SHA-256 of its bytes, in hexadecimal digits.
    let digest: String
}
