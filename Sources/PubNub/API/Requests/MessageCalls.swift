package import PubNubCore
package import PubNubMachines
package import PubNubWire

// The calls of the requests for message actions, stored messages and signals.

extension PNAddMessageActionRequest: CallRequest {
    package func call(for identifier: String) throws(Failure) -> Call<PNMessageAction> {
        let message = try Validation.actionTarget(messageTimetoken, "messageTimetoken")
        try Validation.check(actionType: type, value)
        let channel = try Validation.channel(channel)
        return MessageActionEndpoints.add(type, value, to: message, on: channel).map { PNMessageAction($0) }
    }
}

extension PNRemoveMessageActionRequest: CallRequest {
    package func call(for identifier: String) throws(Failure) -> Call<Void> {
        let message = try Validation.actionTarget(messageTimetoken, "messageTimetoken")
        let action = try Validation.actionTarget(actionTimetoken, "actionTimetoken")
        let channel = try Validation.channel(channel)
        return MessageActionEndpoints.remove(action, from: message, on: channel)
    }
}

extension PNFetchMessageActionsRequest: CallRequest {
    package func call(for identifier: String) throws(Failure) -> Call<ObjectList<PNMessageAction>> {
        guard limit <= UInt(ServiceLimits.actionsPage) else {
            throw Failure(input: "'limit' is more than \(ServiceLimits.actionsPage).")
        }
        return MessageActionEndpoints.actions(
            on: try Validation.channel(channel),
            start: try start.map { number throws(Failure) in try Validation.actionTarget(number, "start") },
            end: try end.map { number throws(Failure) in try Validation.actionTarget(number, "end") },
            limit: Int(limit)
        )
        .map { list in list.map { PNMessageAction($0) } }
    }
}

extension PNHistoryFetchRequest: CallRequest {
    package func call(for identifier: String) throws(Failure) -> Call<StoredPage> {
        guard !channels.isEmpty else { throw Failure(unsent: ErrorCode.channelMissing) }
        for channel in channels { _ = try Validation.channel(channel) }
        guard !includeMessageActions || channels.count == 1 else {
            throw Failure(input: "Actions can be requested for the messages of one channel only.")
        }
        let isSmall = includeMessageActions || channels.count > 1
        let limit = isSmall ? ServiceLimits.batchHistoryPage : ServiceLimits.historyPage
        guard max <= UInt(limit) else { throw Failure(input: "'max' is more than \(limit).") }
        let query = StoredPage.Query(
            start: try start.map { number throws(Failure) in try Validation.actionTarget(number, "start") },
            end: try end.map { number throws(Failure) in try Validation.actionTarget(number, "end") },
            limit: max == 0 ? limit : Int(max),
            includesMetadata: includeMetadata,
            includesKinds: includeMessageType,
            includesPublishers: includeUUID,
            includesActions: includeMessageActions
        )
        return HistoryEndpoints.stored(on: NameList(channels), query)
    }
}

extension PNHistoryMessagesCountRequest: CallRequest {
    package func call(for identifier: String) throws(Failure) -> Call<[NameKey: Int]> {
        guard !channels.isEmpty else { throw Failure(unsent: ErrorCode.channelMissing) }
        for channel in channels { _ = try Validation.channel(channel) }
        guard timetokens.count == 1 || timetokens.count == channels.count else {
            throw Failure(input: "'timetokens' needs one timetoken, or one for each channel.")
        }
        var bounds: [Timetoken] = []
        for timetoken in timetokens { bounds.append(try Validation.actionTarget(timetoken, "timetokens")) }
        return HistoryEndpoints.counts(on: NameList(channels), after: bounds)
    }
}

extension PNHistoryMessagesDeleteRequest: CallRequest {
    package func call(for identifier: String) throws(Failure) -> Call<Void> {
        HistoryEndpoints.deletion(
            of: try Validation.channel(channel),
            start: try start.map { number throws(Failure) in try Validation.actionTarget(number, "start") },
            end: try end.map { number throws(Failure) in try Validation.actionTarget(number, "end") }
        )
    }
}

extension PNSignalRequest: CallRequest {
    package func call(for identifier: String) throws(Failure) -> Call<Timetoken> {
        let channel = try Validation.channel(channel)
        try Validation.customType(customMessageType)
        let payload = try JSONBridge.json(message).bytes
        try Validation.check(signal: payload)
        return MessagingEndpoints.signal(payload: payload, channel: channel, type: customMessageType)
    }
}
