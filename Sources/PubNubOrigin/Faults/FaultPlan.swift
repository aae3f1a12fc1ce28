/// The faults that an origin injects. They are deterministic, so a test with a plan has the same result in every run.
public struct FaultPlan: Sendable, Equatable {
    /// The rules, in order. Each rule counts the requests that it matches; the first rule that applies determines the fault.
    public var rules: [FaultRule]
    /// The number of next connections that are closed as soon as they are accepted. 0 by default.
    public var refusedConnections: Int

    /// Creates a plan, by default one without faults.
    public init(rules: [FaultRule] = [], refusedConnections: Int = 0) {
        self.rules = rules
        self.refusedConnections = refusedConnections
    }
}

/// A rule that matches requests and determines their fault.
public struct FaultRule: Sendable, Equatable {
    /// The matching requests that get the fault, counted from 1.
    public enum Occurrence: Sendable, Equatable {
        /// All matching requests.
        case always
        /// Only the request with this number.
        case nth(Int)
        /// This number of requests, from the first one on.
        case first(Int)
        /// Each request whose number is a multiple of this one.
        case every(Int)

        func includes(_ count: Int) -> Bool {
            switch self {
            case .always: true
            case .nth(let number): count == number
            case .first(let number): count <= number
            case .every(let number): number > 0 && count % number == 0
            }
        }
    }

    /// The family of calls; nil matches all requests, including those without a route.
    public var family: FaultFamily?
    /// A channel or group that the request names; nil matches all.
    public var channel: String?
    /// The matching requests that get the fault.
    public var occurrence: Occurrence
    /// The fault.
    public var action: FaultAction

    /// Creates a rule for requests of one family, or all, that name one channel, or any.
    public init(
        _ action: FaultAction,
        family: FaultFamily? = nil,
        channel: String? = nil,
        occurrence: Occurrence = .always
    ) {
        self.action = action
        self.family = family
        self.channel = channel
        self.occurrence = occurrence
    }
}

/// A family of calls that a rule can match.
public enum FaultFamily: String, Sendable, Hashable, CaseIterable {
    /// Time requests.
    case time
    /// Publishing, by GET or POST, and signals.
    case publish
    /// Long polls of both versions.
    case subscribe
    /// Leave requests.
    case leave
    /// Heartbeats.
    case heartbeat
    /// Stored messages: pages, counts and removal.
    case history
    /// Message actions.
    case messageActions
    /// Here-now and where-now.
    case hereNow
    /// State of clients.
    case state
    /// Channel groups and namespaces.
    case registry
    /// Devices registered for notifications.
    case push
    /// Giving and listing access rights, issuing and revoking access tokens.
    case accessManager
    /// App Context: metadata, memberships and members.
    case objects
    /// Files: addresses, uploads, lists, content and removal. The message about a file belongs to `publish`.
    case files
}

/// The fault of a request.
public indirect enum FaultAction: Sendable, Equatable {
    /// The server processes the request and sends the response this much later.
    case delay(Duration)
    /// The server closes the connection without processing the request.
    case drop
    /// The server processes the request and closes the connection without a response.
    case dropResponse
    /// The server processes the request and closes the connection after this many bytes of the response's body.
    case truncate(bytes: Int)
    /// The server does not process the request. The response has a status and a body; nil means a body that names the status.
    case status(Int, body: String? = nil)
    /// The server resets the connection (RST) without processing the request.
    case reset
    /// The server processes the request; the response declares gzip although its body is not compressed.
    case wrongEncoding
    /// The server processes the request and sends the response's body in pieces of this many bytes, with a pause before each.
    case slow(bytes: Int, every: Duration)
}
