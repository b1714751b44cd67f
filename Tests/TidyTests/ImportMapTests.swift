// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The layers of the project: what each target may import besides Foundation, swift-log and
/// swift-collections. The order is the journey of a notification; no target imports one below it.
private let importMap: [(target: String, mayImport: Set<String>)] = [
    ("APNSWire", []),
    ("LocalSystem", []),
    ("Diagnostics", ["APNSWire"]),
    ("PushLint", ["APNSWire", "Diagnostics"]),
    ("Simulation", ["APNSWire"]),
    ("APNSAuth", ["APNSWire", "LocalSystem", "Crypto", "CryptoExtras", "X509", "SwiftASN1"]),
    ("HTTP2Core", []),
    ("APNSProvider", ["APNSWire", "APNSAuth", "HTTP2Core", "Metrics", "Tracing"] + nio + proxy),
    ("APNSService", ["APNSWire", "Simulation"]),
    (
        "APNSSimulator",
        ["APNSWire", "APNSAuth", "APNSService", "HTTP2Core", "Simulation"] + nio
    ),
    // FoundationInternationalization has the rules of time zones.
    ("DeviceModel", ["APNSWire", "Simulation", "FoundationInternationalization"]),
    ("DeviceSimulator", ["APNSWire", "DeviceModel", "Simulation"]),
    (
        "OpenUserNotifications",
        [
            "APNSWire", "DeviceModel", "DeviceSimulator", "Simulation", "FoundationNetworking",
            "Observation",
        ]
    ),
    (
        "UserNotificationsShim",
        apple.union(["OpenUserNotifications"])
    ),
    ("GatewayAPI", ["APNSWire"]),
    ("BellhopSeal", ["APNSWire", "Crypto"]),
    (
        "BellhopKit",
        [
            "APNSWire", "GatewayAPI", "BellhopSeal", "LocalSystem", "UserNotificationsShim",
            "Crypto", "FoundationNetworking", "Observation", "SwiftUI", "Security", "MapKit",
            "UIKit",
            "AppKit", "WatchKit", "ObjectiveC",
        ]
    ),
    (
        "BellhopTesting",
        [
            "APNSWire", "APNSService", "DeviceModel", "DeviceSimulator", "Diagnostics",
            "OpenUserNotifications", "PushLint", "Simulation", "Testing",
        ]
    ),
    (
        "BellhopTestingServer",
        ["APNSWire", "APNSAuth", "APNSService", "APNSSimulator", "BellhopTesting", "Testing"]
    ),
    (
        "Explain",
        [
            "APNSWire", "APNSAuth", "APNSService", "DeviceModel", "Diagnostics", "PushLint",
            "Simulation", "Yams",
        ]
    ),
    (
        "AppProject",
        ["APNSWire", "Diagnostics", "PushLint", "SwiftASN1", "Yams", "SwiftSyntax", "SwiftParser"]
    ),
    (
        "ProjectDoctor",
        [
            "APNSWire", "APNSAuth", "AppProject", "Diagnostics", "PushLint", "Crypto", "X509",
            "SwiftASN1", "SwiftSyntax", "SwiftParser",
        ]
    ),
    (
        "BellhopGateway",
        [
            "APNSWire", "APNSAuth", "APNSProvider", "GatewayAPI", "LocalSystem", "Crypto", "GRDB",
            "NIOHTTPTypes",
        ]
            + server
    ),
    ("GatewayTesting", ["APNSWire", "GatewayAPI", "BellhopGateway"]),
    ("ControlAPI", ["APNSWire", "DeviceModel"]),
    (
        "SimulatorHost",
        [
            "APNSWire", "APNSAuth", "APNSService", "APNSSimulator", "DeviceModel",
            "DeviceSimulator", "DemoBundle", "OpenUserNotifications", "ControlAPI", "Simulation",
        ] + server
    ),
    (
        "Workbench",
        [
            "APNSWire", "APNSAuth", "APNSProvider", "ControlAPI", "DeviceModel", "Diagnostics",
            "Explain", "GatewayAPI", "AsyncHTTPClient", "NIOCore", "NIOHTTP1",
        ]
    ),
    (
        "CommandSupport",
        [
            "APNSWire", "APNSAuth", "APNSProvider", "Diagnostics", "Explain", "LocalSystem",
            "PushLint", "Workbench", "ArgumentParser", "Yams",
        ]
    ),
    ("WebConsole", ["APNSWire", "ControlAPI", "DeviceModel"] + server),
]

private let nio: Set<String> = [
    "NIOCore", "NIOPosix", "NIOTLS", "NIOSSL", "NIOHTTP2", "NIOHPACK", "NIOConcurrencyHelpers",
]
private let proxy: Set<String> = ["NIOExtras", "NIOHTTP1"]
private let apple: Set<String> = [
    "UserNotifications", "UserNotificationsUI", "UIKit", "ActivityKit", "BackgroundTasks",
    "CoreLocation", "Intents", "PushKit",
]
private let server: Set<String> = [
    "Hummingbird", "HummingbirdCore", "HTTPTypes", "NIOCore", "ServiceLifecycle",
]

/// What every target may import.
private let everywhere: Set<String> = [
    "Foundation", "FoundationEssentials", "Logging", "Synchronization", "DequeModule",
    "OrderedCollections",
    "Dispatch", "Glibc", "Darwin", "Musl", "Android",
]

private func + (a: Set<String>, b: Set<String>) -> Set<String> { a.union(b) }

/// The programs, which may import everything.
private let programs: Set<String> = ["bellhop", "bellhop-project"]

@Test(
    arguments: SourceFile.all.filter {
        $0.path.hasPrefix("Sources/") && !programs.contains($0.target)
    })
func `a target imports only what the map allows`(file: SourceFile) throws {
    let row = try #require(
        importMap.first { $0.target == file.target },
        "\(file.target) is not in the import map of ImportMapTests.swift; add its row there")
    for (number, module) in file.imports where module != file.target {
        #expect(
            everywhere.contains(module) || row.mayImport.contains(module),
            "\(file.path):\(number) imports \(module), which \(file.target) may not")
    }
}

@Test func `the import map names no target that does not exist`() {
    let targets = Set(SourceFile.all.map(\.target))
    for row in importMap { #expect(targets.contains(row.target), "\(row.target) has no sources") }
}

@Test func `a target never imports one that stands below it in the map`() {
    let order = importMap.map(\.target)
    for (index, row) in importMap.enumerated() {
        let below = row.mayImport.filter { module in
            order.firstIndex(of: module).map { $0 > index } ?? false
        }
        #expect(
            below.isEmpty,
            "\(row.target) may import \(below.sorted()), which come later in the journey")
    }
}
