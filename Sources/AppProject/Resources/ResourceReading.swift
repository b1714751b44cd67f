// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Reads what a checkout brings besides code: tables of strings, and whether code that is not
/// Swift makes notification categories.
struct ResourceReading {
    private(set) var tables: [StringTable] = []
    private(set) var problems: [Diagnostic] = []
    private(set) var makesCategoriesElsewhere = false

    /// Files that tell that an app's code is in another language, by name.
    private static let otherManifests: Set<String> = [
        "pubspec.yaml", "package.json", "config.xml", "capacitor.config.json",
    ]
    private static let word = Array("UNNotificationCategory".utf8)

    init(_ tree: CheckoutFiles, targets: [AppTarget]) {
        for path in Set(targets.flatMap(\.resourcePaths)).sorted()
        where StringTable.endings.contains(FilePath.ending(of: path)) {
            guard let source = tree.source(path) else { continue }
            do throws(PlistError) {
                tables.append(try StringTable(reading: source))
            } catch {
                problems.append(error.diagnostic(in: source))
            }
        }
        makesCategoriesElsewhere = tree.paths.contains { path in
            if Self.otherManifests.contains(FilePath.name(of: path)) { return true }
            guard ["m", "mm"].contains(FilePath.ending(of: path)) else { return false }
            return tree.source(path).map { ByteSearch.contains($0.bytes, Self.word) } ?? true
        }
    }
}
