import Foundation
import PubNubAsync
import PubNubOrigin
import PubNubOriginServer

/// Starts a server with the console.
func startServer(port: Int, consolePort: Int) async throws -> OriginServer {
    var configuration = OriginConfiguration(port: port, publishKey: "demo", subscribeKey: "demo")
    configuration.admin = OriginAdmin(port: consolePort, console: .full)
    let server = OriginServer(configuration: configuration)
    try await server.start()
    return server
}

/// Starts a server on the ports that `pubnub --local` and the documents name, or on free ones if another program has those.
func startServer() async throws -> OriginServer {
    let takesAnyPort = CommandLine.arguments.contains("--any-port")
    if !takesAnyPort, let server = try? await startServer(port: 8080, consolePort: 8081) { return server }
    return try await startServer(port: 0, consolePort: 0)
}

let server = try await startServer()
guard let origin = server.address, let admin = server.adminAddress else { exit(EXIT_FAILURE) }
let text = """
    console \(admin.url)/console/
    serving \(origin.url) with people who talk; end it with Ctrl-C

    """
// Not with print, which buffers its output unless that is a terminal.
FileHandle.standardOutput.write(Data(text.utf8))
try await Town(origin).live()
await server.stop()
