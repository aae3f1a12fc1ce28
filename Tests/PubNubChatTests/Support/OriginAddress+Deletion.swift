import PubNub
import PubNubCore
import PubNubSupport
import PubNubMachines
import PubNubOrigin
import PubNubTestSupport
import PubNubWire

extension OriginAddress {
    struct Refusal: Error {}

    /// Deletes messages from history, as another client does: those after one timetoken, up to and including another.
    func deleteMessages(on channel: String, after start: UInt64? = nil, upTo end: UInt64? = nil) async throws {
        let range = [start.map { "start=\($0)" }, end.map { "end=\($0)" }].compactMap(\.self).joined(separator: "&")
        let target = "\(url)/v3/history/sub-key/demo/channel/\(channel)?\(range)"
        let request = TransportRequest(id: .next(), verb: .delete, url: target)
        let response = try await withHandover { task in
            CurlTransport.shared.start(request) { task.resume(with: $0) }
        }
        guard response.status == 200 else { throw Refusal() }
    }
}
