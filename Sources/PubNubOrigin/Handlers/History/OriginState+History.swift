import PubNubWire

extension Endpoint {
    static let history = Endpoint(.history, .right(.read, on: .channel), .storedRead { $0.history($1) })
    static let batchHistory = storage { $0.batchHistory($1) }
    static let historyWithActions = storage { $0.historyWithActions($1) }
    static let messageCounts = storage { $0.messageCounts($1) }
    static let historyDeletion = Endpoint(
        .history,
        .right(.delete, on: .channel),
        .change { state, call, _ in state.deleteHistory(call) }
    )

    private static func storage(_ read: @escaping @Sendable (OriginState, OriginCall) -> ReadOutcome) -> Endpoint {
        Endpoint(.history, .right(.read, on: .subscriptions), .storedRead(read))
    }
}

extension OriginState {
    /// One page of a channel's stored messages.
    func history(_ call: OriginCall) -> ReadOutcome {
        let page = limits.historyPage
        guard let range = Self.range(of: call, count: "count", default: page, limit: page) else {
            return .response(ErrorResponse.history("Invalid Arguments"))
        }
        let form = HistoryForm(
            timetokens: call.query.flag("include_token"),
            metadata: call.query.flag("include_meta"),
            // The JavaScript client sends the second name.
            quoted: call.query.flag("stringtoken") || call.query.flag("string_message_token")
        )
        let topic = Topic(keyset: call.keyset, name: call[.channel] ?? "")
        return .stored(.page(range, of: topic, form))
    }
}

/// Version 3 of the storage service: pages of several channels, counts, and removal.
extension OriginState {
    /// A page of each channel named. Where the call does not say how many, it is the newest message of each.
    func batchHistory(_ call: OriginCall) -> ReadOutcome {
        let channels = call.channels
        guard !channels.isEmpty, channels.count <= limits.historyChannels,
            let range = Self.range(
                of: call,
                count: "max",
                default: 1,
                limit: channels.count == 1 ? limits.historyPage : limits.batchHistoryPage
            )
        else { return .response(Self.invalidArguments) }
        let topics = channels.map { Topic(keyset: call.keyset, name: $0) }
        return .stored(.pages(range, of: topics, form(of: call)))
    }

    /// A page of one channel with the actions on its messages. Where the call does not say how many, it is as many as fit.
    func historyWithActions(_ call: OriginCall) -> ReadOutcome {
        let most = limits.batchHistoryPage
        guard let channel = call.channels.first, call.channels.count == 1,
            let range = Self.range(of: call, count: "max", default: most, limit: most)
        else { return .response(Self.invalidArguments) }
        let topic = Topic(keyset: call.keyset, name: channel)
        let page = ActionHistoryForm(
            form: form(of: call),
            actions: actions.byMessage(on: topic),
            asked: call.query.text("max").flatMap { Int($0) }.map { max(1, $0) },
            path: String(call.request.path),
            items: Self.contentItems(of: call)
        )
        return .stored(.pageWithActions(range, of: topic, page))
    }

    /// The items of a query that say what a page of history contains, as they were sent. Not those that identify or
    /// authorize the client: a response that contained a key or a signature would show it to others.
    private static func contentItems(of call: OriginCall) -> [String] {
        (call.request.query?.split(at: "&") ?? []).filter { item in
            let name = PercentEncoding.unescape(item.cut(at: "=").before) ?? ""
            return name.hasPrefix("include_") || name == "encode_channels"
        }
        .map(String.init)
    }

    private func form(of call: OriginCall) -> BatchHistoryForm {
        BatchHistoryForm(
            metadata: call.query.flag("include_meta"),
            publishers: call.query.flag("include_uuid"),
            kinds: call.query.flag("include_message_type"),
            customTypes: call.query.flag("include_custom_message_type"),
            escapesNames: call.query["encode_channels"] == nil || call.query.flag("encode_channels"),
            maxBytes: limits.historyBytes
        )
    }

    /// How many messages each channel has after a timetoken: one for all, or as many as there are channels.
    func messageCounts(_ call: OriginCall) -> ReadOutcome {
        let channels = call.channels
        let texts = call.query.text("channelsTimetoken").map { $0.split(at: ",").map(String.init) }
        let timetokens = (texts ?? call.query.text("timetoken").map { Array(repeating: $0, count: channels.count) })?
            .compactMap { Timetoken($0)?.rawValue }
        guard !channels.isEmpty, channels.count <= limits.countedChannels, let timetokens,
            timetokens.count == channels.count
        else { return .response(Self.invalidArguments) }
        let requests = zip(channels, timetokens).map { channel, timetoken in
            MessageCountRequest(topic: Topic(keyset: call.keyset, name: channel), timetoken: timetoken)
        }
        return .stored(.counts(requests, limit: limits.countedMessages))
    }

    /// Removes a channel's stored messages, all of them or those of a range, and the actions on them.
    mutating func deleteHistory(_ call: OriginCall) -> OriginResponse {
        guard let range = Self.range(of: call, count: nil, default: .max, limit: .max) else {
            return Self.invalidArguments
        }
        let removal = ArchiveChange.removal(range, of: Topic(keyset: call.keyset, name: call[.channel] ?? ""))
        apply(removal)
        // Every archive has messages.
        effects.changes.append(removal)
        return StorageResponse.ok
    }

    /// The range that a call's `start`, `end` and `reverse` give; nil if one of them is not a timetoken or the count not a
    /// number.
    static func range(
        of call: OriginCall,
        count name: String?,
        default standard: Int,
        limit: Int
    ) -> HistoryRange? {
        let bounds = ["start", "end"].map { name -> Timetoken?? in
            guard let text = call.query.text(name) else { return .some(nil) }
            return Timetoken(text).map { .some($0) }
        }
        let count = name.flatMap { call.query.text($0) }.map { Int($0) } ?? standard
        guard let start = bounds[0], let end = bounds[1], let count else { return nil }
        return HistoryRange(
            start: start?.rawValue,
            end: end?.rawValue,
            // Without it the order of the bounds decides, as recordings of the service show.
            reverse: call.query["reverse"] == nil ? nil : call.query.flag("reverse"),
            limit: min(max(1, count), limit)
        )
    }

    private static let invalidArguments = StorageResponse.refusal("Invalid Arguments")
}

/// The responses of version 3 of the storage service, which writes a space after every colon and comma.
enum StorageResponse {
    static let ok = OriginResponse(text: "{\(head(status: 200, isError: false))}")
    static let failed = OriginResponse(status: 500, text: "{\(head(status: 500, isError: true))}")

    /// Members, each with its JSON text.
    static func response(_ members: [(name: String, json: String)]) -> OriginResponse {
        let members = members.map { ", \"\($0.name)\": \($0.json)" }.joined()
        return OriginResponse(text: "{\(head(status: 200, isError: false))\(members)}")
    }

    static func unavailable(_ reason: String) -> OriginResponse {
        OriginResponse(status: 503, text: "{\(head(status: 503, isError: true, reason))}")
    }

    static func refusal(_ reason: String) -> OriginResponse {
        OriginResponse(status: 400, text: "{\(head(status: 400, isError: true, reason)), \"channels\": {}}")
    }

    private static func head(status: Int, isError: Bool, _ reason: String = "") -> String {
        "\"status\": \(status), \"error\": \(isError), \"error_message\": \(EnvelopeWriter.quoted(reason))"
    }
}
