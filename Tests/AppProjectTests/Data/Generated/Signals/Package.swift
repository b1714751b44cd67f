// swift-tools-version: 5.9
import PackageDescription

let package = Package(
    name: "Signals",
    products: [.library(name: "Signals", targets: ["SignalCore", "SignalKit"])],
    targets: [
        .target(name: "SignalCore"),
        .target(
            name: "SignalKit",
            dependencies: ["SignalCore", .product(name: "Logging", package: "swift-log")]),
        .testTarget(name: "SignalTests", dependencies: ["SignalKit"]),
    ])
