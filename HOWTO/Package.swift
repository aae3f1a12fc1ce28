// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

let client: [Target.Dependency] = [
    .product(name: "PubNub", package: "pubnub"),
    .product(name: "PubNubOrigin", package: "pubnub"),
]

let asyncClient: [Target.Dependency] = [
    .product(name: "PubNubAsync", package: "pubnub"),
    .product(name: "PubNubOrigin", package: "pubnub"),
]

let tracing: [Target.Dependency] = [
    .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
    .product(name: "Tracing", package: "swift-distributed-tracing"),
]

func programs(_ names: [String], _ dependencies: [Target.Dependency]) -> [Target] {
    names.map { name in
        .executableTarget(name: name, dependencies: dependencies, path: name, swiftSettings: settings)
    }
}

// Scripts/package.sh builds it in the scratch path of the package above, with the same trait, so that no module of that one is built twice.
let package = Package(
    name: "pubnub-howtos",
    dependencies: [
        .package(name: "pubnub", path: "..", traits: ["NATS"]),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.0"),
    ],
    targets: programs(
        [
            "APNSDemo", "AccessManager", "AppContext", "CallsWithoutBlocks", "ClientSidePresence", "Encryption",
            "Groups", "HelloWorld", "History", "Reactions", "SimpleSubscribe",
        ],
        client
    )
        + programs(["AsyncHelloWorld", "AsyncHistory"], asyncClient)
        + programs(["AsyncTracing"], asyncClient + tracing)
)
