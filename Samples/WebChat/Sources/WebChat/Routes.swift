import Foundation
import Hummingbird
import PubNubChat

/// The requests of the page.
struct Routes: Sendable {
    let people: People

    private struct Entry: Decodable {
        let name: String
    }

    private struct Words: Decodable {
        let text: String
    }

    private struct Typing: Decodable {
        let isTyping: Bool
    }

    private struct Moment: Decodable {
        let timetoken: String
    }

    private struct Identity: ResponseEncodable {
        let name: String
        let rooms: [String]
    }

    private static let cookie = "person"
    private static let maxTextBytes = 4_000

    var router: Router<BasicRequestContext> {
        let router = Router()
        for (path, file, type) in [
            ("/", "index.html", "text/html; charset=utf-8"), ("/chat.js", "chat.js", "text/javascript"),
            ("/chat.css", "chat.css", "text/css"),
        ] {
            router.get("\(path)") { _, _ in try page(file, type) }
        }
        router.post("session") { request, context in try await enter(request, context) }
        router.get("session") { request, context in try await session(request, context) }
        router.get("rooms/:room/events") { request, context in try await events(request, context) }
        router.get("search") { request, _ in try await search(request) }
        addRoomActions(to: router)
        addMessageActions(to: router)
        return router
    }

    private func addRoomActions(to router: Router<BasicRequestContext>) {
        router.post("rooms/:room/messages") { request, context in
            let words = try await decode(Words.self, request, context)
            try await person(request).say(words.text, in: room(context))
            return HTTPResponse.Status.noContent
        }
        router.post("rooms/:room/read") { request, context in
            try await person(request).markRead(room(context))
            return HTTPResponse.Status.noContent
        }
        router.post("rooms/:room/typing") { request, context in
            let typing = try await decode(Typing.self, request, context)
            try await person(request).type(typing.isTyping, in: room(context))
            return HTTPResponse.Status.noContent
        }
        router.post("rooms/:room/older") { request, context in
            let moment = try await decode(Moment.self, request, context)
            guard let timetoken = UInt64(moment.timetoken), timetoken > 0 else { throw HTTPError(.badRequest) }
            try await person(request).fetchOlder(in: room(context), before: timetoken)
            return HTTPResponse.Status.noContent
        }
    }

    private func addMessageActions(to router: Router<BasicRequestContext>) {
        router.post("messages/:id/edit") { request, context in
            let words = try await decode(Words.self, request, context)
            try await person(request).edit(message(context), to: words.text)
            return HTTPResponse.Status.noContent
        }
        router.post("messages/:id/react") { request, context in
            let words = try await decode(Words.self, request, context)
            try await person(request).react(to: message(context), with: words.text)
            return HTTPResponse.Status.noContent
        }
        let actions: [String: @Sendable (Person, String) async throws -> Void] = [
            "delete": { try await $0.delete($1) }, "restore": { try await $0.restore($1) },
            "retry": { try await $0.retry($1) }, "discard": { try await $0.discard($1) },
        ]
        for (name, action) in actions {
            router.post("messages/:id/\(name)") { request, context in
                try await action(person(request), message(context))
                return HTTPResponse.Status.noContent
            }
        }
    }

    // MARK: Responses

    private func page(_ file: String, _ type: String) throws -> Response {
        guard let url = Bundle.module.url(forResource: file, withExtension: nil, subdirectory: "Page") else {
            throw HTTPError(.notFound)
        }
        var headers = HTTPFields()
        headers[.contentType] = type
        headers[.cacheControl] = "no-cache"
        headers[.contentSecurityPolicy] = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'"
        headers[.xContentTypeOptions] = "nosniff"
        let content = ByteBuffer(data: try Data(contentsOf: url))
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: content))
    }

    private func enter(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
        let entry = try await decode(Entry.self, request, context)
        do {
            let token = try await people.enter(entry.name)
            var response = Response(status: .noContent)
            response.setCookie(Cookie(name: Self.cookie, value: token, path: "/", httpOnly: true, sameSite: .strict))
            return response
        } catch let refusal as People.Refusal {
            throw HTTPError(.badRequest, message: refusal.reason)
        }
    }

    /// The person of the cookie; no content without a valid cookie.
    private func session(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
        guard let person = try? await person(request) else { return Response(status: .noContent) }
        return try Identity(name: person.name, rooms: Person.rooms).response(from: request, context: context)
    }

    private func events(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
        let limit = request.uri.queryParameters["limit"].flatMap { Int($0) } ?? 50
        let stream = EventStream(
            person: try await person(request),
            room: try room(context),
            limit: min(max(limit, 1), 1_000)
        )
        var headers = HTTPFields()
        headers[.contentType] = "text/event-stream"
        headers[.cacheControl] = "no-store"
        return Response(status: .ok, headers: headers, body: stream.body)
    }

    private func search(_ request: Request) async throws -> Response {
        let words = request.uri.queryParameters["q"].map { String($0) } ?? ""
        let found = try await person(request).search(words)
        let body = ByteBuffer(data: try JSONEncoder().encode(found))
        return Response(status: .ok, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: body))
    }

    // MARK: Arguments

    private func person(_ request: Request) async throws -> Person {
        let token = request.cookies[Self.cookie]?.value
        guard let person = await people.person(token) else { throw HTTPError(.unauthorized) }
        return person
    }

    private func room(_ context: BasicRequestContext) throws -> String {
        let room = try context.parameters.require("room")
        guard Person.rooms.contains(room) else { throw HTTPError(.notFound) }
        return room
    }

    private func message(_ context: BasicRequestContext) throws -> String { try context.parameters.require("id") }

    /// The JSON of a request, which a page of another origin cannot send without asking first.
    private func decode<Value: Decodable>(
        _ type: Value.Type,
        _ request: Request,
        _ context: BasicRequestContext
    ) async throws -> Value {
        guard request.headers[.contentType] == "application/json" else { throw HTTPError(.unsupportedMediaType) }
        let bytes = try await request.body.collect(upTo: 4 * Self.maxTextBytes)
        do {
            return try JSONDecoder().decode(type, from: Data(buffer: bytes))
        } catch {
            throw HTTPError(.badRequest)
        }
    }
}
