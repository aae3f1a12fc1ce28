import PubNubMachines
package import PubNubWire

// The calls of the requests for message actions, stored messages and signals.

extension PNAddMessageActionRequest: CallRequest {
    package func call(for identifier: String) throws(PNError) -> Call<PNMessageAction> {
        let message = try Validation.actionTarget(messageTimetoken, "messageTimetoken")
        guard !type.isEmpty else { throw PNError(input: "'type' is missing.") }
        guard type.utf16.count <= ServiceLimits.maxActionType else {
            throw PNError(input: "'type' has more than \(ServiceLimits.maxActionType) characters.")
        }
        guard !value.isEmpty else { throw PNError(input: "'value' is missing.") }
        let channel = try Validation.channel(PNChannel(name: channel)).name
        return MessageActionEndpoints.add(type, value, to: message, on: channel)
    }
}

extension PNRemoveMessageActionRequest: CallRequest {
    package func call(for identifier: String) throws(PNError) -> Call<Void> {
        let message = try Validation.actionTarget(messageTimetoken, "messageTimetoken")
        let action = try Validation.actionTarget(actionTimetoken, "actionTimetoken")
        let channel = try Validation.channel(PNChannel(name: channel)).name
        return MessageActionEndpoints.remove(action, from: message, on: channel)
    }
}

extension PNFetchMessageActionsRequest: CallRequest {
    package func call(for identifier: String) throws(PNError) -> Call<ObjectList<PNMessageAction>> {
        guard limit <= UInt(ServiceLimits.actionsPage) else {
            throw PNError(input: "'limit' is more than \(ServiceLimits.actionsPage).")
        }
        return MessageActionEndpoints.actions(
            on: try Validation.channel(PNChannel(name: channel)).name,
            start: try start.map { number throws(PNError) in try Validation.actionTarget(number, "start") },
            end: try end.map { number throws(PNError) in try Validation.actionTarget(number, "end") },
            limit: Int(limit)
        )
    }
}

extension PNHistoryFetchRequest: CallRequest {
    package func call(for identifier: String) throws(PNError) -> Call<StoredPage> {
        guard !channels.isEmpty else { throw PNError(code: kPNMessageHasNoChannelError) }
        for channel in channels { _ = try Validation.channel(PNChannel(name: channel)) }
        guard !includeMessageActions || channels.count == 1 else {
            throw PNError(input: "Actions can be requested for the messages of one channel only.")
        }
        let isSmall = includeMessageActions || channels.count > 1
        let limit = isSmall ? ServiceLimits.batchHistoryPage : ServiceLimits.historyPage
        guard max <= UInt(limit) else { throw PNError(input: "'max' is more than \(limit).") }
        let query = StoredPage.Query(
            start: try start.map { number throws(PNError) in try Validation.actionTarget(number, "start") },
            end: try end.map { number throws(PNError) in try Validation.actionTarget(number, "end") },
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
    package func call(for identifier: String) throws(PNError) -> Call<[String: Int]> {
        guard !channels.isEmpty else { throw PNError(code: kPNMessageHasNoChannelError) }
        for channel in channels { _ = try Validation.channel(PNChannel(name: channel)) }
        guard timetokens.count == 1 || timetokens.count == channels.count else {
            throw PNError(input: "'timetokens' needs one timetoken, or one for each channel.")
        }
        var bounds: [Timetoken] = []
        for timetoken in timetokens { bounds.append(try Validation.actionTarget(timetoken, "timetokens")) }
        return HistoryEndpoints.counts(on: NameList(channels), after: bounds)
    }
}

extension PNHistoryMessagesDeleteRequest: CallRequest {
    package func call(for identifier: String) throws(PNError) -> Call<Void> {
        HistoryEndpoints.deletion(
            of: try Validation.channel(PNChannel(name: channel)).name,
            start: try start.map { number throws(PNError) in try Validation.actionTarget(number, "start") },
            end: try end.map { number throws(PNError) in try Validation.actionTarget(number, "end") }
        )
    }
}

extension PNSignalRequest: CallRequest {
    package func call(for identifier: String) throws(PNError) -> Call<Timetoken> {
        let channel = try Validation.channel(PNChannel(name: channel)).name
        let payload = try JSONBridge.value(message).serialized()
        guard payload.count <= ServiceLimits.maxSignalBytes else {
            let limit = ServiceLimits.maxSignalBytes
            throw PNError(input: "The signal has more than \(limit) bytes as JSON.", code: kPNTooLongMessageError)
        }
        return MessagingEndpoints.signal(payload: payload, channel: channel, type: customMessageType)
    }
}
