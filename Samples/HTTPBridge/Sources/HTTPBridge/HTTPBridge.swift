import Foundation
import Hummingbird
import PubNubAsync
import PubNubOrigin

/// Channels over plain HTTP: `swift run HTTPBridge [PORT]`. A POST publishes its body, a GET is a stream of server-sent events:
///
/// ```
/// curl -N http://127.0.0.1:8091/channels/news
/// curl http://127.0.0.1:8091/channels/news -d '{"text":"hello"}'
/// ```
@main enum HTTPBridge {
    static func main() async throws {
        let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8091
        // A service of its own, so that the sample needs no account.
        let origin = OriginServer(configuration: OriginConfiguration())
        let service = try await origin.start()
        var configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: "bridge")
        configuration.origin = "\(service.host):\(service.port)"
        configuration.isSecure = false
        let client = PubNubClient(configuration)
        var application = Application(
            router: router(client),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in
                print("Listening on http://127.0.0.1:\(channel.localAddress?.port ?? port)")
                fflush(nil)
            }
        )
        // On SIGTERM and Ctrl-C, the server ends its streams and requests; then the client leaves its channels.
        application.addServices(client)
        try await application.runService()
        await origin.stop()
    }

    private static func router(_ client: PubNubClient) -> Router<BasicRequestContext> {
        let router = Router()
        router.post("channels/:channel") { request, context in
            let message = try await request.body.collect(upTo: 32_768).readableBytesView
            do {
                let timetoken = try await client.publish(json: message, to: context.parameters.require("channel"))
                return "\(timetoken)\n"
            } catch let error as PubNubError {
                throw HTTPError(status(for: error), message: error.reason)
            }
        }
        router.get("channels/:channel") { request, context in
            // A browser that connects again names the last event that it has.
            let last = request.headers.first { $0.name.canonicalName == "last-event-id" }?.value
            let channel = try context.parameters.require("channel")
            let subscription = client.subscribe(to: [channel], since: last.flatMap { Timetoken($0) })
            let body = ResponseBody { writer in
                for try await event in subscription.cancelOnGracefulShutdown() {
                    guard let text = text(of: event) else { continue }
                    try await writer.write(ByteBuffer(string: text))
                }
                try await writer.finish(nil)
            }
            return Response(status: .ok, headers: [.contentType: "text/event-stream"], body: body)
        }
        return router
    }

    private static func text(of event: PubNubEvent) -> String? {
        switch event {
        case .message(let message):
            "id: \(message.timetoken)\ndata: \(String(decoding: message.json.bytes, as: UTF8.self))\n\n"
        case .gap: "event: gap\ndata: messages may be missing\n\n"
        case .connection(.connected): ": subscribed\n\n"
        default: nil
        }
    }

    private static func status(for error: PubNubError) -> HTTPResponse.Status {
        switch error.code {
        case .invalidMessage, .invalidName, .messageTooLong: .badRequest
        case .rateLimited: .tooManyRequests
        default: .badGateway
        }
    }
}
