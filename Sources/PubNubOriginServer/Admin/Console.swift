import PubNubOrigin
import PubNubWire

/// The console: a page for browsers, and the JSON API behind it.
///
/// The page speaks to the public listener with a client of its own, and to this API for what the protocol does not say. No response
/// has a secret key, an authorization key or the content of a message. The only token in a response is one that was just issued.
struct Console: Sendable {
    /// The largest body of a request, in bytes.
    static let maxBodyBytes = 64 * 1024

    let mode: OriginAdmin.Console
    let monitor: OriginMonitor
    let configuration: OriginConfiguration
    let files: ConsoleFiles
    /// The records of requests for ``ConsoleCall/requests``.
    let feed: RequestFeed

    /// How to serve a call.
    func reply(to request: AdminRequest, _ call: ConsoleCall) -> AdminReply {
        guard call.methods.contains(request.method) else { return .response(.notAllowed(call.methods)) }
        if let refusal = refusal(of: request, call) { return .response(refusal) }
        guard call == .requests else { return .later { await self.response(to: request, call) } }
        do throws(ConsoleError) {
            let query = request.query
            return .requests(try RequestFilter(query), after: query["after"].flatMap { UInt64($0) })
        } catch {
            return .response(error.response)
        }
    }

    /// Why a call is refused; nil if it is not. Pages of other sites cannot read responses, but would take the places of streams.
    private func refusal(of request: AdminRequest, _ call: ConsoleCall) -> AdminResponse? {
        guard !request.isOfOtherSite else { return .error(403, "Pages of other sites may not use the console.") }
        guard request.method != "GET", request.method != "HEAD" else { return nil }
        guard request.declaresJSON else { return .error(415, "The body has to be application/json.") }
        guard mode == .full || !call.changes(request.method) else {
            return .error(403, "The console is read-only.")
        }
        return nil
    }

    private func response(to request: AdminRequest, _ call: ConsoleCall) async -> AdminResponse {
        do throws(ConsoleError) {
            return AdminResponse(json: try await json(for: request, call))
        } catch {
            return error.response
        }
    }

    private func json(for request: AdminRequest, _ call: ConsoleCall) async throws(ConsoleError) -> JSON {
        guard let serving = monitor.serving else {
            throw ConsoleError(503, "The server does not serve.")
        }
        switch call {
        case .server: return server(serving)
        case .keysets: return try keysets(serving, request.query)
        case .channels: return try channels(serving, request.query)
        case .connections: return try connections(serving, request.query)
        case .faults:
            guard request.method == "PUT" else { return faults(serving) }
            return try setFaults(serving, try ConsoleInput(request))
        case .grant: return try await grant(serving, try ConsoleInput(request))
        case .access: return try access(serving, request.query)
        case .accessCheck: return try accessCheck(serving, try ConsoleInput(request))
        case .tokenGrant: return try issuedToken(serving, try ConsoleInput(request))
        case .tokenRevoke: return try await revokeToken(serving, try ConsoleInput(request))
        case .tokenParse: return try parsedToken(serving, try ConsoleInput(request))
        case .requests: throw ConsoleError(404, "There is no such path.")
        }
    }
}

/// A path of the console's API.
enum ConsoleCall: String, CaseIterable, Sendable {
    case server, keysets, channels, connections, requests, faults, grant, access
    case accessCheck = "access/check"
    case tokenGrant = "token/grant"
    case tokenRevoke = "token/revoke"
    case tokenParse = "token/parse"

    /// The call of a path; nil for an unknown path.
    init?(path: String) {
        let prefix = "/v1/"
        guard path.hasPrefix(prefix), let call = ConsoleCall(rawValue: String(path.dropFirst(prefix.count))) else {
            return nil
        }
        self = call
    }

    /// The methods of the path.
    var methods: [String] {
        switch self {
        case .server, .keysets, .channels, .connections, .requests, .access: ["GET", "HEAD"]
        case .faults: ["GET", "HEAD", "PUT"]
        case .grant, .accessCheck, .tokenGrant, .tokenRevoke, .tokenParse: ["POST"]
        }
    }

    /// Whether a call with a method changes the server.
    func changes(_ method: String) -> Bool {
        switch self {
        case .grant, .tokenGrant, .tokenRevoke: true
        case .faults: method == "PUT"
        case .server, .keysets, .channels, .connections, .requests, .access, .accessCheck, .tokenParse: false
        }
    }
}

/// Why a call of the console's API is refused.
struct ConsoleError: Error, Equatable {
    let status: Int
    let message: String

    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }

    var response: AdminResponse { .error(status, message) }
}

