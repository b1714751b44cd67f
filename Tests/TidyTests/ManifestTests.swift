// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Modules of the systems and of the Swift toolchain that a target may import besides what the
/// manifest declares.
private let systemModules: [String: Set<String>] = [
    "": [
        "Foundation", "FoundationEssentials", "Synchronization", "Dispatch", "Glibc", "Darwin",
        "Musl", "Android", "Testing",
    ],
    // The rules of time zones.
    "DeviceModel": ["FoundationInternationalization"],
    "OpenUserNotifications": ["FoundationNetworking", "Observation"],
    "UserNotificationsShim": [
        "UserNotifications", "UserNotificationsUI", "UIKit", "ActivityKit", "BackgroundTasks",
        "CoreLocation", "Intents", "PushKit",
    ],
    "BellhopKit": [
        "FoundationNetworking", "Observation", "SwiftUI", "Security", "MapKit", "UIKit", "AppKit",
        "WatchKit",
    ],
    "BellhopKitTests": ["FoundationNetworking", "Observation"],
    // Modules of products under another name.
    "BellhopGateway": ["HummingbirdCore", "FoundationInternationalization"],
    "SimulatorHost": ["HummingbirdCore"],
    "bellhop": ["HummingbirdCore"],
    "EndToEndTests": ["System", "SystemPackage"],
]

/// Targets of programs. Other targets depend on them to run the programs, and do not import them.
private let programTargets: Set<String> = ["bellhop", "bellhop-project"]

/// The targets whose sources are below `Sources` and `Tests`; the examples are elsewhere.
private let targets = Manifest.own.targets.filter { target in
    SourceFile.all.contains { $0.target == target.name && !$0.path.hasPrefix("Benchmarks/") }
}

@Test func `the manifest is read`() throws {
    #expect(targets.count > 50)
    #expect(Manifest.own.productModules.contains("NIOCore"))
    let client = try #require(targets.first { $0.name == "APNSProvider" })
    #expect(client.dependencies.isSuperset(of: ["APNSWire", "HTTP2Core", "NIOSSL", "Metrics"]))
    let shim = try #require(targets.first { $0.name == "UserNotificationsShim" })
    #expect(shim.dependencies == ["OpenUserNotifications"])
}

@Test(arguments: targets.map(\.name))
func `a target imports what it declares, and nothing else`(name: String) throws {
    let target = try #require(targets.first { $0.name == name })
    let system = (systemModules[""] ?? []).union(systemModules[name] ?? [])
    var imported: Set<String> = []
    for file in SourceFile.all where file.target == name {
        for (number, module) in file.imports where module != name {
            imported.insert(module)
            #expect(
                system.contains(module) || target.dependencies.contains(module),
                "\(file.path):\(number) imports \(module), which Package.swift does not declare")
        }
    }
    let unused = target.dependencies.subtracting(imported).subtracting(programTargets)
    #expect(
        unused.isEmpty, "Package.swift declares \(unused.sorted()), which \(name) never imports")
}

@Test func `a target depends only on targets that the manifest declares before it`() {
    let names = Manifest.own.targets.map(\.name)
    for (index, target) in Manifest.own.targets.enumerated() where !target.name.hasSuffix("Tests") {
        let below = target.dependencies.filter { names[index...].contains($0) }
        #expect(below.isEmpty, "\(target.name) depends on \(below.sorted()), which are below it")
    }
}
