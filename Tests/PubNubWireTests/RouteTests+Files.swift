import PubNubWire
import Testing

extension RouteTests {
    /// Recorded paths of files, and those of this server's addresses.
    static let files = [
        Literal(
            route: .fileUploadAddress,
            verb: .post,
            path: "/v1/files/demo/channels/files_native_sync_ch/generate-upload-url",
            arguments: ["sub": "demo", "channel": "files_native_sync_ch"]
        ),
        Literal(route: .fileUpload, verb: .post, path: "/v1/files/upload", arguments: [:]),
        Literal(
            route: .filePublish,
            verb: .get,
            path: "/v1/files/publish-file/demo/demo/0/room/0/%7B%22message%22%3A1%7D",
            arguments: ["pub": "demo", "sub": "demo", "channel": "room", "message": "%7B%22message%22%3A1%7D"]
        ),
        Literal(
            route: .filePublishBody,
            verb: .post,
            path: "/v1/files/publish-file/demo/demo/0/room/0",
            arguments: ["pub": "demo", "sub": "demo", "channel": "room"]
        ),
        Literal(
            route: .files,
            verb: .get,
            path: "/v1/files/demo/channels/room/files",
            arguments: ["sub": "demo", "channel": "room"]
        ),
        Literal(
            route: .fileDownload,
            verb: .get,
            path: "/v1/files/demo/channels/room/files/6f0d7c1e/king_arthur.txt",
            arguments: ["sub": "demo", "channel": "room", "id": "6f0d7c1e", "name": "king_arthur.txt"]
        ),
        Literal(
            route: .fileContent,
            verb: .get,
            path: "/v1/files/content/demo/room/6f0d7c1e/king_arthur.txt",
            arguments: ["sub": "demo", "channel": "room", "id": "6f0d7c1e", "name": "king_arthur.txt"]
        ),
        Literal(
            route: .fileRemoval,
            verb: .delete,
            path: "/v1/files/demo/channels/room/files/6f0d7c1e/king_arthur.txt",
            arguments: ["sub": "demo", "channel": "room", "id": "6f0d7c1e", "name": "king_arthur.txt"]
        ),
    ]
}