/// A page of a list that is ordered by name.
struct ConsolePage {
    /// The most entries of a page, and how many it has if the request does not say.
    static let most = 1000
    static let usual = 100

    let limit: Int
    /// The name after which the page begins; nil for the first page.
    let cursor: String?

    /// The page that the items `limit` and `cursor` of a query ask for.
    init(_ query: OriginQuery) throws(ConsoleError) {
        if let text = query.text("limit") {
            guard let limit = Int(text), (1...Self.most).contains(limit) else {
                throw ConsoleError(400, "'limit' takes a number from 1 to \(Self.most).")
            }
            self.limit = limit
        } else {
            limit = Self.usual
        }
        cursor = query.text("cursor")
    }

    /// The names on the page in their order, and the cursor of the next one; nil after the last page.
    func names(of all: some Sequence<String>) -> (page: [String], next: String?) {
        let rest = cursor.map { cursor in all.filter { cursor.precedesInBytes($0) } } ?? Array(all)
        let page = Array(rest.sorted { $0.precedesInBytes($1) }.prefix(limit))
        return (page, rest.count > limit ? page.last : nil)
    }
}

/// The members of a JSON object that a client sent. A member that the call does not have is an error.
struct ConsoleInput {
    private let members: [String: JSON]

    init(_ request: AdminRequest) throws(ConsoleError) {
        let value: JSON
        do throws(JSONError) {
            value = try JSON(parsing: request.body)
        } catch {
            throw ConsoleError(400, "The body is not JSON.")
        }
        try self.init(value, "The body")
    }

    /// - Parameters:
    ///   - value: The object.
    ///   - label: The name of the object in errors.
    /// - Throws: ``ConsoleError`` if the value is not an object.
    init(_ value: JSON, _ label: String) throws(ConsoleError) {
        guard case .object(let members) = value else { throw ConsoleError(400, "\(label) has to be a JSON object.") }
        self.members = members
    }

    /// Checks that the object has only these members.
    func check(_ names: [String]) throws(ConsoleError) {
        guard let other = members.keys.sorted().first(where: { !names.contains($0) }) else { return }
        let shown = other.utf8.count <= 40 ? "'\(other)' is" : "A member is"
        throw ConsoleError(400, "\(shown) unknown. Known are: \(names.joined(separator: ", ")).")
    }

    /// A member; nil if it is missing or null.
    subscript(name: String) -> JSON? {
        guard let member = members[name], !member.isNull else { return nil }
        return member
    }

    /// A string; nil if it is missing.
    func string(_ name: String) throws(ConsoleError) -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.string else { throw ConsoleError(400, "'\(name)' takes a string.") }
        return text
    }

    /// A string that must not be empty.
    func required(_ name: String) throws(ConsoleError) -> String {
        guard let text = try string(name), !text.isEmpty else { throw ConsoleError(400, "'\(name)' is missing.") }
        return text
    }

    /// A truth value; false if it is missing.
    func flag(_ name: String) throws(ConsoleError) -> Bool {
        guard let value = self[name] else { return false }
        guard let flag = value.bool else { throw ConsoleError(400, "'\(name)' takes true or false.") }
        return flag
    }

    /// A whole number in a range; nil if it is missing.
    func integer(_ name: String, _ range: ClosedRange<Int>) throws(ConsoleError) -> Int? {
        guard let value = self[name] else { return nil }
        guard let number = value.int64Value.flatMap({ Int(exactly: $0) }), range.contains(number) else {
            throw ConsoleError(400, "'\(name)' takes a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    /// Seconds from 0 to a limit; nil if the member is missing.
    func seconds(_ name: String, most: Double) throws(ConsoleError) -> Duration? {
        guard let value = self[name] else { return nil }
        guard let number = value.double, (0...most).contains(number) else {
            throw ConsoleError(400, "'\(name)' takes seconds from 0 to \(Int(most)).")
        }
        return .seconds(number)
    }

    /// Names, without the empty one; none if the member is missing.
    func names(_ name: String) throws(ConsoleError) -> [String] {
        guard let value = self[name] else { return [] }
        guard let elements = value.array else { throw ConsoleError(400, "'\(name)' takes an array of strings.") }
        var names: [String] = []
        for element in elements {
            // In the wire format a comma separates names.
            guard let text = element.string, !text.isEmpty, !text.utf8.contains(UInt8(ascii: ",")) else {
                throw ConsoleError(400, "'\(name)' takes an array of strings without commas.")
            }
            names.append(text)
        }
        return names
    }
}

extension JSON {
    /// A string, or null without one.
    static func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
}
