import PubNubMachines

/// A change of the subscription list that has not been reported: the application's objects and its completion closure.
struct PendingChange: Sendable {
    /// What each of the objects stands for.
    let entries: [SubscriptionChange.Entry]
    let objects: [any PNChannelProtocol]
    /// nil when the call had no closure.
    let completion: Completion?

    /// The objects for these feeds in the order of the call. Of objects that stand for the same, the last one.
    func objects(for feeds: [Feed]) -> [any PNChannelProtocol] {
        struct Part: Hashable {
            let feed: Feed
            let messages: Bool
        }
        let feeds = Set(feeds)
        var places: [Part: Int] = [:]
        var result: [any PNChannelProtocol] = []
        for (entry, object) in zip(entries, objects) where feeds.contains(entry.feed) {
            let part = Part(feed: entry.feed, messages: entry.messages)
            if let place = places[part] {
                result[place] = object
            } else {
                places[part] = result.count
                result.append(object)
            }
        }
        return result
    }
}
