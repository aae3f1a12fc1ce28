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
        .package(name: "pubnub", path: "..")
    ],
    targets: [
        .target(name: "BenchMeasure"),
        .executableTarget(name: "BenchServer"),
        .executableTarget(
            name: "BenchFloor",
            dependencies: ["BenchMeasure"],
            linkerSettings: [.linkedLibrary("curl"), .linkedLibrary("crypto")]
        ),
        .executableTarget(
            name: "BenchClient",
            dependencies: ["BenchMeasure", .product(name: "PubNub", package: "pubnub")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "BenchObjects",
            dependencies: ["BenchMeasure", .product(name: "PubNubOrigin", package: "pubnub")],
            swiftSettings: settings
        ),
        .executableTarget(name: "Bench", swiftSettings: settings),
        .target(name: "SoakCheck", swiftSettings: settings),
        .executableTarget(
            name: "Soak",
            dependencies: ["BenchMeasure", "SoakCheck", .product(name: "PubNub", package: "pubnub")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "SoakOrigin",
            dependencies: [.product(name: "PubNubOrigin", package: "pubnub")],
            swiftSettings: settings
        ),
    ]
)
