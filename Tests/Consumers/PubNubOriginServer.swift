import Foundation
import FoundationNetworking
import PubNubOrigin
import PubNubOriginServer

// Serves with a data file in the folder of the second argument, with TLS, and reads the page of its console.
var configuration = OriginConfiguration().storing(in: .file("\(CommandLine.arguments[2])/origin.sqlite"))
configuration.tls = try OriginTLS()
configuration.admin = OriginAdmin(console: .readOnly)
let server = OriginServer(configuration: configuration)
let address = try await server.start()
guard address.url.hasPrefix("https://"), let admin = server.adminAddress,
    let page = URL(string: "\(admin.url)/console/")
else {
    fatalError("The server at \(address.url) has no TLS, or its admin listener no address.")
}
let (content, response) = try await URLSession.shared.data(from: page)
guard (response as? HTTPURLResponse)?.statusCode == 200, String(decoding: content, as: UTF8.self).contains("<html")
else {
    fatalError("The admin listener has no console: \(response)")
}
await server.stop()
