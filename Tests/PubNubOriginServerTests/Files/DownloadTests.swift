import Foundation
import PubNubSupport
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("Downloads from the disk, and over HTTP/2")
struct ServerDownloadTests {
    private typealias Frame = SecureConnection.Frame

    /// Stores a file, and returns the path and query of its content.
    private static func store(_ content: [UInt8], on connection: RawConnection) throws -> String {
        let form = try #require(connection.uploadForm("f.bin"))
        try #require(connection.upload(content, form)?.status == 204)
        return try #require(connection.contentTarget(form.id, "f.bin"))
    }

    // The bound is a fifth of the bytes of the files. Other suites would use memory in the meantime, so it has a process of its own.
    @Test("200 downloads of 5 MB that no client reads take little memory, and the file may be removed in the meantime")
    func unread() async {
        await #expect(processExitsWith: .success) {
            let folder = try DataFolder()
            let configuration = OriginConfiguration().storing(in: .file(folder.file()))
            let content = LargeFiles.bytes(0..<5_000_000)
            try await withOrigin(configuration) { server, address in
                try await onOwnThread {
                    let connection = try #require(RawConnection(port: address.port))
                    let target = try Self.store(content, on: connection)
                    let before = try KernelFile.residentBytes()
                    let clients = try (0..<200).map { _ in
                        let client = try #require(RawConnection(port: address.port, receiveBuffer: 16 * 1024))
                        client.get(target)
                        return client
                    }
                    #expect(waitUntil { server.statistics.fileDownloads == 200 })
                    connection.get(target)
                    #expect(connection.answer()?.body == content)
                    #expect(try KernelFile.residentBytes() - before < 200_000_000)
                    let file = try #require(target.firstRange(of: "/a/")).upperBound
                    let name = target[file...].prefix { $0 != "?" }
                    connection.send("DELETE /v1/files/demo/channels/a/files/\(name) HTTP/1.1\r\nHost: o\r\n\r\n")
                    #expect(connection.answer()?.status == 200)
                    connection.get(target)
                    #expect(connection.answer()?.status == 404)
                    #expect(clients[0].answer()?.body == content)
                    for client in clients { client.close() }
                    #expect(waitUntil { server.connectionCount == 1 })
                }
            }
            withExtendedLifetime(folder) {}
        }
    }

    private func secured(_ files: LargeFiles) throws -> OriginConfiguration {
        var configuration = files.configuration()
        configuration.limits.handshakeTimeout = .seconds(600)
        configuration.limits.headTimeout = .seconds(600)
        configuration.tls = try OriginTLS()
        return configuration
    }

    /// The path and query of the content, from a server that has TLS only.
    private func target(_ port: Int) async throws -> String {
        try await SecureConnection.with(port: port, protocols: ["http/1.1"]) { connection in
            let path = "/v1/files/demo/channels/a/files/\(LargeFiles.id)/f"
            try await connection.send(Array("GET \(path) HTTP/1.1\r\nHost: o\r\n\r\n".utf8))
            var text = ""
            while !text.contains("\r\n\r\n"), let more = try await connection.nextText() { text += more }
            let line = text.split(separator: "\r\n").first { $0.hasPrefix("Location: ") }
            let location = String(try #require(line))
            return String(location[try #require(location.firstRange(of: "/v1/")).lowerBound...])
        }
    }

    private static func haveHeads(_ streams: [UInt32], _ connection: SecureConnection) -> Bool {
        streams.allSatisfy { connection.responses[$0]?.status == 200 }
    }

    private static func have(_ body: String, _ streams: [UInt32], _ connection: SecureConnection) -> Bool {
        streams.allSatisfy { connection.responses[$0]?.body == body }
    }

    @Test("40 streams whose client has no room take up to 512 KiB of files, and are sent whole when there is room")
    func streams() async throws {
        let size = 300_000
        let files = LargeFiles(size: size, waitsForDisk: true)
        try await withOrigin(secured(files)) { server, address in
            let target = try await target(address.port)
            try await SecureConnection.with(port: address.port) { connection in
                let streams = (0..<40).map { UInt32(2 * $0 + 1) }
                try await connection.send(
                    [Frame(kind: Frame.settings, payload: [0, 4, 0, 0, 0, 0])]
                        + streams.map { SecureConnection.head(target, stream: $0) }
                )
                #expect(try await connection.read { Self.haveHeads(streams, $0) })
                let wide = Array(withUnsafeBytes(of: UInt32(100_000_000).bigEndian) { $0 })
                let other: UInt32 = 99
                try await connection.send([
                    SecureConnection.head("/time/0", stream: other),
                    Frame(kind: Frame.windowUpdate, stream: other, payload: wide),
                ])
                #expect(try await connection.read { $0.responses[other]?.body.hasSuffix("]") == true })
                let read = files.read
                #expect(read <= 512 * 1024)
                try await connection.send(
                    [Frame(kind: Frame.windowUpdate, payload: wide)]
                        + streams.map { Frame(kind: Frame.windowUpdate, stream: $0, payload: wide) }
                )
                let expected = String(decoding: LargeFiles.bytes(0..<size), as: UTF8.self)
                #expect(try await connection.read { Self.have(expected, streams, $0) })
            }
            #expect(server.statistics.fileDownloads == 40)
        }
    }

    @Test("A stream that the client resets ends its download, and the connection serves others")
    func reset() async throws {
        let files = LargeFiles(size: 10_000_000, waitsForDisk: true)
        var configuration = try secured(files)
        configuration.limits.fileDownloads = 1
        try await withOrigin(configuration) { _, address in
            let target = try await target(address.port)
            try await SecureConnection.with(port: address.port) { connection in
                for number in 0..<5 {
                    let stream = UInt32(6 * number + 1)
                    try await connection.send([SecureConnection.head(target, stream: stream)])
                    #expect(try await connection.read { $0.responses[stream]?.status == 200 })
                    try await connection.send([SecureConnection.head(target, stream: stream + 2)])
                    #expect(try await connection.read { $0.responses[stream + 2]?.status == 503 })
                    try await connection.send([Frame(kind: Frame.reset, stream: stream, payload: [0, 0, 0, 8])])
                    // Its response shows that the reset has arrived.
                    try await connection.send([SecureConnection.head("/time/0", stream: stream + 4)])
                    #expect(try await connection.read { $0.responses[stream + 4]?.status == 200 })
                }
            }
        }
    }
}
