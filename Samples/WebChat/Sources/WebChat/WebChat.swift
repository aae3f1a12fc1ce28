import Foundation
import Hummingbird
import PubNubOrigin
import PubNubOriginServer

/// A chat in the browser: `swift run WebChat [PORT [FOLDER]]`. Open it in two browsers, or in a private window, to talk to yourself.
@main enum WebChat {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let port = arguments.first.flatMap { Int($0) } ?? 8090
        let folder = URL(filePath: arguments.dropFirst().first ?? "web-chat-data", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        // The service, so that the sample needs no account. It stores its data next to those of the people.
        let origin = OriginServer(
            configuration: OriginConfiguration().storing(in: .file(folder.path + "/origin.sqlite"))
        )
        let service = try await origin.start()
        let people = People(service: service.url, folder: folder)
        let application = Application(
            router: Routes(people: people).router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in
                print("Open http://127.0.0.1:\(channel.localAddress?.port ?? port) in a browser. Ctrl-C ends the chat.")
                fflush(nil)
            }
        )
        try await application.runService()
        await people.close()
        await origin.stop()
    }
}
