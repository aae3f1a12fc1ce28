// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

/// The fuzzing runtime of the toolchain, which Scripts/fuzz.py names when it builds the executable `Fuzz`; nil in any other build.
/// With it, the libraries are optimised, with their assertions, and count what code an input reaches.
let fuzzer = Context.environment["PUBNUB_FUZZER"]
let libraries =
    fuzzer == nil
    ? settings
    : settings + [
        .unsafeFlags([
            "-O", "-assert-config", "Debug", "-sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp",
        ])
    ]

let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

let howtos = [
    "APNSDemo", "AccessManager", "AppContext", "CallsWithoutBlocks", "ClientSidePresence", "Encryption", "Groups",
    "HelloWorld", "History", "Reactions", "SimpleSubscribe",
]

let asyncHowtos = ["AsyncHelloWorld", "AsyncHistory"]

let fuzzed: [Target.Dependency] = [
    "PubNub", "PubNubChat", "PubNubCodec", "PubNubLocks", "PubNubMachines", "PubNubOrigin", "PubNubWire", logging,
    .product(name: "GRDB", package: "GRDB.swift"), .product(name: "NIOCore", package: "swift-nio"),
]

let simulated: [Target.Dependency] = [
    "PubNub", "PubNubChat", "PubNubLocks", "PubNubMachines", logging,
    .product(name: "GRDB", package: "GRDB.swift"),
]

/// The sources in Tests/FuzzTests make the tests that replay what was found before, or, with the runtime, the executable.
let fuzzing: [Target] =
    if let fuzzer {
        [
            .systemLibrary(name: "CFuzzer", path: "Tests/CFuzzer"),
            .executableTarget(
                name: "Fuzz",
                dependencies: ["CFuzzer"] + fuzzed,
                path: "Tests/FuzzTests",
                exclude: ["Corpus", "Crashes", "Dictionaries", "Replay"],
                swiftSettings: settings,
                linkerSettings: [.unsafeFlags([fuzzer]), .linkedLibrary("stdc++")]
            ),
        ]
    } else {
        [
            .testTarget(
                name: "FuzzTests",
                dependencies: fuzzed,
                exclude: ["Corpus", "Crashes", "Dictionaries", "Driver"],
                swiftSettings: settings
            )
        ]
    }

/// The sources in Tests/ChatSimulatorTests make the tests that show what the simulator of chat data finds, or, when the environment says so, the executable
/// that runs many seeds. It sees what only tests see of PubNubChat, so a plain build in release mode must not have it.
let simulating: [Target] =
    if Context.environment["PUBNUB_SIMULATE_CHAT"] != nil {
        [
            .executableTarget(
                name: "simulate-chat",
                dependencies: simulated + ["SeedRuns"],
                path: "Tests/ChatSimulatorTests",
                exclude: ["Planted"],
                swiftSettings: settings
            )
        ]
    } else {
        [
            .testTarget(
                name: "ChatSimulatorTests",
                dependencies: simulated,
                exclude: ["Command"],
                swiftSettings: settings
            )
        ]
    }

/// The sources in Tests/ClusterSimulatorTests, in the same two forms. They see what only tests see of PubNubOrigin.
let clusterSimulating: [Target] =
    if Context.environment["PUBNUB_SIMULATE_CLUSTER"] != nil {
        [
            .executableTarget(
                name: "simulate-cluster",
                dependencies: ["PubNubOrigin", "PubNubOriginServer", "PubNubWire", "SeedRuns", "TestRandom"],
                path: "Tests/ClusterSimulatorTests",
                exclude: ["Planted"],
                swiftSettings: settings
            )
        ]
    } else {
        [
            .testTarget(
                name: "ClusterSimulatorTests",
                dependencies: ["PubNubOrigin", "PubNubOriginServer", "PubNubWire", "TestRandom"],
                exclude: ["Command"],
                swiftSettings: settings
            )
        ]
    }

