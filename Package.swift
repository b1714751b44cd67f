// swift-tools-version: 6.2
import PackageDescription

// The targets are in the order in which a notification passes through them; see
// docs/ARCHITECTURE.md.

// There is a trait for each kind of user, so that no user resolves or builds the dependencies of
// others (docs/decisions/0019-a-trait-for-each-kind-of-user.md). BellhopKit, BellhopSeal and
// PushLint need no trait: `traits: []`. The default traits cover everything, so that a clone builds
// unchanged.
extension [String] {
    /// `APNSProvider`: a Swift server that sends notifications.
    static let client = ["Client", "Gateway", "Tools"]
    /// `APNSSimulator`: a simulated APNs for tests of a sender.
    static let simulator = ["Simulator", "Tools"]
    /// `BellhopTesting` and `OpenUserNotifications`: an app's tests on a virtual iPhone.
    static let testing = ["Testing", "Tools"]
    /// `BellhopGateway` and `GatewayTesting`: the gateway inside another server.
    static let gateway = ["Gateway", "Tools"]
    /// `GatewayClient`: a server that calls the gateway.
    static let gatewayClient = ["GatewayClient", "Tools"]
    /// The command-line tool, with its project readers and credential checks.
    static let tools = ["Tools"]
    /// Dependencies that only Bellhop's own tests use.
    static let development = ["Development"]
}

extension Target.Dependency {
    /// Returns a product that is resolved and built only with one of these traits.
    private static func product(
        _ name: String, _ package: String, _ users: [String]...
    ) -> Target.Dependency {
        .product(
            name: name, package: package,
            condition: .when(traits: Set(users.flatMap { $0 } + .development)))
    }

    /// Returns a library of the system that is looked for and linked only with a trait.
    private static func systemLibrary(_ name: String, trait: String) -> Target.Dependency {
        .target(name: name, condition: .when(traits: [trait]))
    }

    static let libPQ = systemLibrary("CLibPQ", trait: "Postgres")
    static let crypto = product(name: "Crypto", package: "swift-crypto")
    static let cryptoExtras = product("CryptoExtras", "swift-crypto", .client, .simulator)
    static let x509 = product("X509", "swift-certificates", .client, .simulator)
    static let asn1 = product("SwiftASN1", "swift-asn1", .client, .simulator)
    static let deques = product("DequeModule", "swift-collections", .client, .simulator, .testing)
    static let logging = product("Logging", "swift-log", .client, .simulator)
    static let metrics = product("Metrics", "swift-metrics", .client)
    static let tracing = product("Tracing", "swift-distributed-tracing", .client)
    static let nioCore = product("NIOCore", "swift-nio", .client, .simulator, .gatewayClient)
    static let nioPosix = product("NIOPosix", "swift-nio", .client, .simulator, .gatewayClient)
    static let nioTLS = product("NIOTLS", "swift-nio", .client, .simulator)
    static let nioHTTP1 = product("NIOHTTP1", "swift-nio", .client, .gatewayClient)
    static let nioSSL = product("NIOSSL", "swift-nio-ssl", .client, .simulator)
    static let nioCompression = product("NIOHTTPCompression", "swift-nio-extras", .tools)
    static let nioExtras = product("NIOExtras", "swift-nio-extras", .client)
    static let httpTypes = product("HTTPTypes", "swift-http-types", .gateway)
    static let nioHTTPTypes = product("NIOHTTPTypes", "swift-nio-extras", .gateway)
    static let hummingbird = product("Hummingbird", "hummingbird", .gateway)
    static let serviceLifecycle = product("ServiceLifecycle", "swift-service-lifecycle", .gateway)
    static let grdb = product("GRDB", "GRDB.swift", .gateway)
    static let argumentParser = product("ArgumentParser", "swift-argument-parser", .tools)
    static let httpClient = product(
        "AsyncHTTPClient", "async-http-client", .gateway, .gatewayClient)
    static let unixSignals = product("UnixSignals", "swift-service-lifecycle", .tools)
    static let configuration = product("Configuration", "swift-configuration", .tools)
    static let mustache = product("Mustache", "swift-mustache", .tools)
    static let yams = product("Yams", "Yams", .tools)
    static let swiftSyntax = product("SwiftSyntax", "swift-syntax", .tools)
    static let swiftParser = product("SwiftParser", "swift-syntax", .tools)
    static let nioEmbedded = product("NIOEmbedded", "swift-nio", .tools)
    static let nioHPACK = product("NIOHPACK", "swift-nio-http2")
    static let nioHTTP2 = product("NIOHTTP2", "swift-nio-http2")
    static let hummingbirdTesting = product("HummingbirdTesting", "hummingbird")
    static let coreMetrics = product("CoreMetrics", "swift-metrics")
    static let metricsTestKit = product("MetricsTestKit", "swift-metrics")
    static let subprocess = product("Subprocess", "swift-subprocess")
    static let sqlite = product("GRDBSQLite", "GRDB.swift")
}

