// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenUserNotifications
import Testing

/// The folder of the module's sources.
private let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/OpenUserNotifications")

/// The symbols that the facts list but the module lacks.
private func absentSymbols() throws -> [String] {
    let scan = try SourceScan(folder: sources)
    var absent: [String] = []
    for entry in try APIFacts.read().types {
        let type = entry.kind == "constant" ? "" : entry.typeName
        guard scan.members[type] != nil else {
            absent.append(type)
            continue
        }
        for member in entry.members {
            let name = SignatureName(member.signature)?.text ?? member.signature
            // The scan does not cover the operator `~=`.
            guard !name.hasPrefix("~="), !scan.has(name, in: type) else { continue }
            absent.append("\(type).\(name)")
        }
    }
    return absent
}

@Test func `every symbol of Apple's SDK is declared or in the ledger`() throws {
    let ledger = Set(try APIFacts.ledger().missing.map(\.symbol))
    let absent = try absentSymbols()
    #expect(Set(absent).subtracting(ledger).isEmpty)
    #expect(ledger.subtracting(absent).isEmpty, "the ledger lists symbols that are declared")
}

@Test func `every symbol of UserNotifications is declared`() throws {
    let types = Set(
        try APIFacts.read().types.filter { $0.framework == "UserNotifications" }.map(\.typeName))
    #expect(types.count > 40)
    let absent = try absentSymbols().filter { symbol in
        types.contains(symbol.components(separatedBy: ".").first ?? symbol)
    }
    #expect(absent.isEmpty)
}

@Test func `the scanner reports missing symbols`() throws {
    let scan = try SourceScan(folder: sources)
    #expect(scan.has("add(_:) async", in: "UNUserNotificationCenter"))
    #expect(scan.has("add(_:withCompletionHandler:)", in: "UNUserNotificationCenter"))
    #expect(!scan.has("add(_:)", in: "UNUserNotificationCenter"))
    #expect(!scan.has("title", in: "UNNotificationRequest"))
    #expect(scan.has("init(coder:)", in: "UNMutableNotificationContent"))
}

@Test func `raw values match Apple's`() throws {
    var facts: [String: Int] = [:]
    for entry in try APIFacts.read().types where entry.type != "UNError" {
        for member in entry.members {
            guard let raw = member.raw, let name = SignatureName(member.signature)?.text else {
                continue
            }
            facts["\(entry.type).\(name)"] = raw
        }
    }
    #expect(facts.count > 50)
    #expect(rawValues == facts)
}

@Test func `constants have Apple's values`() throws {
    let facts = try APIFacts.read().types.flatMap(\.members).compactMap(\.value)
    let here = [
        UNNotificationDefaultActionIdentifier, UNNotificationDismissActionIdentifier, UNErrorDomain,
    ]
    #expect(Set(facts) == Set(here))
}

@Test func `every line of the ledger has a reason`() throws {
    let ledger = try APIFacts.ledger()
    for line in ledger.missing + ledger.different {
        #expect(line.why.count > 20, "\(line.symbol)")
    }
}
