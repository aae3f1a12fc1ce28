import Foundation
import PubNubOrigin

/// The server of a soak run, and of the benchmark that fills a channel. It has its own process, so that figures of the clients exclude it.
///
/// It prints its port. Each line of standard input is a fault for the next requests, as `FaultOrder` reads it; the end of
/// the input stops the server.
@main
enum SoakOrigin {
    static func main() async throws {
        let server = OriginServer()
        let address = try await server.start()
        print(address.port)
        fflush(nil)
        while let line = readLine() {
            guard let order = FaultOrder(line) else {
                FileHandle.standardError.write(Data("not a fault: \(line)\n".utf8))
                exit(64)
            }
            server.faults = order.plan
        }
        await server.stop(abruptly: true)
    }
}
