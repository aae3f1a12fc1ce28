import Foundation
import Hummingbird
import PubNubChat

/// Server-sent events for one page: the room, the people who are typing, and the state of the connection.
struct EventStream: Sendable {
    let person: Person
    let room: String
    let limit: Int

    /// A body that ends when the page is closed.
    var body: ResponseBody {
        ResponseBody { writer in
            let (events, continuation) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(64))
            let sources = Task { await send { continuation.yield($0) } }
            // Ends when writing fails, because the page is closed, or the server shuts down.
            defer { sources.cancel() }
            for await event in events.cancelOnGracefulShutdown() {
                try await writer.write(ByteBuffer(string: event))
            }
            try await writer.finish(nil)
        }
    }

    private func send(_ send: @escaping @Sendable (String) -> Void) async {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        await withTaskGroup { group in
            group.addTask {
                do {
                    for try await view in person.views(of: room, limit: limit) {
                        send(Self.event("room", String(decoding: try encoder.encode(view), as: UTF8.self)))
                    }
                } catch {
                    send(Self.event("failure", "the local store cannot be read"))
                }
            }
            group.addTask {
                for await people in person.typing(in: room) {
                    let others = people.filter { $0 != person.name }
                    guard let list = try? encoder.encode(others) else { continue }
                    send(Self.event("typing", String(decoding: list, as: UTF8.self)))
                }
            }
            group.addTask {
                for await state in person.connection {
                    send(Self.event("connection", state == .connected ? "online" : "offline"))
                }
            }
            group.addTask {
                // A line that says nothing: without it, a closed page is noticed only by the next event.
                while !Task.isCancelled {
                    send(": \n\n")
                    try? await Task.sleep(for: .seconds(20))
                }
            }
        }
    }

    /// JSON has no line breaks, so the data is one line.
    private static func event(_ name: String, _ data: String) -> String { "event: \(name)\ndata: \(data)\n\n" }
}
