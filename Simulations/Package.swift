// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that the engines of client and gateway and their simulations are
// built quickly, with optimization and without sockets: `make seeds` and `make bugs`. The sources
// are links into the checkout.
let features: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// `make bugs` sets this condition, which compiles the injected errors in.
let bugs: [SwiftSetting] =
    Context.environment["BELLHOP_BUGS"] == "1" ? [.define("BELLHOP_BUGS")] : []

let package = Package(
    name: "simulations",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/apple/swift-collections.git", from: "1.6.0")
    ],
    targets: [
        .target(name: "APNSWire", swiftSettings: features),
        .target(name: "HTTP2Core", swiftSettings: features),
        .target(name: "Simulation", dependencies: ["APNSWire"], swiftSettings: features),
        // The engine alone.
        .target(
            name: "APNSProvider",
            dependencies: [
                "APNSWire", "HTTP2Core",
                .product(name: "DequeModule", package: "swift-collections"),
            ],
            swiftSettings: features + bugs),
        // The gateway's rules and engine.
        .target(
            name: "GatewayModel",
            dependencies: [
                "APNSWire", "Simulation",
                .product(name: "DequeModule", package: "swift-collections"),
            ],
            swiftSettings: features + bugs),
        .executableTarget(
            name: "gateway-seeds", dependencies: ["APNSWire", "GatewayModel", "Simulation"],
            swiftSettings: features + bugs),
        .executableTarget(
            name: "engine-seeds",
            dependencies: [
                "APNSWire", "APNSProvider", "HTTP2Core", "Simulation",
                .product(name: "DequeModule", package: "swift-collections"),
            ],
            swiftSettings: features + bugs),
    ],
    swiftLanguageModes: [.v6]
)
