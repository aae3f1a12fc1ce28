// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

// Scripts/package.sh builds it in the scratch path of the package above, with the same trait, so that no module of that one is built twice.
// The samples on Hummingbird are packages of their own, because this one does not build Hummingbird.
let package = Package(
    name: "pubnub-samples",
    dependencies: [.package(name: "pubnub", path: "..", traits: ["NATS"])],
    targets: [
        .executableTarget(
            name: "Chat",
            dependencies: [
                .product(name: "PubNub", package: "pubnub"),
                .product(name: "PubNubChat", package: "pubnub"),
                .product(name: "PubNubOrigin", package: "pubnub"),
                .product(name: "PubNubOriginServer", package: "pubnub"),
            ],
            path: "Chat",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Console",
            dependencies: [
                .product(name: "PubNubAsync", package: "pubnub"),
                .product(name: "PubNubOrigin", package: "pubnub"),
                .product(name: "PubNubOriginServer", package: "pubnub"),
            ],
            path: "Console",
            swiftSettings: settings
        ),
        .testTarget(
            name: "ChatSampleTests",
            dependencies: [
                "Chat",
                .product(name: "PubNub", package: "pubnub"),
                .product(name: "PubNubChat", package: "pubnub"),
            ],
            swiftSettings: settings
        ),
    ]
)
