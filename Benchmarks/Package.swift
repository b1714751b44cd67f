// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that whoever uses Bellhop never builds it.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "bellhop", path: "..")],
    targets: [
        .executableTarget(
            name: "bellhop-bench",
            dependencies: [
                .product(name: "APNSProvider", package: "bellhop"),
                .product(name: "APNSSimulator", package: "bellhop"),
                .product(name: "PushLint", package: "bellhop"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
