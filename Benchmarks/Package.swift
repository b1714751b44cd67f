// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that users of Bellhop never build it.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "bellhop", path: ".."),
        // Bellhop's client is compared with it.
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        // Installed while Bellhop's client is measured, as in a service.
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-http2.git", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
    ],
    targets: [
        // Measurements and messages of both programs.
        .target(
            name: "BenchSupport",
            dependencies: [.product(name: "APNSProvider", package: "bellhop")],
            swiftSettings: settings),
        // The tables of payload, lint, decisions, token and fleet; the simulator under load.
        .executableTarget(
            name: "bellhop-bench",
            dependencies: [
                "BenchSupport",
                .product(name: "APNSProvider", package: "bellhop"),
                .product(name: "APNSSimulator", package: "bellhop"),
                .product(name: "PushLint", package: "bellhop"),
            ],
            swiftSettings: settings),
        // A load generator with Bellhop's client or another one, for a server on a given port.
        .executableTarget(
            name: "push-client",
            dependencies: [
                "BenchSupport",
                .product(name: "APNSProvider", package: "bellhop"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
