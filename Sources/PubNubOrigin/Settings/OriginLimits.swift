import PubNubWire

/// The limits of the service, and limits that bound the memory of a server for any input of its clients.
/// The defaults are those of the public service if they are documented.
///
/// Limits of what clients and their calls leave in memory (``registeredChannels``, ``waitingNames``, ``occupants``, ``stateBytes``,
/// ``accessGrants``, ``actions``, ``allActionBytes``, ``objects`` and ``allObjectBytes``) hold for each keyset of
/// ``OriginConfiguration/keysets``. A server without such a list, whose clients may name any keyset, counts all of them together.
public struct OriginLimits: Sendable {
    /// Largest message body in bytes; a larger one is refused with `Message Too Large`. 32 KiB by default.
    public var messageBytes = 32 * 1024
    /// Largest signal in bytes; a larger one is refused with `Signal size too large`. 64 by default.
    public var signalBytes = 64
    /// Messages of each channel that are in memory for subscribers that catch up. 100 by default.
    public var messageBuffer = 100
    /// Whether a subscriber that is further behind than `messageBuffer` messages receives the older ones from history, page by page. True by
    /// default. False loses them, as the public service does: the subscriber continues with the newest `messageBuffer` messages.
    public var catchesUpFromHistory = true
    /// Messages in one subscribe response at most; the rest follow in the next. 100 by default.
    public var pageMessages = 100
    /// Longest name of a channel, group, object or client in Unicode scalars, without a suffix `-pnpres`, and longest key of a
    /// keyset in bytes. 92 by default.
    public var nameLength = 92
    /// Longest authorization key in a grant, in UTF-8 bytes. 512 by default.
    public var authorizationKeyLength = 512
    /// Messages in one page of history at most. 100 by default.
    public var historyPage = 100
    /// Most messages of each channel in one request for pages of several channels. 25 by default.
    public var batchHistoryPage = 25
    /// Bytes of messages, with their actions, in one response of version 3 of history: a page of several channels has fewer messages of a
    /// channel if those of all are larger, but at least one of each. Type, value and client of all actions on a message have as many bytes at
    /// most; a call that brings more is refused with 429. 8 MiB by default.
    public var historyBytes = 8 * 1024 * 1024
    /// Most channels in one request for history. 500 by default.
    public var historyChannels = 500
    /// Most channels in one request for message counts. 100 by default.
    public var countedChannels = 100
    /// Messages of each channel counted at most; the response says when there are more. 10,000 by default.
    public var countedMessages = 10_000
    /// The range in seconds of `heartbeat`; other values are moved to the nearest end. 20 to 300 by default.
    public var heartbeatRange: ClosedRange<Int> = ServiceLimits.heartbeatSeconds
    /// Seconds after which a silent client times out if its calls have no `heartbeat`. 300 by default.
    public var heartbeatDefault = 300
    /// How long a subscribe call waits before it gets a response without messages. 280 s by default.
    public var emptyResponseAfter: Duration = .seconds(280)
    /// Longest filter expression of a subscribe call or a list in UTF-8 bytes; a longer one is refused. 4 KiB by default.
    public var filterBytes = 4096
    /// How deep the parentheses and operators of a filter expression may be nested. 32 by default.
    public var filterDepth = 32
    /// Longest request target in bytes; a longer one is refused with 414. 32 KiB by default.
    public var maximumURLBytes = 32 * 1024
    /// Largest request body in bytes as sent; a larger one is refused with 413. 64 KiB by default.
    public var maximumBodyBytes = 64 * 1024
    /// Bytes in all headers of a request together, names and values; more are refused with 431. 32 KiB by default.
    public var maximumHeaderBytes = 32 * 1024
    /// Headers in a request; more are refused with 431. 100 by default.
    public var maximumHeaders = 100
    /// How long the head of a request may take to arrive, from its first byte. Then the request is refused with 408 and the
    /// connection closed. The first request of a connection has this time from the start of the connection. 20 s by default.
    public var headTimeout: Duration = .seconds(20)
    /// How long a request may take to arrive, from its first byte to the last byte of its body; then it is refused with 408 and the
    /// connection closed. Single bytes that arrive do not extend the time. 60 s by default.
    public var requestTimeout: Duration = .seconds(60)
    /// How long a connection may be open without a request, from the last response; then it is closed. A long poll is a request. The same
    /// time passes at most until the client has read enough responses for the server to serve a request that has arrived, and until it
    /// has read the response on a stream of HTTP/2. 180 s by default.
    public var idleTimeout: Duration = .seconds(180)
    /// How long a TLS handshake may take; then its connection is closed. 20 s by default.
    package var handshakeTimeout: Duration = .seconds(20)
    /// How long a server that has sent a connection's last response waits for the client to close it. 5 s by default.
    package var lingerTimeout: Duration = .seconds(5)
    /// Most open connections. For a further one the server closes the connection that has been without a request for longest; if
    /// all have one, it closes the further one. 10,000 by default.
    public var connections = 10_000
    /// Most open connections from one IPv4 address or one IPv6 network (64 bits); a further one is closed immediately. All clients of a proxy
    /// have the proxy's address, unless ``OriginConfiguration/proxies`` names it. Of a client that a proxy names in a header, so many requests may
    /// be in progress; a further one is refused with 429. 1,000 by default.
    public var connectionsPerAddress = 1000
    /// Whether the limits of each address hold for this machine as well. False by default: a proxy on the same machine serves
    /// clients of many addresses.
    public var limitsLoopback = false
    /// Bytes of memory that the requests of one HTTP/2 connection may take, and the same for its responses. A further request is
    /// refused with 429; a further response waits until the client has read others. 4 MiB by default.
    public var connectionBytes = 4 * 1024 * 1024
    /// Bytes of memory that all responses of 16 KiB or more take together until their clients have read them; a further one is replaced by 503
    /// with `Retry-After`. An address may take a quarter of it, a keyset half. 256 MiB by default.
    public var responseBytes = 256 * 1024 * 1024
    /// Bytes of one response; a longer one is replaced by 413, and its client has to ask for less. 16 MiB by default.
    public var maximumResponseBytes = 16 * 1024 * 1024
    /// Requests of one keyset in a second, on average; more are refused with 429 and `Retry-After`. nil, the default, has no limit.
    public var requestsPerSecondPerKeyset: Int?
    /// Requests of one keyset that may arrive at the same time after a pause. nil, the default, allows those of one second.
    public var requestBurstPerKeyset: Int?
    /// Requests from one address in a second, on average; more are refused with 429 and `Retry-After`. Addresses are distinguished as in
    /// `connectionsPerAddress`. nil, the default, has no limit.
    public var requestsPerSecondPerAddress: Int?
    /// Requests from one address that may arrive at the same time after a pause. nil, the default, allows those of one second.
    public var requestBurstPerAddress: Int?
    /// Channels in one channel group at most. 2,000 by default.
    public var channelsPerGroup = 2000
    /// Longest token of a device that is not Apple's, in UTF-8 bytes. 4,096 by default.
    public var deviceTokenLength = 4096
    /// Longest topic of a device of APNs by HTTP/2, in UTF-8 bytes. 256 by default.
    public var deviceTopicLength = 256
    /// Channels in all channel groups and on all devices registered for notifications together. 200,000 by default.
    public var registeredChannels = 200_000
    /// Channels and groups named in one request at most. 2,000 by default.
    public var channelsPerRequest = 2000
    /// Bytes from which a response is compressed for a client that accepts it. 1 KiB by default; nil never compresses.
    public var compressionThreshold: Int? = 1024
    /// Most channels with a catch-up buffer; the longest unused is dropped first. 20,000 by default.
    public var bufferedChannels = 20_000
    /// Bytes of all catch-up buffers together; the longest unused channel is dropped first.
    /// 256 MiB by default.
    public var bufferedBytes = 256 * 1024 * 1024
    /// Channels and groups that all waiting subscribe calls name together; a call that brings more is refused with 429.
    /// 1,000,000 by default.
    public var waitingNames = 1_000_000
    /// Clients in channels at most, each counted in every channel it is in; a call that brings more is refused with 429.
    /// 200,000 by default.
    public var occupants = 200_000
    /// Bytes of all clients' states together; a call that brings more is refused with 429. 64 MiB by default.
    public var stateBytes = 64 * 1024 * 1024
    /// Most messages of one channel in the history of a server without a data file. 10,000 by default.
    public var storedMessagesPerChannel = 10_000
    /// Bytes of the history of a server without a data file; the longest unused channel is dropped first.
    /// 256 MiB by default.
    public var storedBytes = 256 * 1024 * 1024
    /// Most stored grants, each on one target and for one key or every client; more are refused. 100,000 by default.
    public var accessGrants = 100_000
    /// Most revoked access tokens of one keyset that have not expired; a further revocation is refused with 429. 100,000 by default.
    public var revokedTokens = 100_000
    /// Type and value of a message action together, in bytes. 4 KiB by default.
    public var actionBytes = 4096
    /// Message actions in one page at most. 100 by default.
    public var actionPage = 100
    /// Message actions on one message at most; a call that brings more is refused with 429. 25,000 by default.
    public var actionsPerMessage = 25_000
    /// Message actions of all channels together; a call that brings more is refused with 429. 1,000,000 by default.
    public var actions = 1_000_000
    /// Bytes of memory that they take together; a call that brings more is refused with 429. 512 MiB by default.
    public var allActionBytes = 512 * 1024 * 1024
    /// Largest user, channel or membership, as JSON with everything that was set on it, in bytes. 32 KiB by default.
    public var objectBytes = 32 * 1024
    /// Users, channels or memberships in one page at most. 100 by default.
    public var objectPage = 100
    /// Users, channels and memberships together; a call that brings more is refused with 429. 1,000,000 by
    /// default.
    public var objects = 1_000_000
    /// Bytes of memory that they take together; a call that brings more is refused with 429. 1 GiB by default.
    public var allObjectBytes = 1024 * 1024 * 1024
    /// Memberships of one user at most; a call that brings more is refused with 429. A change of a user is published on each of its channels,
    /// so that the limit bounds what one call leads to. With referential integrity a user or channel that has more is not removed before
    /// its memberships are. 10,000 by default.
    public var membershipsPerUser = 10_000
    /// Largest file in bytes; a larger one is refused with 400. 5 MiB by default.
    public var fileSize = 5 * 1024 * 1024
    /// Bytes of all files together; an upload that brings more is refused with 403. 256 MiB by default.
    public var fileBytes = 256 * 1024 * 1024
    /// Files in one channel; an upload that brings more is refused with 403. 100,000 by default.
    public var filesPerChannel = 100_000
    /// Files in all channels together; an upload that brings more is refused with 403. 1,000,000 by default.
    public var files = 1_000_000
    /// Longest name of a file in UTF-8 bytes; the rest of a longer one is left out. 255 by default.
    public var fileNameBytes = 255
    /// Uploads of files in progress, from the first byte of a form to its response; a further one is refused with 503 and `Retry-After`. 512 by
    /// default.
    public var fileUploads = 512
    /// Uploads in progress from one address; a further one is refused with 503 and `Retry-After`. Addresses are distinguished as in
    /// `connectionsPerAddress`. 64 by default.
    public var fileUploadsPerAddress = 64
    /// Bytes of memory that the forms of all uploads in progress take together. Without a data file a further one is refused with 503 and
    /// `Retry-After`, and an address that has an upload in progress may take a quarter of it. With one, forms are on the disk while they arrive, and
    /// an upload is read as fast as the disk writes it. 128 MiB by default.
    public var fileUploadBytes = 128 * 1024 * 1024
    /// How long an upload may take to arrive, from the first byte of its request to the last one of its body, in place of `requestTimeout`; then
    /// it is refused with 408. 5 minutes by default. The form of an upload is valid for 60 s to start it.
    public var fileUploadTime: Duration = .seconds(300)
    /// Downloads in progress of files of more than 64 KiB. Each takes one file descriptor and 64 KiB of memory until its client has read it; a
    /// further one is refused with 503 and `Retry-After`. 512 by default.
    public var fileDownloads = 512
    /// Such downloads in progress from one address; a further one is refused with 503 and `Retry-After`. Addresses are distinguished as in
    /// `connectionsPerAddress`. 64 by default.
    public var fileDownloadsPerAddress = 64
    /// Clients in a channel up to which every join and leave is announced. Beyond it only interval events are sent,
    /// and only when `presenceInterval` is set. nil, the default, announces all.
    public var announceMaximum: Int?
    /// How often a channel beyond `announceMaximum` announces its occupancy. nil, the default, never.
    public var presenceInterval: Duration?
    /// How long after a change of presence its event is published: a client that sends a heartbeat just before its first subscribe call receives its own
    /// join. Here-now has the change immediately. 0 to 10 s, 300 ms by default; the public service takes 0.4 to 1.3 s, so that
    /// clients which visit a channel for less than that miss each other there. Tests that wait for joins may set 0.
    public var presenceAnnouncementDelay: Duration = .milliseconds(300)

    /// Limits as the public service has them, and room for a small deployment.
    public init() {}
}
