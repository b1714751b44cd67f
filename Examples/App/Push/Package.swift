// swift-tools-version: 6.2
import PackageDescription

// The code that the app and its extensions share. It is a separate package for two reasons: it uses
// BellhopKit with `traits: []`, so that no server's package is resolved or built, and it builds on
// Linux, where ../PushTests runs it on a virtual iPhone.
let package = Package(
    name: "PostcardPush",
    platforms: [.iOS(.v17), .macOS(.v15)],
    products: [.library(name: "PostcardPush", targets: ["PostcardPush"])],
    dependencies: [.package(name: "bellhop", path: "../../..", traits: [])],
    targets: [
        .target(
            name: "PostcardPush",
            dependencies: [.product(name: "BellhopKit", package: "bellhop")])
    ],
    swiftLanguageModes: [.v6]
)
