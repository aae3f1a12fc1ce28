// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

// The simulators drive modules that are not products. A product contains them, and `@testable import` sees their declarations in a debug build.
let client: Target.Dependency = .product(name: "PubNub", package: "pubnub")
let chat: [Target.Dependency] = [
    client,
    .product(name: "GRDB", package: "GRDB.swift"),
    .product(name: "Logging", package: "swift-log"),
    .product(name: "PubNubChat", package: "pubnub"),
]
let servers: [Target.Dependency] = [
    client,
    .product(name: "PubNubOrigin", package: "pubnub"),
    .product(name: "PubNubOriginServer", package: "pubnub"),
]

// Scripts/package.sh builds it in the scratch path of the package above, with the same trait, so that no module of that one is built twice.
let package = Package(
    name: "pubnub-simulator",
    dependencies: [
        .package(name: "pubnub", path: "..", traits: ["NATS"]),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.8.0"),
    ],
    targets: [
        .target(name: "SeedRuns", dependencies: [client], path: "SeedRuns", swiftSettings: settings),
        .target(name: "PubNubSimulator", dependencies: [client], path: "PubNubSimulator", swiftSettings: settings),
        .executableTarget(
            name: "simulate",
            dependencies: [client, "PubNubSimulator", "SeedRuns"],
            path: "Simulate",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "simulate-chat",
            dependencies: chat + ["SeedRuns"],
            path: "SimulateChat",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "simulate-cluster",
            dependencies: servers + ["SeedRuns"],
            path: "SimulateCluster",
            swiftSettings: settings
        ),
        .testTarget(
            name: "SimulatorTests",
            dependencies: [client, "PubNubSimulator", "SeedRuns"],
            swiftSettings: settings
        ),
        .testTarget(name: "ChatSimulatorTests", dependencies: chat + ["simulate-chat"], swiftSettings: settings),
        .testTarget(
            name: "ClusterSimulatorTests",
            dependencies: servers + ["simulate-cluster"],
            swiftSettings: settings
        ),
    ]
)

/// The suites to build, separated by `|`, as for the package above.
if let suites = Context.environment["PUBNUB_SUITES"]?.split(separator: "|").map(String.init) {
    package.targets.removeAll { $0.type == .test && !suites.contains($0.name) }
}
