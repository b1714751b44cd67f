// swift-tools-version: 6.2
import PackageDescription

// A separate package with other implementations, with which ours are compared: `make oracle`. The
// tested sources are links into the checkout, so that nothing else is built.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "oracles",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-http2.git", from: "1.46.0"),
    ],
    targets: [
        .target(name: "HTTP2Core", swiftSettings: strict),
        // Only its random number generator.
        .target(name: "Simulation", swiftSettings: strict),
        .systemLibrary(
            name: "CNGHTTP2", pkgConfig: "libnghttp2",
            providers: [.apt(["libnghttp2-dev"]), .brew(["libnghttp2"])]),
        .executableTarget(
            name: "header-oracle",
            dependencies: [
                "CNGHTTP2", "HTTP2Core", "Simulation",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
