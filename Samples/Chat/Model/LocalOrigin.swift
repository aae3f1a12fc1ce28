import Foundation
import PubNubOrigin
import PubNubOriginServer

/// A server for users without keys, which runs inside one of the chat programs.
///
/// The program that locks the data file runs the server; the kernel releases the lock however that program ends. Another
/// program then serves the same data on the same port, and all clients reconnect.
@MainActor final class LocalOrigin {
    private enum State {
        /// Another program may run the server.
        case idle
        case starting
        case running
        /// An unrelated program uses the port.
        case unavailable
    }

    let address: String
    private let link: String
    private let configuration: OriginConfiguration
    private var state = State.idle

    init(in directory: URL) throws {
        link = directory.appending(path: "port").path
        // Creating a link is atomic, so the first program determines the port for all. The range is below the ports that
        // the system assigns to clients.
        symlink("\(Int.random(in: 20_000..<32_000))", link)
        let port = try FileManager.default.destinationOfSymbolicLink(atPath: link)
        address = "http://127.0.0.1:\(port)"
        configuration = OriginConfiguration(port: Int(port) ?? 0).storing(in: .file(directory.path + "/origin.sqlite"))
    }

    /// Starts the server unless it runs in this or another program.
    ///
    /// If an unrelated program uses the port, removes the stored port, so that the next chat program to start selects
    /// another one.
    func start() async {
        guard state == .idle else { return }
        state = .starting
        do {
            try await OriginServer(configuration: configuration).start()
            state = .running
        } catch OriginError.cannotListen {
            state = .unavailable
            try? FileManager.default.removeItem(atPath: link)
        } catch {
            state = .idle
        }
    }

    /// Starts the server after the program that ran it ended. Attempts it each second while the client is disconnected,
    /// because the kernel may release the lock later than the connections.
    func takeOver(while isDisconnected: () -> Bool) async {
        while state == .idle, isDisconnected() {
            await start()
            if state == .idle { try? await Task.sleep(for: .seconds(1)) }
        }
    }
}
