import Foundation
import NIOHPACK
import PubNubSupport
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("Uploads to a server with a data file, and over HTTP/2")
struct ServerUploadTests {
    private typealias Frame = SecureConnection.Frame

    // The bound is a fifth of the bytes of the files. Other suites would use memory in the meantime, so it has a process of its own.
    @Test("200 uploads of 5 MB at once take little memory while they arrive and while they are stored")
    func memory() async {
        await #expect(processExitsWith: .success) {
            let folder = try DataFolder()
            var configuration = OriginConfiguration().storing(in: .file(folder.file()))
            configuration.limits.fileBytes = 200 * 5_000_000
            let content = LargeFiles.bytes(0..<5_000_000)
            try await withOrigin(configuration) { server, address in
                try await onOwnThread {
                    let connection = try #require(RawConnection(port: address.port))
                    let before = try KernelFile.residentBytes()
                    let clients = try (0..<200).map { _ in
                        let body = try #require(connection.uploadForm()).body(content)
                        let client = try #require(RawConnection(port: address.port))
                        client.sendUploadHead(length: body.count)
                        client.send(Array(body.dropLast()))
                        return client
                    }
                    #expect(try KernelFile.residentBytes() - before < 200_000_000)
                    for client in clients { client.send("\n") }
                    #expect(clients.map { $0.answer()?.status } == Array(repeating: 204, count: 200))
                    #expect(try KernelFile.residentBytes() - before < 200_000_000)
                    #expect(server.statistics.files == 200)
                }
            }
            withExtendedLifetime(folder) {}
        }
    }

    @Test("An upload on a stream of HTTP/2 that starts 59 s after its form was given out may take two minutes")
    func stream() async throws {
        let clock = OriginManualClock()
        var configuration = OriginConfiguration(clock: clock)
        configuration.limits.handshakeTimeout = .seconds(600)
        configuration.limits.headTimeout = .seconds(600)
        configuration.tls = try OriginTLS()
        try await withOrigin(configuration) { _, address in
            try await SecureConnection.with(port: address.port) { connection in
                let target = "/v1/files/demo/channels/a/generate-upload-url"
                try await connection.send([
                    SecureConnection.head(target, method: "POST", stream: 1, isEnd: false),
                    Frame(kind: Frame.data, flags: Frame.endStream, stream: 1, payload: Array(#"{"name":"f"}"#.utf8)),
                ])
                #expect(try await connection.read { $0.responses[1]?.body.hasSuffix("]}}") == true })
                let form = try JSON(parsing: connection.responses[1]?.body ?? "")
                clock.advance(by: .seconds(59))
                let headers: HPACKHeaders = [
                    ":method": "POST", ":scheme": "https", ":path": "/v1/files/upload", ":authority": "origin",
                    "content-type": "multipart/form-data; boundary=b",
                ]
                try await connection.send([SecureConnection.head(headers, stream: 3, isEnd: false)])
                // Each response shows that the server has read what came before its request.
                for stream in [5, 7, 9] as [UInt32] {
                    try await connection.send([SecureConnection.head("/time/0", stream: stream)])
                    #expect(try await connection.read { $0.responses[stream]?.body.hasSuffix("]") == true })
                    clock.advance(by: .seconds(40))
                }
                let body = ReceivedForm(form).body(Array("Knights who say Ni!".utf8))
                try await connection.send([
                    Frame(kind: Frame.data, flags: Frame.endStream, stream: 3, payload: body)
                ])
                #expect(try await connection.read { $0.responses[3]?.status != nil })
                #expect(connection.responses[3]?.status == 204)
            }
        }
    }
}