let package = Package(
    name: "pubnub",
    products: [
        .library(name: "PubNub", targets: ["PubNub"]),
        .library(name: "PubNubAsync", targets: ["PubNubAsync"]),
        .library(name: "PubNubChat", targets: ["PubNubChat"]),
        .library(name: "PubNubOrigin", targets: ["PubNubOrigin"]),
        .library(name: "PubNubOriginServer", targets: ["PubNubOriginServer"]),
        .library(name: "PubNubTesting", targets: ["PubNubTesting"]),
        .executable(name: "pubnub", targets: ["PubNubCommand"]),
    ],
    // `swift build --traits NATS` builds a server that can be part of a cluster, as `make` does, and needs libnats-dev. A package that depends on this one
    // writes `traits: ["NATS"]`. Without the trait, a server runs by itself and nothing links libnats.
    traits: [.trait(name: "NATS", description: "Servers of a cluster on NATS JetStream. Needs libnats-dev.")],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.7.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.7.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.8.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.38.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.9.0"),
    ],
    targets: [
        .systemLibrary(name: "CPubNubCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CPubNubLinux"),
        .systemLibrary(name: "CPubNubNATS", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),
        .systemLibrary(name: "CPubNubOpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CPubNubZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        .target(name: "PubNubFiles", swiftSettings: libraries),
        .target(name: "PubNubLocks", swiftSettings: libraries),
        // The type of timetokens, which PubNubAsync and PubNubChat both export.
        .target(name: "PubNubTime", swiftSettings: libraries),
        .target(
            name: "PubNubCodec",
            dependencies: ["CPubNubOpenSSL", "CPubNubZlib", "PubNubLocks"],
            swiftSettings: libraries
        ),
        .target(name: "PubNubWire", swiftSettings: libraries),
        .target(name: "PubNubMachines", dependencies: ["PubNubWire"], swiftSettings: libraries),
        .target(
            name: "PubNub",
            dependencies: [
                "CPubNubCurl", "CPubNubLinux", "PubNubCodec", "PubNubFiles", "PubNubLocks", "PubNubMachines",
                "PubNubWire", logging,
            ],
            swiftSettings: libraries
        ),
        .target(
            name: "PubNubAsync",
            dependencies: [
                "PubNub", "PubNubLocks", "PubNubMachines", "PubNubTime", "PubNubWire", logging,
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: libraries
        ),
        .target(
            name: "PubNubChat",
            dependencies: [
                "PubNub", "PubNubFiles", "PubNubLocks", "PubNubMachines", "PubNubTime", "PubNubWire", logging,
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: libraries
        ),
        // The server that a test embeds: in memory.
        .target(
            name: "PubNubOrigin",
            dependencies: [
                "PubNubCodec", "PubNubLocks", "PubNubWire",
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: libraries
        ),
        // The server that an operator runs. Apart from PubNubOrigin, so that programs with a server in memory build neither SQLite nor a TLS library.
        .target(
            name: "PubNubOriginServer",
            dependencies: [
                "CPubNubOpenSSL", "PubNubCodec", "PubNubFiles", "PubNubLocks", "PubNubOrigin", "PubNubWire",
                .target(name: "CPubNubNATS", condition: .when(traits: ["NATS"])),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            // The page of the console, in a folder next to the program; see ConsoleFiles.
            resources: [.copy("Console")],
            swiftSettings: libraries
        ),
        // The only library that has both the client and the server.
        .target(name: "PubNubTesting", dependencies: ["PubNubAsync", "PubNubOrigin"], swiftSettings: libraries),
        .executableTarget(
            name: "PubNubCommand",
            dependencies: [
                "PubNub", "PubNubFiles", "PubNubLocks", "PubNubMachines", "PubNubOrigin", "PubNubOriginServer",
                "PubNubWire", logging,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "PubNubTestSupport",
            dependencies: [
                "PubNub", "PubNubLocks", "PubNubMachines", "PubNubOrigin", "PubNubWire",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Tests/Support",
            swiftSettings: settings
        ),
        // Apart from PubNubTestSupport, for tests of modules below the client.
        .target(
            name: "TestRandom",
            dependencies: ["PubNubMachines"],
            path: "Tests/Random",
            swiftSettings: settings
        ),

        .target(
            name: "PubNubSimulator",
            dependencies: ["PubNubMachines", "PubNubWire"],
            path: "Simulator/PubNubSimulator",
            swiftSettings: settings
        ),
        .target(
            name: "SeedRuns",
            dependencies: ["PubNubLocks"],
            path: "Simulator/SeedRuns",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "simulate",
            dependencies: ["PubNubLocks", "PubNubSimulator", "SeedRuns"],
            path: "Simulator/Simulate",
            swiftSettings: settings
        ),

        .executableTarget(
            name: "Chat",
            dependencies: ["PubNub", "PubNubChat", "PubNubOrigin", "PubNubOriginServer"],
            path: "Samples/Chat",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Console",
            dependencies: ["PubNubAsync", "PubNubOrigin", "PubNubOriginServer"],
            path: "Samples/Console",
            swiftSettings: settings
        ),
        .testTarget(name: "ChatSampleTests", dependencies: ["Chat", "PubNub", "PubNubChat"], swiftSettings: settings),
        // Tested here; only the package in Benchmarks builds the program that uses it.
        .target(
            name: "SoakCheck",
            path: "Benchmarks/Sources/SoakCheck",
            swiftSettings: settings
        ),
        .testTarget(name: "SoakCheckTests", dependencies: ["SoakCheck"], swiftSettings: settings),
        .testTarget(
            name: "PubNubCodecTests",
            dependencies: ["PubNubCodec", "PubNubWire", "TestRandom"],
            swiftSettings: settings
        ),
        .testTarget(name: "PubNubWireTests", dependencies: ["PubNubWire", "TestRandom"], swiftSettings: settings),
        .testTarget(
            name: "PubNubMachineTests",
            dependencies: ["PubNubMachines", "PubNubWire"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PubNubTests",
            dependencies: [
                "PubNub", "PubNubCodec", "PubNubFiles", "PubNubLocks", "PubNubMachines", "PubNubWire",
                "PubNubTestSupport", "TestRandom", logging,
            ],
            swiftSettings: settings
        ),
        // A process for the tests to kill.
        .executableTarget(
            name: "chat-store-process",
            dependencies: ["PubNubChat", "PubNub", .product(name: "GRDB", package: "GRDB.swift")],
            path: "Tests/ChatStoreProcess",
            swiftSettings: settings
        ),
        // Processes for the checks of a cluster to kill.
        .executableTarget(
            name: "outbox-process",
            dependencies: ["PubNub"],
            path: "Tests/OutboxProcess",
            swiftSettings: settings
        ),
        // Two clients for the checks of real faults.
        .executableTarget(
            name: "names-process",
            dependencies: ["PubNub"],
            path: "Tests/NamesProcess",
            swiftSettings: settings
        ),
        .testTarget(
            name: "PubNubChatTests",
            dependencies: [
                "chat-store-process", "PubNubChat", "PubNub", "PubNubLocks", "PubNubMachines", "PubNubOrigin",
                "PubNubOriginServer", "PubNubWire", "PubNubTestSupport", "TestRandom", logging,
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            exclude: ["Migration/Files"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PubNubAsyncTests",
            dependencies: [
                "PubNubAsync", "PubNub", "PubNubLocks", "PubNubMachines", "PubNubOrigin", "PubNubWire",
                "PubNubTestSupport",
                logging,
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PubNubTestingTests",
            dependencies: ["PubNubAsync", "PubNubOrigin", "PubNubTesting"],
            swiftSettings: settings
        ),
        // For both suites of the server. It sees what only tests see, so it is a target of tests.
        .testTarget(
            name: "PubNubOriginTestSupport",
            dependencies: [
                "PubNubLocks", "PubNubOrigin", "PubNubTestSupport", "PubNubCodec", "PubNubWire", "TestRandom",
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Tests/OriginSupport",
            swiftSettings: settings
        ),
        .testTarget(
            name: "PubNubOriginTests",
            dependencies: [
                "PubNubOrigin", "PubNubOriginTestSupport", "PubNubCodec", "PubNubLocks", "PubNubWire",
                "PubNubTestSupport", "TestRandom",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PubNubOriginServerTests",
            dependencies: [
                "PubNubOrigin", "PubNubOriginServer", "PubNubOriginTestSupport", "PubNubCodec", "PubNubFiles",
                "PubNubLocks", "PubNubWire", "PubNubTestSupport", "TestRandom",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "PubNub", "PubNubLocks", "PubNubOrigin", "PubNubOriginServer", "PubNubWire", "PubNubTestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SimulatorTests",
            dependencies: ["PubNubSimulator", "PubNubMachines", "PubNubWire", "SeedRuns"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CallFormsTests",
            dependencies: [
                "PubNub", "PubNubAsync", "PubNubChat", "PubNubLocks", "PubNubOrigin", "PubNubTestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings
        ),
    ]
        + fuzzing
        + simulating
        + clusterSimulating
        + howtos.map { name in
            .executableTarget(
                name: name,
                dependencies: ["PubNub", "PubNubOrigin"],
                path: "HOWTO/\(name)",
                swiftSettings: settings
            )
        }
        + [
            .executableTarget(
                name: "AsyncTracing",
                dependencies: [
                    "PubNubAsync", "PubNubOrigin",
                    .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                    .product(name: "Tracing", package: "swift-distributed-tracing"),
                ],
                path: "HOWTO/AsyncTracing",
                swiftSettings: settings
            )
        ]
        + asyncHowtos.map { name in
            .executableTarget(
                name: name,
                dependencies: ["PubNubAsync", "PubNubOrigin"],
                path: "HOWTO/\(name)",
                swiftSettings: settings
            )
        }
)

/// The suites to build, separated by `|`, for sanitizers that run only some of them. Unused targets are left out.
if let suites = Context.environment["PUBNUB_SUITES"]?.split(separator: "|").map(String.init) {
    let tools = ["chat-store-process", "Fuzz", "simulate-chat", "simulate-cluster"]
    let testsServer = suites.contains("PubNubOriginTests") || suites.contains("PubNubOriginServerTests")
    let kept = suites + (testsServer ? ["PubNubOriginTestSupport"] : [])
    package.targets.removeAll { target in
        target.type == .test && !kept.contains(target.name)
            || target.type == .executable && !tools.contains(target.name)
    }
    package.products.removeAll { $0 is Product.Executable }
}