let package = Package(
    name: "bellhop",
    // BellhopKit requires iOS 17 and related systems. The servers require macOS 15.
    platforms: [.macOS(.v15), .iOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        // The first two are for apps, with `traits: []`; most of the others need a trait below.
        .library(name: "BellhopKit", targets: ["BellhopKit"]),
        .library(name: "BellhopSeal", targets: ["BellhopSeal"]),
        .executable(name: "bellhop", targets: ["bellhop"]),
        .executable(name: "bellhop-project", targets: ["bellhop-project"]),
        .library(name: "APNSProvider", targets: ["APNSWire", "APNSAuth", "APNSProvider"]),
        .library(
            name: "APNSSimulator",
            targets: ["APNSService", "APNSSimulator", "DeviceModel", "DeviceSimulator"]),
        .library(
            name: "OpenUserNotifications",
            targets: ["OpenUserNotifications", "UserNotificationsShim"]),
        .library(name: "BellhopTesting", targets: ["BellhopTesting"]),
        .library(name: "BellhopTestingServer", targets: ["BellhopTestingServer"]),
        .library(name: "PushLint", targets: ["APNSWire", "Diagnostics", "PushLint"]),
        .library(name: "BellhopGateway", targets: ["GatewayAPI", "BellhopGateway"]),
        .library(name: "GatewayTesting", targets: ["GatewayTesting"]),
        .library(name: "GatewayClient", targets: ["GatewayAPI", "GatewayClient"]),
    ],
    traits: [
        .trait(name: "Client", description: "APNSProvider: a Swift server that sends."),
        .trait(name: "Simulator", description: "APNSSimulator: an APNs for tests of senders."),
        .trait(
            name: "Testing",
            description: "BellhopTesting: an app's tests on a virtual iPhone."),
        .trait(name: "Gateway", description: "BellhopGateway: the gateway inside another server."),
        .trait(name: "GatewayClient", description: "GatewayClient: a server that calls a gateway."),
        .trait(
            name: "Tools",
            description: "The command-line tool: everything but what only Bellhop's tests use."),
        .trait(name: "Development", description: "Bellhop's own tests."),
        .trait(
            name: "Postgres",
            description: "The gateway's storage in PostgreSQL; needs libpq's headers."),
        .default(enabledTraits: ["Tools", "Development"]),
    ],
    dependencies: [
        .package(
            url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1",
            traits: []),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-http2.git", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-certificates.git", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-asn1.git", from: "1.7.4"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-collections.git", from: "1.6.0"),
        .package(
            url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
        // Without traits, because Bellhop does not use its readers of JSON, YAML and arguments.
        .package(
            url: "https://github.com/apple/swift-configuration.git", from: "1.4.0", traits: []),
        .package(url: "https://github.com/jpsim/Yams.git", from: "6.2.2"),
        .package(
            url: "https://github.com/hummingbird-project/swift-mustache.git", from: "2.1.1"),
        .package(url: "https://github.com/swiftlang/swift-syntax.git", from: "603.0.1"),
        // Tests only.
        .package(url: "https://github.com/swiftlang/swift-subprocess.git", from: "1.0.2"),
    ],
    targets: [
        // The types that sender and service share: payload, push types, headers, token, reasons;
        // values only.
        .target(name: "APNSWire"),
        .testTarget(name: "APNSWireTests", dependencies: ["APNSWire", "Simulation"]),

        // Local files: locks, private files, input with limits.
        .target(name: "LocalSystem"),
        .testTarget(name: "LocalSystemTests", dependencies: ["LocalSystem"]),

        // The findings of lint and doctor, and their output as text, JSON, SARIF and annotations.
        .target(name: "Diagnostics", dependencies: ["APNSWire"]),
        .testTarget(name: "DiagnosticsTests", dependencies: ["APNSWire", "Diagnostics"]),

        // Rules for payloads and headers.
        .target(name: "PushLint", dependencies: ["APNSWire", "Diagnostics"]),
        .testTarget(
            name: "PushLintTests",
            dependencies: ["APNSWire", "Diagnostics", "PushLint", "Simulation"],
            exclude: ["Corpus", "FailCases"]),

        // Virtual clock and seeded generator.
        .target(name: "Simulation", dependencies: ["APNSWire"]),
        .testTarget(name: "SimulationTests", dependencies: ["APNSWire", "Simulation"]),

        // Provider tokens and certificates: signing (client), verification (service).
        .target(
            name: "APNSAuth",
            dependencies: ["APNSWire", "LocalSystem", .crypto, .cryptoExtras, .x509, .asn1]),
        .testTarget(
            name: "APNSAuthTests",
            dependencies: ["APNSWire", "APNSAuth", "Simulation", .crypto, .x509, .asn1]),

        // A notification for APNs as the source of messages for other platforms.
        .target(name: "MessageForms", dependencies: ["APNSWire"]),

        // Web Push: encryption, VAPID, subscriptions, requests and responses; values only.
        .target(name: "WebPush", dependencies: ["APNSWire", "MessageForms", .crypto]),
        .testTarget(
            name: "WebPushTests",
            dependencies: ["APNSWire", "MessageForms", "Simulation", "WebPush", .crypto]),

        // FCM's HTTP v1 API: service accounts, access tokens, messages, error codes; values only.
        .target(
            name: "FCM", dependencies: ["APNSWire", "MessageForms", .crypto, .cryptoExtras]),
        .testTarget(
            name: "FCMTests",
            dependencies: [
                "APNSWire", "FCM", "MessageForms", "Simulation", .crypto, .cryptoExtras,
            ]),

        // The decisions of FCM's servers and of a push service of browsers, without I/O.
        .target(
            name: "MessagingSimulator",
            dependencies: ["APNSWire", "FCM", "WebPush", .crypto, .cryptoExtras, .deques]),
        .testTarget(
            name: "MessagingSimulatorTests",
            dependencies: [
                "APNSWire", "FCM", "MessagingSimulator", "Simulation", "WebPush", .crypto,
            ]),

        // HTTP/2 without I/O, for client and server: frames, header compression, settings, windows.
        .target(name: "HTTP2Core"),
        .testTarget(name: "HTTP2CoreTests", dependencies: ["HTTP2Core", "Simulation"]),

        // APNSClient: connections, deadlines, outcomes.
        .target(
            name: "APNSProvider",
            dependencies: [
                "APNSWire", "APNSAuth", "HTTP2Core", .deques, .logging, .metrics, .tracing,
                .nioCore, .nioExtras, .nioHTTP1, .nioPosix, .nioTLS, .nioSSL,
            ]),
        .testTarget(
            name: "APNSProviderTests",
            dependencies: [
                "APNSWire", "APNSAuth", "APNSProvider", "HTTP2Core", "Simulation", .logging,
                .metrics, .metricsTestKit, .tracing, .nioCore, .nioPosix, .nioHTTP2,
                .nioHPACK, .nioSSL, .subprocess,
            ]),

        // The decisions of Apple's servers, without I/O.
        .target(
            name: "APNSService", dependencies: ["APNSWire", "Simulation", .deques]),
        .testTarget(
            name: "APNSServiceTests",
            dependencies: [
                "APNSWire", "APNSAuth", "APNSService", "Simulation", .crypto, .x509, .asn1,
            ]),

        // The HTTP/2 and TLS server for APNSService.
        .target(
            name: "APNSSimulator",
            dependencies: [
                "APNSWire", "APNSAuth", "APNSService", "HTTP2Core", .logging,
                .nioCore, .nioPosix, .nioTLS, .nioSSL,
            ]),
        .testTarget(
            name: "APNSSimulatorTests",
            dependencies: [
                "APNSSimulator", "APNSProvider", "HTTP2Core", .crypto, .x509, .asn1, .nioCore,
                .nioEmbedded, .nioPosix, .nioHTTP2, .nioHPACK, .nioSSL, .subprocess, "APNSWire",
                "Simulation", "APNSAuth", "APNSService", "ControlAPI", "SimulatorHost", .logging,
            ]),

        // The decisions of iOS; values only, no app code.
        .target(name: "DeviceModel", dependencies: ["APNSWire"]),
        .testTarget(
            name: "DeviceModelTests", dependencies: ["APNSWire", "DeviceModel", "Simulation"]),

        // VirtualDevice: runs an app's code on a DeviceModel.
        .target(name: "DeviceSimulator", dependencies: ["APNSWire", "DeviceModel", "Simulation"]),
        .testTarget(
            name: "DeviceSimulatorTests",
            dependencies: ["APNSWire", "DeviceModel", "DeviceSimulator", "Simulation"]),

        // Apple's API for systems without Apple's frameworks, and for tests on the virtual phone.
        .target(
            name: "OpenUserNotifications",
            dependencies: ["APNSWire", "DeviceModel", "DeviceSimulator"]),

        .testTarget(
            name: "OpenUserNotificationsTests",
            dependencies: [
                "APNSWire", "DeviceModel", "DeviceSimulator", "OpenUserNotifications", "Simulation",
            ],
            resources: [.copy("Data")]),

        // A single import for Apple's frameworks or the virtual phone; iOS needs only the former.
        .target(
            name: "UserNotificationsShim",
            dependencies: [
                .target(
                    name: "OpenUserNotifications",
                    condition: .when(platforms: [.macOS, .linux, .android, .windows]))
            ]),

        // Serves a router on a port of this machine, for tests.
        .target(
            name: "LiveServing",
            dependencies: [
                .httpClient, .httpTypes, .hummingbird, .logging, .nioCore, .nioHTTP1,
                .serviceLifecycle,
            ], path: "Tests/LiveServing"),

        // Requests, responses and problems of the gateway's HTTP API.
        .target(name: "GatewayAPI", dependencies: ["APNSWire"]),
        .testTarget(name: "GatewayAPITests", dependencies: ["GatewayAPI", "APNSWire"]),

        // A client of the gateway's API for an app's server.
        .target(
            name: "GatewayClient",
            dependencies: [
                "APNSWire", "GatewayAPI", .httpClient, .nioCore, .nioHTTP1, .nioPosix,
            ]),
        .testTarget(
            name: "GatewayClientTests",
            dependencies: [
                "APNSAuth", "APNSWire", "BellhopGateway", "GatewayAPI", "GatewayClient",
                "LiveServing", "Simulation",
            ]),

        // End-to-end encryption: the wire format, sealing and opening.
        .target(name: "BellhopSeal", dependencies: ["APNSWire", .crypto]),
        .testTarget(
            name: "BellhopSealTests", dependencies: ["APNSWire", "BellhopSeal"],
            resources: [.copy("Vectors")]),

        // Inside the app: permission, registration, routing, extensions, Live Activities.
        .target(
            name: "BellhopKit",
            dependencies: [
                "APNSWire", "GatewayAPI", "BellhopSeal", "LocalSystem", "UserNotificationsShim",
                .crypto,
            ]),
        .testTarget(
            name: "BellhopKitTests",
            dependencies: [
                "APNSWire", "BellhopKit", "BellhopSeal", "BellhopTesting", "GatewayAPI",
                "Simulation", "OpenUserNotifications", "UserNotificationsShim",
            ]),

        // The module that tests of apps import.
        .target(
            name: "BellhopTesting",
            dependencies: [
                "APNSWire", "APNSService", "DeviceModel", "DeviceSimulator", "Diagnostics",
                "OpenUserNotifications", "PushLint", "Simulation",
            ]),
        .testTarget(
            name: "BellhopTestingTests",
            dependencies: [
                "APNSWire", "APNSAuth", "APNSService", "BellhopTesting", "BellhopTestingServer",
                "OpenUserNotifications", "DeviceModel",
            ]),

        // The APNs of those tests as a real server, for a sender in another process.
        .target(
            name: "BellhopTestingServer",
            dependencies: [
                "APNSWire", "APNSAuth", "APNSService", "APNSSimulator", "BellhopTesting",
            ]),

        // The example app, as its developer would write it: code shared by app and extensions, the
        // app, its two extensions, and the files that Xcode adds.
        .target(
            name: "DemoKit", dependencies: ["BellhopKit", "BellhopSeal", "UserNotificationsShim"],
            path: "Examples/DemoApp/Shared"),
        .target(
            name: "DemoApp", dependencies: ["BellhopKit", "DemoKit", "UserNotificationsShim"],
            path: "Examples/DemoApp/Sources"),
        .target(
            name: "DemoService", dependencies: ["BellhopKit", "DemoKit"],
            path: "Examples/DemoApp/ServiceExtension"),
        .target(
            name: "DemoContent", dependencies: ["BellhopKit", "UserNotificationsShim"],
            path: "Examples/DemoApp/ContentExtension"),
        .target(
            name: "DemoBundle",
            dependencies: [
                "DemoApp", "DemoContent", "DemoKit", "DemoService", "UserNotificationsShim",
            ],
            path: "Examples/DemoApp",
            exclude: ["Shared", "Sources", "ServiceExtension", "ContentExtension", "Views"],
            sources: ["Description"],
            resources: [
                .embedInCode("Resources/DemoApp-Info.plist"),
                .embedInCode("Resources/ServiceExtension-Info.plist"),
                .embedInCode("Resources/ContentExtension-Info.plist"),
                .embedInCode("Resources/DemoApp.entitlements"),
                .embedInCode("Resources/Extension.entitlements"),
                .embedInCode("Resources/Localizable.xcstrings"),
            ]),
        .testTarget(
            name: "DemoAppTests",
            dependencies: [
                "APNSWire", "BellhopKit", "BellhopSeal", "BellhopTesting", "DemoApp", "DemoBundle",
                "DemoContent", "DemoKit", "DemoService", "GatewayAPI", "OpenUserNotifications",
            ]),

        // The program of the tutorial about sending: `swift run FirstNotification DEVICE_TOKEN`.
        .executableTarget(
            name: "FirstNotification", dependencies: ["APNSWire", "APNSAuth", "APNSProvider"],
            path: "Examples/Server"),

        // The examples of the guide to testing.
        .testTarget(
            name: "GuideTests", dependencies: ["BellhopTesting", .crypto], path: "Examples/Guide"),

        // The app of Examples/App, which `bellhop init` writes with another name. Its views compile
        // only on Apple's systems.
        .target(
            name: "PostcardPush", dependencies: ["BellhopKit"],
            path: "Examples/App/Push/Sources/PostcardPush"),
        .target(
            name: "PostcardService", dependencies: ["BellhopKit", "PostcardPush"],
            path: "Examples/App/NotificationService"),
        .target(
            name: "PostcardContent", dependencies: ["BellhopKit"],
            path: "Examples/App/NotificationContent"),
        .testTarget(
            name: "PostcardPushTests",
            dependencies: ["BellhopKit", "BellhopTesting", "PostcardPush"],
            path: "Examples/App/PushTests/Tests/PostcardPushTests"),
        .target(
            name: "AppTemplate", path: "Examples/App", exclude: ["PushTests/Package.swift"],
            sources: ["Template"],
            resources: [
                .embedInCode("README.md"), .embedInCode("project.yml"),
                .embedInCode("App/PostcardApp.swift"), .embedInCode("App/PostcardView.swift"),
                .embedInCode("NotificationService/NotificationService.swift"),
                .embedInCode("NotificationContent/NotificationViewController.swift"),
                .embedInCode("Push/Package.swift"),
                .embedInCode("Push/Sources/PostcardPush/AppDelegate.swift"),
                .embedInCode("Push/Sources/PostcardPush/Categories.swift"),
                .embedInCode("Push/Sources/PostcardPush/Mailbox.swift"),
                .embedInCode("Push/Sources/PostcardPush/Route.swift"),
                .embedInCode("Push/Sources/PostcardPush/Shared.swift"),
                .embedInCode("PushTests/Tests/PostcardPushTests/PostcardTests.swift"),
                .embedInCode("Support/App-Info.plist"), .embedInCode("Support/App.entitlements"),
                .embedInCode("Support/Content-Info.plist"),
                .embedInCode("Support/Extension.entitlements"),
                .embedInCode("Support/Service-Info.plist"),
            ]),
        .testTarget(
            name: "AppTemplateTests",
            dependencies: ["APNSWire", "AppTemplate", "DeviceModel", "DeviceSimulator", .yams]),

        // YAML files with positions: values, groups of keys, errors.
        .target(name: "YAMLReading", dependencies: ["APNSWire", "DeviceModel", .yams]),

        // A description of what APNs and iOS do with a payload, as a value.
        .target(
            name: "Explain",
            dependencies: [
                "APNSWire", "APNSAuth", "APNSService", "DeviceModel", "Diagnostics", "PushLint",
                "Simulation",
            ]),

        // The description of an app in YAML, for explanations.
        .target(
            name: "ExplainConfig",
            dependencies: ["APNSWire", "DeviceModel", "Explain", "YAMLReading"]),
        .testTarget(
            name: "ExplainTests",
            dependencies: [
                "APNSWire", "DeviceModel", "Diagnostics", "Explain", "ExplainConfig", "PushLint",
                "YAMLReading",
            ],
            exclude: ["Golden"]),

        // Reads an app's checkout without Xcode: projects, plists, profiles, sources.
        .target(
            name: "AppProject",
            dependencies: [
                "APNSWire", "Diagnostics", "PushLint", .asn1, .yams, .swiftSyntax, .swiftParser,
            ]),
        .testTarget(
            name: "AppProjectTests",
            dependencies: [
                "APNSWire", "AppProject", "Diagnostics", "PushLint", "Simulation", .swiftSyntax,
            ],
            exclude: ["Data", "FailCases"]),

        // Checks of an app's checkout and of a sender's credentials.
        .target(
            name: "ProjectDoctor",
            dependencies: [
                "APNSWire", "APNSAuth", "AppProject", "Diagnostics", "FCM", "PushLint",
                .swiftSyntax, .swiftParser,
            ]),
        .testTarget(
            name: "ProjectDoctorTests",
            dependencies: [
                "APNSWire", "APNSAuth", "AppProject", "Diagnostics", "FCM", "ProjectDoctor",
                "PushLint", .crypto, .cryptoExtras, .x509, .asn1, .swiftSyntax,
            ],
            exclude: ["Corpus"]),

        // Statements, rows and transactions, for any SQL database.
        .target(name: "SQLCore"),

        // A database in a SQLite file.
        .target(name: "SQLiteDriver", dependencies: ["LocalSystem", "SQLCore", .grdb]),

        // PostgreSQL's C library, and a database on a PostgreSQL server; both only with a trait.
        .systemLibrary(
            name: "CLibPQ", pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(name: "PostgresDriver", dependencies: ["SQLCore", .libPQ]),

        // The gateway's rules and its engine as values: campaigns, units, outcomes, lanes, a node.
        .target(name: "GatewayModel", dependencies: ["APNSWire", "Simulation", .deques]),
        .testTarget(
            name: "GatewayModelTests", dependencies: ["APNSWire", "GatewayModel", "Simulation"]),

        // Carries out the decisions of the gateway's engine: one node, and its sending to APNs.
        .target(
            name: "GatewayEngine",
            dependencies: [
                "APNSWire", "APNSProvider", "GatewayModel", "Simulation", .logging,
                .serviceLifecycle,
            ]),
        .testTarget(
            name: "GatewayEngineTests",
            dependencies: [
                "APNSAuth", "APNSProvider", "APNSService", "APNSSimulator", "APNSWire",
                "GatewayEngine", "GatewayModel", "Simulation", .logging, .serviceLifecycle,
            ]),

        // Descriptions of HTTP APIs as OpenAPI documents.
        .target(name: "OpenAPI", dependencies: ["APNSWire"]),
        .testTarget(name: "OpenAPITests", dependencies: ["APNSWire", "OpenAPI"]),

        // A tracer, and the file of its spans as OTLP in JSON.
        .target(
            name: "GatewayTracing",
            dependencies: ["APNSWire", "LocalSystem", .logging, .serviceLifecycle, .tracing]),
        .testTarget(
            name: "GatewayTracingTests",
            dependencies: [
                "APNSWire", "GatewayTracing", "LocalSystem", "Simulation", .logging,
                .serviceLifecycle, .tracing,
            ]),

        // Registry, messages, the sending worker, storage.
        .target(
            name: "BellhopGateway",
            dependencies: [
                "APNSWire", "APNSAuth", "APNSProvider", "DeviceModel", "Diagnostics", "Explain",
                "FCM", "GatewayAPI", "GatewayEngine", "GatewayModel", "LocalSystem",
                "MessageForms", "OpenAPI", "PostgresDriver", "PushLint", "SQLCore",
                "SQLiteDriver", "Simulation", "WebPush", .crypto, .cryptoExtras, .httpClient,
                .hummingbird,
                .logging, .httpTypes, .nioCore, .nioHTTP1, .nioHTTPTypes, .nioPosix, .nioSSL,
                .serviceLifecycle, .tracing,
            ]),
        .testTarget(
            name: "BellhopGatewayTests",
            dependencies: [
                "APNSService", "APNSSimulator", "BellhopGateway", "FCM", "GatewayEngine",
                "GatewayModel", "GatewayTesting", "GatewayTracing", "MessagingSimulator",
                "OpenAPI", "WebPush", "PostgresDriver", "SQLCore",
                "SQLiteDriver", "Simulation", .hummingbird, .hummingbirdTesting, .httpTypes,
                .logging, .nioCore, .nioEmbedded, .nioHTTPTypes, .nioPosix, .nioSSL, .crypto,
                .cryptoExtras,
                "APNSWire", "APNSProvider", "APNSAuth", .serviceLifecycle, .sqlite,
                .subprocess, "GatewayAPI", .tracing,
            ]),

        // The gateway's APNs endpoint: an HTTP/2 server for senders that speak to Apple.
        .target(
            name: "GatewayAPNS",
            dependencies: [
                "APNSAuth", "APNSService", "APNSSimulator", "APNSWire", "BellhopGateway",
                "HTTP2Core", .logging, .nioCore, .nioPosix, .nioSSL, .nioTLS,
            ]),
        .testTarget(
            name: "GatewayAPNSTests",
            dependencies: [
                "APNSAuth", "APNSProvider", "APNSSimulator", "APNSWire", "BellhopGateway",
                "GatewayAPI", "GatewayAPNS", .logging, .serviceLifecycle, .subprocess,
            ]),

        // Public test support: the checks that every storage driver must pass.
        .target(
            name: "GatewayTesting", dependencies: ["APNSWire", "BellhopGateway", "GatewayAPI"]),

        // Types of the simulator's control API.
        .target(name: "ControlAPI", dependencies: ["APNSWire", "DeviceModel"]),
        .testTarget(
            name: "ControlAPITests", dependencies: ["APNSWire", "ControlAPI", "DeviceModel"]),

        // Service, devices and control server in one process, for `apns` and `up`.
        .target(
            name: "SimulatorHost",
            dependencies: [
                "APNSWire", "APNSAuth", "APNSService", "APNSSimulator", "DeviceModel",
                "DeviceSimulator", "DemoBundle", "FCM", "MessagingSimulator",
                "OpenUserNotifications", "ControlAPI", "OpenAPI", "Simulation", "WebPush",
                "YAMLReading", .hummingbird, .httpTypes, .logging, .nioCore, .nioSSL,
                .serviceLifecycle,
            ]),
        .testTarget(
            name: "SimulatorHostTests",
            dependencies: [
                "APNSWire", "APNSAuth", "APNSProvider", "APNSService", "APNSSimulator",
                "ControlAPI", "DeviceModel", "FCM", "LiveServing", "MessagingSimulator",
                "OpenAPI", "Simulation", "SimulatorHost", "WebPush",
                .httpTypes, .hummingbird, .hummingbirdTesting, .logging, .nioCore,
            ]),

        // The operations of commands and page: push, channels, journey and load.
        .target(
            name: "Workbench",
            dependencies: [
                "APNSWire", "APNSAuth", "APNSProvider", "ControlAPI", "DeviceModel", "Diagnostics",
                "Explain", "FCM", "GatewayAPI", "GatewayClient", "MessageForms", "PushLint",
                "WebPush", .httpClient, .logging, .nioCore, .nioHTTP1,
            ]),
        .testTarget(
            name: "WorkbenchTests",
            dependencies: [
                "APNSProvider", "APNSWire", "ControlAPI", "Diagnostics", "GatewayAPI",
                "LiveServing", "PushLint", "Simulation", "Workbench", .hummingbird, .httpTypes,
                .nioCore,
            ]),

        // The web pages. Two C targets embed the files (scripts/page-files.py).
        .target(name: "WebConsoleFiles"),
        .target(
            name: "WebConsole",
            dependencies: [
                "APNSWire", "ControlAPI", "DeviceModel", "WebConsoleFiles", .hummingbird,
                .httpTypes, .nioCore, .serviceLifecycle,
            ],
            exclude: ["Page"]),

        // The console of the gateway: its pages and their files.
        .target(name: "GatewayConsoleFiles"),
        .target(
            name: "GatewayConsole",
            dependencies: [
                "APNSWire", "BellhopGateway", "GatewayAPI", "GatewayConsoleFiles", .crypto,
                .hummingbird, .httpTypes, .mustache, .nioCompression, .nioCore, .nioEmbedded,
                .nioHTTP1,
            ],
            exclude: ["Resources"]),
        .testTarget(
            name: "GatewayConsoleTests",
            dependencies: [
                "APNSWire", "BellhopGateway", "GatewayAPI", "GatewayConsole", "Simulation",
                .crypto, .hummingbird, .hummingbirdTesting, .httpTypes, .logging, .nioCore,
            ]),

        // Code that both command-line programs share: terminal, input, options, lint.
        .target(
            name: "CommandSupport",
            dependencies: [
                "APNSWire", "APNSAuth", "APNSProvider", "Diagnostics", "Explain", "LocalSystem",
                "PushLint", "Workbench", .argumentParser, .yams,
            ]),

        // The command-line tool.
        .executableTarget(
            name: "bellhop",
            dependencies: [
                "APNSWire", "APNSAuth", "APNSProvider", "APNSSimulator",
                "AppTemplate", "BellhopSeal", "CommandSupport", "GatewayAPI", "GatewayAPNS",
                "BellhopGateway", "ControlAPI", "DeviceModel", "Diagnostics", "Explain",
                "ExplainConfig", "FCM", "GatewayConsole", "GatewayTracing", "LocalSystem",
                "MessageForms", "MessagingSimulator", "PushLint", "Simulation", "SimulatorHost",
                "WebConsole", "WebPush", "Workbench", "YAMLReading", .argumentParser,
                .configuration, .crypto, .hummingbird, .logging, .nioCore, .serviceLifecycle,
                .unixSignals,
            ]),

        // The commands that read checkouts of apps: a separate program, because only they need
        // swift-syntax.
        .executableTarget(
            name: "bellhop-project",
            dependencies: [
                "APNSWire", "APNSAuth", "APNSProvider", "AppProject", "CommandSupport",
                "DeviceModel", "Diagnostics", "Explain", "FCM", "GatewayAPI", "ProjectDoctor",
                "PushLint", "Workbench", .argumentParser, .httpClient, .nioCore, .nioHTTP1,
            ]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "bellhop", "bellhop-project", "APNSAuth", "APNSProvider", "APNSWire",
                "BellhopGateway", "BellhopKit", "CommandSupport", "BellhopTesting", "FCM",
                "GatewayAPI", "HTTP2Core", "Simulation", "WebPush", "Workbench", .argumentParser,
                .httpClient, .nioCore, .nioHTTP1,
                .nioPosix, .nioSSL, .subprocess,
            ]),

        // Rules about the code itself.
        .testTarget(name: "TidyTests"),
    ],
    swiftLanguageModes: [.v6]
)

