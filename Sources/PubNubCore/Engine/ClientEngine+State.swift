import Foundation
import PubNubCodec
import PubNubMachines
import PubNubWire

extension ClientEngine {
    /// The state of the engine, under its lock.
    /// Waits for the end of all calls.
    struct DrainWaiter: Sendable {
        /// Whether it waits for the transfers of files as well.
        let includesTransfers: Bool
        let resume: @Sendable () -> Void
    }

    struct State {
        var machine: ClientMachine
        /// The latest settings of the application.
        var settings: ClientSettings {
            didSet {
                limits = RequestTimeouts(settings)
                if !keys.isOf(settings) { keys = Keyset(settings) }
                outboxLocation = OutboxState.Location(path: settings.outbox?.file?.path, keyset: keys.digest)
            }
        }
        private(set) var limits: RequestTimeouts
        /// The place of the outbox that the configuration sets.
        private(set) var outboxLocation: OutboxState.Location
        /// The keys of `settings`.
        private(set) var keys: Keyset
        /// The settings with which requests are built. A change of `settings` reaches these in the order of the
        /// actions, so a request that was decided on before the change is not sent with the new keys.
        var settingsInUse: ClientSettings
        /// The keys of `settingsInUse`.
        var keysInUse: Keyset
        /// Settings that the machine knows but requests are not built with yet, oldest first.
        var settingsToAdopt: [ClientSettings] = []
        /// The date, for requests that contain their time.
        let now: @Sendable () -> Date
        var builder: RequestBuilder
        /// The identifier with which requests are built.
        var identifierInUse: String
        /// The present TLS level.
        var security = SecurityLadder.Level.strict
        /// `nil` without a cipher key.
        var cryptor: MessageCipher?
        var calls: [RequestID: PendingCall] = [:]
        var changes: [UInt64: PendingChange] = [:]
        /// The calls that wait in line.
        var lineCalls: [CallLine.Ticket: LineCall] = [:]
        /// The settings of the last call that set any, which may wait in line.
        var settingsOfLastCall: ClientSettings
        /// Whether the application has set a valid configuration; until then the settings are those of the default one.
        var isConfigured: Bool
        /// Why the configuration of an application that has set no valid one was refused. No call uses the default one then.
        var refusedConfiguration: Failure?
        /// Why the client is not connected, if it neither is nor tries to be.
        var absence: Absence? = .neverConnected
        var lastChange: UInt64 = 0
        /// The messages of the outbox.
        var outbox: OutboxState
        /// The pauses before targets of iterations are asked for again.
        var iterationRetries: IterationRetries
        /// Called after a requested suspension with whether the client is suspended.
        var suspensionWaiters: [@Sendable (Bool) -> Void] = []
        /// State of this client by channel or group, sent when subscribing and with heartbeats.
        var presenceState: [SubscriptionTarget: JSON] = [:]
        /// How many first requests had succeeded when a subscription with state failed; `nil` before the first such failure.
        var joinsBeforeUnsentState: UInt64?
        /// The messages that wait on the callback queue and for iterations.
        var backlog = DeliveryBacklog()
        /// The iterations of subscriptions.
        var iterations = IterationTable()
        /// The events that wait for each iteration.
        var buffers: [UInt64: EventBuffer] = [:]
        /// The change in progress that subscribes targets of iterations; `nil` without one.
        var heldSubscription: SubscriptionChange?
        /// The first requests whose responses have confirmed targets of iterations.
        var confirmedJoins: UInt64 = 0
        /// The subscriptions that need each stream.
        var holders = SubscriptionReferences()
        /// Called when the changes for iterations in progress have ended.
        var iterationWaiters: [@Sendable () -> Void] = []
        /// Called when the changes for iterations that follow those in progress have ended.
        var nextIterationWaiters: [@Sendable () -> Void] = []
        /// The transfers of files in progress.
        var transfers: Set<RequestID> = []
        /// The number of calls in progress that consist of several requests.
        var compositeCalls = 0
        /// Those that wait until no call and no message of the outbox is left, by number.
        var drainWaiters: [UInt64: DrainWaiter] = [:]
        /// Whether the application has released or shut down the client.
        var isShutDown = false
        /// Whether nothing uses the engine any more.
        var hasEnded = false
        /// Actions that are not performed yet.
        var batch = ActionBatch()
        /// Empty; its memory is reused while another batch is performed.
        var spareBatch = ActionBatch()
        var isWatching = false
        var isPerforming = false

        /// Takes the actions to perform.
        mutating func takeBatch() -> ActionBatch {
            var taken = ActionBatch()
            // Two batches change places, so that neither has to allocate memory again once both have grown.
            swap(&taken, &spareBatch)
            swap(&taken, &batch)
            return taken
        }

        /// Returns a performed batch, whose memory takes the actions decided since. Empty in the end.
        mutating func exchange(_ done: inout ActionBatch) {
            swap(&done, &batch)
            isPerforming = !done.isEmpty
            if !isPerforming { swap(&done, &spareBatch) }
        }
    }
}
