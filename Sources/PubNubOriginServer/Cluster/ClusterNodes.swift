import PubNubOrigin
import PubNubSupport
import PubNubWire

/// The servers of a cluster, which know each other by asking: every server responds to a request that all receive.
final class ClusterNodes: OriginPeers {
    private static let kind = "nodes"
    /// The member of a description that distinguishes servers with the same name.
    private static let identifier = "id"

    /// The stream of the cluster.
    let stream: any OriginStream
    /// Distinguishes this start of this server.
    private let id = String(UInt64.random(in: 1...UInt64.max), radix: 16)
    private let describe: @Sendable () -> ClusterNode?
    /// The request in progress. Callers share it, so that a server makes one at a time.
    private let running = Locked<Task<[ClusterNode], Never>?>(nil)

    /// Begins to respond to the other servers.
    ///
    /// - Parameters:
    ///   - stream: The stream of the cluster.
    ///   - describe: Describes this server now; nil after it was deallocated. Called on any thread.
    init(_ stream: any OriginStream, describe: @escaping @Sendable () -> ClusterNode?) {
        self.stream = stream
        self.describe = describe
        stream.respond(to: Self.kind) { [id] in
            guard case .object(var members)? = describe()?.json else { return nil }
            members[Self.identifier] = .string(id)
            return JSON.object(members).bytes
        }
    }

    /// This server, and the others that responded within a second, in order of their names.
    func all() async -> [ClusterNode] {
        let task = running.withLock { running -> Task<[ClusterNode], Never> in
            if let running { return running }
            let task = Task {
                let nodes = await self.ask()
                self.running.withLock { $0 = nil }
                return nodes
            }
            running = task
            return task
        }
        return await task.value
    }

    private func ask() async -> [ClusterNode] {
        var known: Set = [id]
        var nodes = [describe()].compactMap(\.self)
        let responses = await stream.responses(to: Self.kind, for: .seconds(1), maxResponses: 100, maxBytes: 8192)
        for response in responses {
            // Any client of the messaging system can respond.
            guard let json = try? JSON(parsing: response), let id = json[Self.identifier]?.string,
                let node = ClusterNode(json), known.insert(id).inserted
            else { continue }
            nodes.append(node)
        }
        return nodes.sorted { ($0.name, $0.url ?? "") < ($1.name, $1.url ?? "") }
    }
}
