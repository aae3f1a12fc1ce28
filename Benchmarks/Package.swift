// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "pubnub-benchmarks",
    dependencies: [
        .package(name: "pubnub", path: "..", traits: ["NATS"]),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.8.0"),
    ],
    targets: [
        .target(name: "BenchMeasure"),
        .executableTarget(name: "BenchServer"),
        .executableTarget(name: "BenchLoad"),
        .executableTarget(
            name: "BenchFloor",
            dependencies: ["BenchMeasure"],
            linkerSettings: [.linkedLibrary("curl"), .linkedLibrary("crypto")]
        ),
        .executableTarget(
            name: "BenchClient",
            dependencies: [
                "BenchMeasure",
                .product(name: "PubNub", package: "pubnub"), .product(name: "PubNubAsync", package: "pubnub"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "BenchObjects",
            dependencies: [
                "BenchMeasure", .product(name: "PubNubOrigin", package: "pubnub"),
                .product(name: "PubNubOriginServer", package: "pubnub"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "BenchChat",
            dependencies: [
                "BenchMeasure", "OriginProcess",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "PubNubChat", package: "pubnub"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(name: "BenchURLSession", dependencies: ["BenchMeasure"], swiftSettings: settings),
        .executableTarget(name: "Bench", swiftSettings: settings),
        .target(name: "OriginProcess", swiftSettings: settings),
        .target(name: "SoakCheck", swiftSettings: settings),
        .executableTarget(
            name: "Soak",
            dependencies: [
                "BenchMeasure", "OriginProcess", "SoakCheck",
                .product(name: "PubNub", package: "pubnub"), .product(name: "PubNubAsync", package: "pubnub"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "SoakOrigin",
            dependencies: [.product(name: "PubNubOrigin", package: "pubnub")],
            swiftSettings: settings
        ),
        .testTarget(name: "SoakCheckTests", dependencies: ["SoakCheck"], swiftSettings: settings),
    ]
)
