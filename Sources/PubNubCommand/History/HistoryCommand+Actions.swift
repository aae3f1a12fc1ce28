import Foundation
import PubNub
import PubNubWire

/// `pubnub history --actions`
extension HistoryReadCommand {
    /// The maximum number of messages on a page.
    static let maxWithActions: UInt = 25

    func performWithActions(with client: PubNub, output: Output) async throws {
        let request = PNHistoryFetchRequest(channels: [channel])
        request.start = start.map { NSNumber(value: $0.timetoken) }
        request.end = end.map { NSNumber(value: $0.timetoken) }
        request.max = limit ?? Self.maxWithActions
        request.includeMetadata = true
        request.includeMessageActions = true
        let page = try await client.outcome { (outcome: CallOutcome<PNHistoryFetchResult>) in
            client.fetchHistory(with: request) { outcome.end($0, $1?.underlyingError) }
        }
        let messages = page.data.channels[channel] ?? []
        output.result(
            .object([
                "channel": .string(channel),
                "start": .text(messages.first.map { "\($0.timetoken)" }),
                "end": .text(messages.last.map { "\($0.timetoken)" }),
                "messages": .array(messages.map(\.report)),
            ]),
            forPeople: Terminal.columns(
                messages.map { message in
                    let actions = message.actions.map { "\($0.type) \($0.value) (\($0.uuid))".printable }
                    return [
                        "\(message.timetoken)", (message.uuid ?? "").printable,
                        JSON(any: message.message).forPeople,
                        actions.joined(separator: ", "),
                    ]
                }
            )
        )
        if !output.isJSON { output.note(messages.count.of("message")) }
    }
}

extension PNStoredMessage {
    /// The message with its publisher, type, metadata and actions.
    fileprivate var report: JSON {
        .object([
            "message": JSON(any: message), "timetoken": .string("\(timetoken)"), "uuid": .text(uuid),
            "meta": metadata.map { JSON(any: $0) } ?? .null,
            "type": messageType.map { .integer($0.int64Value) } ?? .null,
            "actions": .array(actions.map(\.report)),
        ])
    }
}
