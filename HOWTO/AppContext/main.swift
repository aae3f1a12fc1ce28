import Foundation
import PubNub
import PubNubOrigin

/// Stores metadata of two users, makes them members of a channel, and lists the members by name.
final class AppContext {
    private let client: PubNub

    init(_ configuration: PNConfiguration) {
        client = PubNub.connectingClient(with: configuration)
    }

    func start() {
        store("zoe", name: "Zoe") { [self] in
            store("ann", name: "Ann Lee") { [self] in addMembers() }
        }
    }

    private func store(_ identifier: String, name: String, then next: @escaping () -> Void) {
        let request = PNSetUUIDMetadataRequest(uuid: identifier)
        request.name = name
        client.setUUIDMetadataWith(request) { status in
            if status.isError { fail(status.errorData) }
            print("stored \(name)")
            next()
        }
    }

    private func addMembers() {
        let request = PNSetChannelMembersRequest(channel: "team", uuids: [["uuid": "zoe"], ["uuid": "ann"]])
        client.setChannelMembersWith(request) { [self] status in
            if status.isError { fail(status.errorData) }
            listMembers()
        }
    }

    private func listMembers() {
        let request = PNFetchChannelMembersRequest(channel: "team")
        request.includeFields = [.membersTotalCountField, .memberUUIDField]
        request.sort = ["uuid.name"]
        client.channelMembers(with: request) { result, status in
            guard let page = result?.data else { fail(status?.errorData) }
            print("\(page.totalCount) members: \(page.members.map { $0.metadata?.name ?? $0.uuid })")
            exit(EXIT_SUCCESS)
        }
    }
}

func fail(_ error: PNErrorData?) -> Never {
    print("failed: \(error?.information ?? "unknown error")")
    exit(EXIT_FAILURE)
}

// A server in this process. To use PubNub instead, set the origin to "ps.pndsn.com", set your keys, and leave TLS enabled.
let server = OriginServer()
let address = try await server.start()
let origin = "\(address.host):\(address.port)"
let configuration = PNConfiguration(forOrigin: origin, publishKey: "demo", subscribeKey: "demo", secretKey: nil)
configuration.shouldUseSecureConnection = false

let app = AppContext(configuration)
app.start()

try await Task.sleep(for: .seconds(10))
print("failed: the members were not listed within 10 s")
exit(EXIT_FAILURE)
