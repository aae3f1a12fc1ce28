import PubNubWire

/// What a client listens to, in the order it asked for it, with the names ready for a request.
package struct FeedList: Sendable, Equatable {
    /// Which of the two streams of a feed are wanted.
    struct Interest: Sendable, Equatable {
        var messages = false
        var presence = false
    }

    /// The list as a subscribe request carries it: escaped and joined once per change, not once per request.
    package struct Names: Sendable, Equatable {
        package var channels: NameList = []
        package var groups: NameList = []
    }

    package private(set) var feeds: [Feed] = []
    private var interests: [Feed: Interest] = [:]
    private(set) var names = Names()

    package var isEmpty: Bool { feeds.isEmpty }

    subscript(feed: Feed) -> Interest {
        interests[feed] ?? Interest()
    }

    /// The feeds whose messages are wanted; those are the ones in which the client is present.
    package private(set) var messageFeeds: [Feed] = []

    /// Whether this is a message of a feed whose messages are wanted.
    func wants(_ message: Envelope) -> Bool {
        let name = message.subscription ?? message.channel
        return self[Feed(name: name, isGroup: false)].messages || self[Feed(name: name, isGroup: true)].messages
    }

    mutating func update(_ changes: [(feed: Feed, interest: Interest)]) {
        for (feed, interest) in changes {
            let isWanted = interest != Interest()
            switch (interests[feed] != nil, isWanted) {
            case (false, true): feeds.append(feed)
            case (true, false): feeds.removeAll { $0 == feed }
            case (true, true), (false, false): break
            }
            interests[feed] = isWanted ? interest : nil
        }
        messageFeeds = feeds.filter { interests[$0]?.messages == true }
        names = FeedList.names(of: feeds, interests)
    }

    mutating func remove(_ removed: [Feed]) {
        update(removed.map { ($0, Interest()) })
    }

    /// Takes away what these names on the wire stand for: messages by the plain name, presence by the other.
    mutating func removeStreams(channels: [String], groups: [String]) {
        let (channels, groups) = (Set(channels), Set(groups))
        update(
            feeds.map { feed in
                let names = feed.isGroup ? groups : channels
                var interest = self[feed]
                if names.contains(feed.name) { interest.messages = false }
                if names.contains(PresenceName.make(feed.name)) { interest.presence = false }
                return (feed, interest)
            }
        )
    }

    private static func names(of feeds: [Feed], _ interests: [Feed: Interest]) -> Names {
        var channels: [String] = []
        var groups: [String] = []
        for feed in feeds {
            guard let interest = interests[feed] else { continue }
            var streams: [String] = []
            if interest.messages { streams.append(feed.name) }
            if interest.presence { streams.append(PresenceName.make(feed.name)) }
            if feed.isGroup { groups += streams } else { channels += streams }
        }
        return Names(channels: NameList(channels), groups: NameList(groups))
    }
}
