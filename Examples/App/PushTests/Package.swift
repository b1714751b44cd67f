// swift-tools-version: 6.2
import PackageDescription

// The app's notifications on a virtual iPhone: `swift test`, on a Mac or on Linux. A package
// of its own, because the phone and its APNs need packages that the app must not resolve.
let package = Package(
    name: "PushTests",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(path: "../Push"),
        .package(name: "bellhop", path: "../../..", traits: ["Testing"]),
    ],
    targets: [
        .testTarget(
            name: "PostcardPushTests",
            dependencies: [
                .product(name: "PostcardPush", package: "Push"),
                .product(name: "BellhopKit", package: "bellhop"),
                .product(name: "BellhopTesting", package: "bellhop"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
