import PubNubMachines

/// How many messages may wait for the application in a whole run.
struct BacklogTraits: Equatable, Sendable {
    var limit = DeliveryBacklog.limit
    var rest = DeliveryBacklog.rest

    var machine: DeliveryBacklog { DeliveryBacklog(limit: limit, rest: rest) }
}
