import Foundation
import PubNubOrigin

// Prints its address, and serves until its input ends.
let server = OriginServer()
let address = try await server.start()
FileHandle.standardOutput.write(Data("\(address.host):\(address.port)\n".utf8))
while readLine() != nil {}
await server.stop()