// The benchmarks and the comparison of header compression with other implementations: programs for
// work on Bellhop itself. They are targets of this package, so that a build reuses the modules of
// other builds, but only on request: users' builds do not contain them.
if Context.environment["BELLHOP_EXTRAS"] == "1" {
    package.targets += [
        // Measurements and messages of both programs.
        .target(
            name: "BenchSupport", dependencies: ["APNSProvider", "APNSWire"],
            path: "Benchmarks/Sources/BenchSupport"),
        // The tables of payload, lint, decisions, token and fleet; the simulator under load.
        .executableTarget(
            name: "bellhop-bench",
            dependencies: [
                "APNSAuth", "APNSProvider", "APNSService", "APNSSimulator", "APNSWire",
                "BenchSupport", "DeviceModel", "DeviceSimulator", "Diagnostics", "PushLint",
            ],
            path: "Benchmarks/Sources/bellhop-bench"),
        // A load generator with Bellhop's client or another one, for a server on a given port.
        .executableTarget(
            name: "push-client",
            dependencies: [
                "APNSAuth", "APNSProvider", "APNSWire", "BenchSupport", .httpClient, .coreMetrics,
                .nioCore, .nioHTTP1, .nioPosix, .nioHPACK, .nioHTTP2, .nioSSL,
            ],
            path: "Benchmarks/Sources/push-client"),
        .systemLibrary(
            name: "CNGHTTP2", path: "Oracles/Sources/CNGHTTP2", pkgConfig: "libnghttp2",
            providers: [.apt(["libnghttp2-dev"]), .brew(["libnghttp2"])]),
        .executableTarget(
            name: "header-oracle",
            dependencies: ["CNGHTTP2", "HTTP2Core", "Simulation", .nioCore, .nioHPACK],
            path: "Oracles/Sources/header-oracle"),
    ]
}

// CI sets this variable. It turns warnings into errors and does not change the build products.
let warningsAreErrors = Context.environment["BELLHOP_WARNINGS_ARE_ERRORS"] == "1"

for target in package.targets where target.type != .plugin && target.type != .system {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
        ] + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])
}

// Builds only some tests, for work on one part: BELLHOP_TESTS=APNSWireTests,PushLintTests.
if let chosen = Context.environment["BELLHOP_TESTS"] {
    let names = Set(chosen.split(separator: ",").map(String.init))
    package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
