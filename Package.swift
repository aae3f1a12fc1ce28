// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

let howtos = ["APNSDemo", "CallsWithoutBlocks", "ClientSidePresence", "HelloWorld", "SimpleSubscribe", "Tour"]

let package = Package(
    name: "pubnub",
    products: [
        .library(name: "PubNub", targets: ["PubNub"]),
        .library(name: "PubNubOrigin", targets: ["PubNubOrigin"]),
        .executable(name: "pubnub", targets: ["PubNubCommand"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.8.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.38.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.20.0"),
    ],
    targets: [
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        .target(name: "PubNubCodec", dependencies: ["COpenSSL", "CZlib"], swiftSettings: settings),
        .target(name: "PubNubWire", swiftSettings: settings),
        .target(
            name: "PubNub",
            dependencies: ["CCurl", "CLinux", "PubNubCodec", "PubNubWire", logging],
            swiftSettings: settings
        ),
        .target(
            name: "PubNubOrigin",
            dependencies: [
                "COpenSSL", "PubNubCodec", "PubNubWire", logging,
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "PubNubCommand",
            dependencies: [
                "PubNub", "PubNubOrigin", "PubNubWire", logging,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "PubNubTestSupport",
            dependencies: [
                "PubNub", "PubNubOrigin", "PubNubWire",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),

        .target(name: "PubNubSimulator", dependencies: ["PubNub", "PubNubWire"], swiftSettings: settings),
        .executableTarget(
            name: "simulate",
            dependencies: ["PubNubSimulator"],
            path: "Sources/Simulate",
            swiftSettings: settings
        ),

        .target(
            name: "HowtoSupport",
            dependencies: ["PubNub", "PubNubOrigin"],
            path: "HOWTO/Support",
            swiftSettings: settings
        ),
        .testTarget(name: "PubNubCodecTests", dependencies: ["PubNubCodec", "PubNubWire"], swiftSettings: settings),
        .testTarget(name: "PubNubWireTests", dependencies: ["PubNubWire"], swiftSettings: settings),
        .testTarget(name: "PubNubMachineTests", dependencies: ["PubNub", "PubNubWire"], swiftSettings: settings),
        .testTarget(
            name: "PubNubTests",
            dependencies: ["PubNub", "PubNubCodec", "PubNubWire", "PubNubTestSupport", logging],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PubNubOriginTests",
            dependencies: ["PubNubOrigin", "PubNubCodec", "PubNubWire", "PubNubTestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "IntegrationTests",
            dependencies: ["PubNub", "PubNubOrigin", "PubNubWire", "PubNubTestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SimulatorTests",
            dependencies: ["PubNubSimulator", "PubNub", "PubNubWire"],
            swiftSettings: settings
        ),
        .testTarget(name: "CallFormsTests", dependencies: ["PubNub", "PubNubOrigin"], swiftSettings: settings),
    ]
        + howtos.map { name in
            .executableTarget(
                name: name,
                dependencies: ["PubNub", "HowtoSupport"],
                path: "HOWTO/\(name)",
                swiftSettings: settings
            )
        }
)
