import PubNubWire

/// The service's refusals, as it words them.
enum ErrorResponse {
    static let notFound = balancer(404, "Not Found")
    static let entityTooLarge = balancer(413, "Request Entity Too Large")
    static let uriTooLong = balancer(414, "Request URI Too Long")
    static let headersTooLarge = balancer(431, "Request Header Fields Too Large")
    static let requestTimeout = balancer(408, "Request Timeout")
    static let tooManyRequests = balancer(429, "Too Many Requests")
    static let tooManyOccupants = object(429, "Presence", "Too Many Occupants")
    static let tooManyStates = object(429, "Presence", "Too Much State")
    static let tooManyWaiting = object(429, "PubSub", "Too Many Waiting Calls")
    static let badRequest = balancer(400, "Bad Request")
    /// The refusal of an expectation other than `100-continue`, without a body.
    static let expectationFailed = OriginResponse(status: 417, body: [])
    /// The refusal of a body in an encoding other than gzip, with the one that is accepted.
    static let unsupportedCoding = {
        var response = balancer(415, "Unsupported Media Type")
        response.headers = [HeaderField(name: "Accept-Encoding", value: "gzip")]
        return response
    }()
    static let responseTooLarge = balancer(
        413,
        "Response Too Large: ask for fewer channels, objects or messages at a time"
    )
    /// The refusal of a response for whose bytes the server has no memory at present.
    static let noMemoryForResponse = {
        var response = balancer(503, "Too many responses wait to be read. Send the request again later.")
        response.headers = [HeaderField(name: "Retry-After", value: "1")]
        return response
    }()
    static let noValidChannels = PresenceResponse.object(status: 400, message: "No valid channels specified")
    static let emptyGroups = pubSub("Channel group or groups result in empty subscription set")
    static let invalidTimetoken = pubSub("Invalid Timetoken")
    static let storageFailed = object(500, "PubSub", "Internal Server Error")

    /// The refusal of a method that a path does not have, with those that it has.
    static func methodNotAllowed(_ allowed: [String]) -> OriginResponse {
        var response = balancer(405, "Method Not Allowed")
        let methods = allowed + ["OPTIONS"]
        response.headers = [HeaderField(name: "Allow", value: methods.joined(separator: ", "))]
        return response
    }

    /// The refusal of a request whose keyset another part of the cluster has. It does not repeat the key.
    static func misdirected(_ subscribeKey: String, _ partition: ClusterPartition) -> OriginResponse {
        let number = ClusterPartition.number(serving: subscribeKey, of: partition.count)
        return balancer(
            421,
            "Misdirected Request: partition \(number) of \(partition.count) serves the subscribe key, "
                + "and this server is one of partition \(partition.number)"
        )
    }

    /// A refusal of the files service.
    static func files(_ status: Int, code: Int, _ message: String) -> OriginResponse {
        var response = OriginResponse(
            status: status,
            text: "{\"status\":\(status),\"error\":{\"message\":\(EnvelopeWriter.quoted(message)),\"source\":\"Files\","
                + "\"code\":\(code)}}"
        )
        response.contentType = "application/json"
        return response
    }

    static func invalidSubscribeKey(channels: [String]) -> OriginResponse {
        let names = channels.map(EnvelopeWriter.quoted).joined(separator: ",")
        let payload = channels.isEmpty ? "" : "\"payload\":{\"channels\":[\(names)]},"
        return accessManager(
            "{\"message\":\"Invalid Subscribe Key\",\(payload)\"error\":true,\"service\":\"Access Manager\",\"status\":400}"
        )
    }

    /// The refusal of a request that comes too early, with the time after which it may come.
    static func tooManyRequests(retryAfter pause: Duration) -> OriginResponse {
        var response = tooManyRequests
        let (seconds, rest) = pause.components
        response.headers = [HeaderField(name: "Retry-After", value: "\(max(1, seconds + (rest > 0 ? 1 : 0)))")]
        return response
    }

    /// With the status that the service has of its own for this.
    static func malformedFilter(_ error: FilterError) -> OriginResponse { object(481, "PubSub", error.message) }

    static func unavailable(_ message: String) -> OriginResponse { object(503, "PubSub", message) }

    static func pubSub(_ message: String) -> OriginResponse { object(400, "PubSub", message) }

    /// The body of an injected status for which none was given.
    static func injected(_ status: Int) -> OriginResponse { balancer(status, "Injected Fault") }

    /// The response to a refused publish: 0, the reason and a timetoken.
    static func publish(_ reason: String, timetoken: UInt64, status: Int = 400) -> OriginResponse {
        OriginResponse(status: status, text: "[0,\"\(reason)\",\"\(timetoken)\"]")
    }

    static func history(_ reason: String) -> OriginResponse {
        OriginResponse(status: 400, text: "[[\"\(reason)\"],0,0]")
    }

    private static func accessManager(_ text: String) -> OriginResponse {
        var response = OriginResponse(status: 400, text: text + "\n")
        response.contentType = "text/javascript; charset=UTF-8"
        return response
    }

    private static func balancer(_ status: Int, _ message: String) -> OriginResponse {
        var response = object(status, "Balancer", message)
        response.contentType = "text/javascript; charset=UTF-8"
        return response
    }

    private static func object(_ status: Int, _ service: String, _ message: String) -> OriginResponse {
        let message = EnvelopeWriter.quoted(message)
        return OriginResponse(
            status: status,
            text: "{\"status\":\(status),\"service\":\"\(service)\",\"error\":true,\"message\":\(message)}"
        )
    }
}
