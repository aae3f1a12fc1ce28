@testable import PubNubChat

/// The responses to the requests of a backfill.
extension SimulatedService {
    typealias Model = VoidCustomData

    /// The number of messages or reactions in a page.
    static let page = 3

    func messages(on channel: String, in range: TimetokenRange, showsDeleted: Bool) -> BackfillPage<ChatMessage<Model>>
    {
        let all = (publications + (showsDeleted ? deleted : [])).filter { $0.channel == channel && range.has($0.at) }
        let found = all.sorted { $0.at < $1.at }.suffix(Self.page)
        let others = junk.filter { $0.channel == channel && range.has($0.at) }
        let oldest = found.first?.at
        var (items, faults): ([ChatMessage<Model>], [UnreadableItem]) = ([], [])
        for publication in found {
            do {
                items += try messages(of: publication)
            } catch {
                faults.append(UnreadableItem(error: error, timetoken: publication.at))
            }
        }
        faults += others.map { UnreadableItem(error: .missingRequiredData("id"), timetoken: $0.at) }
        let hasOlder = oldest.map { $0 > range.after + 1 } ?? false
        let timetokens = Set(found.map(\.at) + others.map(\.at))
        return BackfillPage(items: items, faults: faults, timetokens: timetokens, oldest: hasOlder ? oldest : nil)
    }

    func reactions(on channel: String, in range: TimetokenRange) -> BackfillPage<ChatMessageAction<Model>> {
        let all = publications.filter { $0.channel == channel }.flatMap { publication in
            publication.reactions.map { action($0, to: publication) }
        }
        let found = all.filter { range.has($0.actionTimetoken) }.sorted { $0.actionTimetoken < $1.actionTimetoken }
        let isCut = found.count > Self.page
        let items = Array(found.suffix(Self.page))
        return BackfillPage(items: items, oldest: isCut ? items.first?.actionTimetoken : nil)
    }

    func metadata(of channel: String) -> ChatChannel<Model.Channel>? {
        channels[channel].map { object in
            ChatChannel(
                id: channel,
                name: object.text,
                type: object.type ?? "default",
                updated: object.updated,
                eTag: object.eTag
            )
        }
    }

    func members(of channel: String) -> [ChatMember<Model>] {
        members.filter { $0.key.channel == channel }.sorted { $0.key.user < $1.key.user }.map { key, member in
            let user = users[key.user]
            return self.member(
                key,
                member,
                on: ChatChannel(id: channel),
                ChatUser(id: key.user, name: user?.text, updated: user?.updated, eTag: user?.eTag)
            )
        }
    }

    func presence(on channel: String) -> ChannelPresence {
        let here = present.filter { $0.key.channel == channel }.map { key, value in
            (key.user, value == 0 ? [:] : ["s": JSON.integer(Int64(value))])
        }
        return ChannelPresence(
            channelId: channel,
            states: Dictionary(here) { first, _ in first },
            isComplete: true
        )
    }

    /// The message as a local store reads it, with its reactions.
    private func messages(of publication: Publication) throws(ChatError) -> [ChatMessage<Model>] {
        var messages = try publication.read.get()
        for index in messages.indices {
            messages[index].messageActions = publication.reactions.map { action($0, to: publication) }
        }
        return messages
    }

    /// The messages of a publication without reactions.
    static func read(_ publication: Publication) -> Result<[ChatMessage<Model>], ChatError> {
        let arrival = LiveArrival(
            channel: publication.channel,
            through: publication.channel,
            timetoken: publication.at,
            event: .message(publisher: publication.author, payload: publication.payload)
        )
        return Result { () throws(ChatError) in
            try LiveTranslator<Model>().changes(of: arrival).compactMap { change in
                guard case .message(let message) = change else { return nil }
                return message
            }
        }
    }

    func action(_ reaction: Reaction, to publication: Publication) -> ChatMessageAction<Model> {
        ChatMessageAction(
            actionTimetoken: reaction.at,
            parentTimetoken: publication.at,
            sourceType: reaction.type,
            value: reaction.sent(to: publication),
            pubnubUserId: reaction.user,
            userModel: ChatUser(id: reaction.user),
            pubnubChannelId: publication.channel
        )
        // As clients without a cipher key read it.
        .opened(with: nil)
    }
}

extension TimetokenRange {
    func has(_ timetoken: Timetoken) -> Bool { timetoken > after && timetoken <= upTo }
}
