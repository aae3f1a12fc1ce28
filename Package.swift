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
/// A trait could not have its path, and unsafe flags must not be in the manifest that a package of an app reads.
let fuzzer = Context.environment["PUBNUB_FUZZER"]

let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

func nio(_ product: String) -> Target.Dependency { .product(name: product, package: "swift-nio") }

let fuzzed: [Target.Dependency] = [
    "PubNub", "PubNubChat", "PubNubCodec", "PubNubCore", "PubNubMachines", "PubNubOrigin", "PubNubOriginServer",
    "PubNubSupport", "PubNubWire", logging, grdb, nio("NIOCore"), nio("NIOEmbedded"), nio("NIOPosix"),
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
                linkerSettings: [.unsafeFlags([fuzzer]), .linkedLibrary("stdc++")]
            ),
        ]
    } else {
        [
            .testTarget(
                name: "FuzzTests",
                dependencies: fuzzed,
                exclude: ["Corpus", "Crashes", "Dictionaries", "Driver"]
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
        .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
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
        // Stops the build with one message if the headers of these libraries are missing.
        .target(name: "CPubNubHeaders", dependencies: ["CPubNubOpenSSL", "CPubNubZlib"]),

        .target(name: "PubNubSupport"),
        // The type of timetokens, which PubNubAsync and PubNubChat both export.
        .target(name: "PubNubTime"),
        .target(
            name: "PubNubCodec",
            dependencies: ["PubNubSupport", "CPubNubHeaders", "CPubNubOpenSSL", "CPubNubZlib"]
        ),
        .target(name: "PubNubWire"),
        .target(name: "PubNubMachines", dependencies: ["PubNubWire"]),
        // The engine, with which the interfaces below reach a server.
        .target(
            name: "PubNubCore",
            dependencies: [
                "CPubNubCurl", "CPubNubLinux", "PubNubCodec", "PubNubMachines", "PubNubSupport", "PubNubWire", logging,
            ]
        ),
        // The interface of 3.x.
        .target(
            name: "PubNub",
            dependencies: [
                "PubNubCodec", "PubNubCore", "PubNubMachines", "PubNubSupport", "PubNubWire", logging,
            ]
        ),
        .target(
            name: "PubNubAsync",
            dependencies: [
                "PubNubCodec", "PubNubCore", "PubNubMachines", "PubNubSupport", "PubNubTime", "PubNubWire", logging,
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ]
        ),
        .target(
            name: "PubNubChat",
            dependencies: [
                "PubNub", "PubNubCodec", "PubNubCore", "PubNubMachines", "PubNubSupport", "PubNubTime", "PubNubWire",
                logging, grdb,
            ]
        ),
        // The server that a test embeds: in memory.
        .target(
            name: "PubNubOrigin",
            dependencies: [
                "CPubNubLinux", "PubNubCodec", "PubNubSupport", "PubNubWire",
                .product(name: "HeapModule", package: "swift-collections"), nio("NIOConcurrencyHelpers"),
                nio("NIOCore"), nio("NIOHTTP1"), nio("NIOPosix"),
            ]
        ),
        // The server that an operator runs. Apart from PubNubOrigin, so that programs with a server in memory build neither SQLite nor a TLS library.
        .target(
            name: "PubNubOriginServer",
            dependencies: [
                "CPubNubOpenSSL", "PubNubCodec", "PubNubOrigin", "PubNubSupport", "PubNubWire",
                .target(name: "CPubNubNATS", condition: .when(traits: ["NATS"])),
                .product(name: "CoreMetrics", package: "swift-metrics"), grdb,
                .product(name: "GRDBSQLite", package: "GRDB.swift"), nio("NIOCore"), nio("NIOHTTP1"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"), nio("NIOTLS"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            // The page of the console, in a folder next to the program; see ConsoleFiles.
            resources: [.copy("Console")]
        ),
        // The only library that has both the client and the server.
        .target(name: "PubNubTesting", dependencies: ["PubNubAsync", "PubNubOrigin"]),
        .executableTarget(
            name: "PubNubCommand",
            dependencies: [
                "PubNub", "PubNubAsync", "PubNubCore", "PubNubMachines", "PubNubOrigin", "PubNubOriginServer",
                "PubNubSupport", "PubNubWire", logging,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .target(
            name: "PubNubTestSupport",
            dependencies: [
                "PubNub", "PubNubCore", "PubNubMachines", "PubNubOrigin", "PubNubSupport", "PubNubWire", nio("NIOCore"),
                nio("NIOPosix"),
            ],
            path: "Tests/Support"
        ),
        // Apart from PubNubTestSupport, for tests of modules below the client.
        .target(name: "TestRandom", dependencies: ["PubNubMachines"], path: "Tests/Random"),

        .testTarget(name: "PubNubCodecTests", dependencies: ["PubNubCodec", "PubNubWire", "TestRandom"]),
        .testTarget(name: "PubNubWireTests", dependencies: ["PubNubWire", "TestRandom"]),
        .testTarget(name: "PubNubMachineTests", dependencies: ["PubNubMachines", "PubNubWire"]),
        .testTarget(
            name: "PubNubTests",
            dependencies: [
                "CPubNubCurl", "PubNub", "PubNubCodec", "PubNubCore", "PubNubMachines", "PubNubSupport", "PubNubWire",
                "PubNubTestSupport", "TestRandom", logging,
            ]
        ),
        // Processes for tests to start, and most of them to kill.
        .executableTarget(
            name: "test-process",
            dependencies: ["PubNubChat", "PubNub", grdb],
            path: "Tests/TestProcess"
        ),
        .testTarget(
            name: "PubNubChatTests",
            dependencies: [
                "test-process", "PubNubChat", "PubNub", "PubNubCore", "PubNubMachines", "PubNubOrigin",
                "PubNubOriginServer", "PubNubSupport", "PubNubWire", "PubNubTestSupport", "TestRandom", logging, grdb,
            ],
            exclude: ["Migration/Files"]
        ),
        .testTarget(
            name: "PubNubAsyncTests",
            dependencies: [
                "PubNubAsync", "PubNub", "PubNubCore", "PubNubMachines", "PubNubOrigin", "PubNubSupport", "PubNubWire",
                "PubNubTestSupport", logging, .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ]
        ),
        .testTarget(name: "PubNubTestingTests", dependencies: ["PubNubAsync", "PubNubOrigin", "PubNubTesting"]),
        // For both suites of the server. It sees what only tests see, so it is a target of tests.
        .testTarget(
            name: "PubNubOriginTestSupport",
            dependencies: [
                "PubNubOrigin", "PubNubSupport", "PubNubTestSupport", "PubNubCodec", "PubNubWire", "TestRandom",
                nio("NIOCore"),
            ],
            path: "Tests/OriginSupport"
        ),
        .testTarget(
            name: "PubNubOriginTests",
            dependencies: [
                "PubNubOrigin", "PubNubOriginTestSupport", "PubNubCodec", "PubNubSupport", "PubNubWire",
                "PubNubTestSupport", "TestRandom", nio("NIOCore"), nio("NIOEmbedded"), nio("NIOHTTP1"), nio("NIOPosix"),
            ]
        ),
        .testTarget(
            name: "PubNubOriginServerTests",
            dependencies: [
                "PubNubOrigin", "PubNubOriginServer", "PubNubOriginTestSupport", "PubNubCodec", "PubNubSupport",
                "PubNubWire", "PubNubTestSupport", "TestRandom", grdb,
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "MetricsTestKit", package: "swift-metrics"), nio("NIOCore"), nio("NIOEmbedded"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"), nio("NIOHTTP1"), nio("NIOPosix"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            ]
        ),
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "PubNub", "PubNubCore", "PubNubOrigin", "PubNubOriginServer", "PubNubSupport", "PubNubWire",
                "PubNubTestSupport",
            ]
        ),
        .testTarget(
            name: "CallFormsTests",
            dependencies: [
                "PubNub", "PubNubAsync", "PubNubChat", "PubNubOrigin", "PubNubSupport", "PubNubTestSupport", grdb,
            ]
        ),
    ] + fuzzing
)

for target in package.targets where target.type != .system {
    target.swiftSettings = settings
    // For the fuzzer, the libraries are optimised, with their assertions, and count what code an input reaches.
    if fuzzer != nil, target.type == .regular, target.path == nil {
        let coverage = "-sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp"
        target.swiftSettings?.append(.unsafeFlags(["-O", "-assert-config", "Debug", coverage]))
    }
}

/// The suites to build, separated by `|`, for sanitizers that run only some of them. Unused targets are left out.
if let suites = Context.environment["PUBNUB_SUITES"]?.split(separator: "|").map(String.init) {
    let tools = ["test-process", "Fuzz"]
    let testsServer = suites.contains("PubNubOriginTests") || suites.contains("PubNubOriginServerTests")
    let kept = suites + (testsServer ? ["PubNubOriginTestSupport"] : [])
    package.targets.removeAll { target in
        target.type == .test && !kept.contains(target.name)
            || target.type == .executable && !tools.contains(target.name)
    }
    package.products.removeAll { $0 is Product.Executable }
}
