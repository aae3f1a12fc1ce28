// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "http-bridge",
    dependencies: [
        .package(name: "pubnub", path: "../.."),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    ],
    targets: [
        .executableTarget(
            name: "HTTPBridge",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "PubNubAsync", package: "pubnub"),
                .product(name: "PubNubOrigin", package: "pubnub"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
        )
    ]
)
