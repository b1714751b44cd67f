// swift-tools-version: 6.2
import PackageDescription

// A separate package, built with libFuzzer and the address sanitizer: `make fuzz`. The readers'
// sources are links into the checkout, so that they are instrumented and nothing else is built.
// Optimizing takes longer than the few seconds for which CI fuzzes. Therefore CI sets
// BELLHOP_FUZZ_BRIEFLY=1.
let optimization = Context.environment["BELLHOP_FUZZ_BRIEFLY"] == "1" ? "-Onone" : "-O"
let instrumented: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .unsafeFlags([
        "-sanitize=fuzzer,address", "-parse-as-library", optimization, "-enable-testing",
    ]),
]
let sanitized: [LinkerSetting] = [
    .unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])
]

let package = Package(
    name: "fuzzing",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "APNSWire", swiftSettings: instrumented),
        .target(name: "Diagnostics", dependencies: ["APNSWire"], swiftSettings: instrumented),
        .target(
            name: "PushLint", dependencies: ["APNSWire", "Diagnostics"],
            swiftSettings: instrumented),
        .target(name: "HTTP2Core", swiftSettings: instrumented),
        // The part of APNSProvider that is a connection as a value.
        .target(
            name: "PushEngine", dependencies: ["APNSWire", "HTTP2Core"],
            swiftSettings: instrumented),
        // One target for each parser; add a new one to FUZZERS in the Makefile.
        .executableTarget(
            name: "fuzz-json", dependencies: ["APNSWire", "Diagnostics", "PushLint"],
            swiftSettings: instrumented,
            linkerSettings: sanitized),
        .executableTarget(
            name: "fuzz-headers", dependencies: ["HTTP2Core"], swiftSettings: instrumented,
            linkerSettings: sanitized),
        .executableTarget(
            name: "fuzz-frames", dependencies: ["APNSWire", "HTTP2Core", "PushEngine"],
            swiftSettings: instrumented, linkerSettings: sanitized),
    ],
    swiftLanguageModes: [.v6]
)
