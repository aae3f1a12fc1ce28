// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "web-chat",
    dependencies: [
        .package(name: "pubnub", path: "../.."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.8.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    ],
    targets: [
        .executableTarget(
            name: "WebChat",
            dependencies: [
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "PubNubChat", package: "pubnub"),
                .product(name: "PubNubOrigin", package: "pubnub"),
                .product(name: "PubNubOriginServer", package: "pubnub"),
            ],
            resources: [.copy("Page")],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
        )
    ]
)
