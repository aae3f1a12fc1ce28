@testable import PubNubMachines

/// The number of messages that may wait for the application in a whole run.
struct BacklogTraits: Equatable, Sendable {
    var limit = DeliveryBacklog.limit
    var rest = DeliveryBacklog.rest

    var machine: DeliveryBacklog { DeliveryBacklog(limit: limit, rest: rest) }
}
