import Foundation
import GRDB
import PubNubMachines

@testable import PubNub
@testable import PubNubCore
@testable import PubNubChat
import PubNubSupport
import PubNubWire

/// A store that receives real-time events as the client delivers them.
enum ChatBench {
    private static let channel = "neighbour"

    /// Each line is an item of a page. Whatever stands between two messages, both are stored with the position of the local
    /// copy, and all stored data can be read.
    static func check(_ bytes: [UInt8]) throws {
        let lines = FuzzInput(bytes).lines.prefix(12).filter {
            RawJSON.isValid($0) && $0.firstRange(of: Array(channel.utf8)) == nil
        }
        let arrivals = try lines.flatMap { try self.arrivals(in: Array($0)) }
        let items = [message(1, at: 1001)] + arrivals.map { LiveItem.arrival($0) } + [message(2, at: 1002)]
        let outcomes = Locked<[LiveOutcome]>([])
        let writer = LiveWriter<ChatModel, PubNubManagedChatEntities> { new in outcomes.withLock { $0 += new } }
        let store = try ChatStore(configuration: .inMemory)
        let left = store.writer.writeWithoutTransaction { writer.store(items, in: $0) }
        try require(left.isEmpty, "no event stands in the way of the others")
        try store.read { db in
            let rows = try PubNubManagedMessage.fetchAll(db)
            let ids = Set(rows.map(\.id))
            try require(ids.contains("n1") && ids.contains("n2"), "the messages beside it are stored")
            // A message whose author or channel was removed is not readable any more.
            for row in rows where row.pubnubUserId != nil && row.pubnubChannelId != nil {
                let _: ChatMessage<ChatModel> = try row.convert(from: db)
            }
            try require(try Ledger(db: db).progress(of: channel) == 1002, "the copy goes as far as the last message")
        }
        try checkReported(arrivals, outcomes.withLock { $0 })
    }

    /// Typing events are delivered as often as the translator reports them; a user who leaves is not typing any more.
    private static func checkReported(_ arrivals: [LiveArrival], _ outcomes: [LiveOutcome]) throws {
        let translator = LiveTranslator<ChatModel>()
        var expected = 0
        for arrival in arrivals {
            let changes = try? translator.changes(of: arrival)
            try require((try? translator.changes(of: arrival)) == changes, "an event always means the same")
            for change in changes ?? [] {
                switch change {
                case .typing: expected += 1
                case .presence(_, _, let presence) where !presence.isPresent: expected += 1
                default: break
                }
            }
        }
        let reported = outcomes.count { if case .typing = $0 { true } else { false } }
        try require(reported == expected, "each typing event and each departure is delivered once")
    }

    private static func message(_ number: Int, at time: UInt64) -> LiveItem {
        let text = #"{"id":"n\#(number)","text":"t","createdAt":"2022-05-10T14:48:00.000Z"}"#
        let payload = (try? RawJSON(validating: Array(text.utf8))) ?? RawJSON(.null)
        let event = LiveEvent.message(publisher: "somebody", payload: payload)
        return .arrival(LiveArrival(channel: channel, through: channel, timetoken: time, event: event))
    }

    /// The client's events for an item.
    private static func arrivals(in item: [UInt8]) throws -> [LiveArrival] {
        let body = Array(#"{"t":{"t":"17","r":4},"m":["#.utf8) + item + Array("]}".utf8)
        let call = SubscribeEndpoints.subscribe(channels: ["a"])
        guard let page = try? call.decode(TransportResponse(status: 200, body: body)).get() else { return [] }
        return page.envelopes.compactMap { envelope in
            LiveArrival(ReceivedEvent(envelope, group: nil, page: page.cursor.timetoken, cryptor: nil))
        }
    }
}
