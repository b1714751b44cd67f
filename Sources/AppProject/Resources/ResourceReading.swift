// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Reads the parts of a checkout that are not Swift code. It finds string tables and the folders
/// with code in another language, and determines whether that code creates notification categories.
struct ResourceReading {
    private(set) var tables: [StringTable] = []
    private(set) var problems: [Diagnostic] = []
    private(set) var makesCategoriesElsewhere = false
    private(set) var foreignFolders: [String] = []

    /// The names of files that show that an app is written in another language.
    private static let otherManifests: Set<String> = [
        "pubspec.yaml", "package.json", "config.xml", "capacitor.config.json",
    ]
    private static let term = SearchTerm("UNNotificationCategory")
    /// The names of frameworks that, in a `package.json`, show that the app itself uses JavaScript.
    /// Many checkouts have a `package.json` only for development tools.
    private static let frameworks = [
        "react-native", "\"expo\"", "capacitor", "cordova", "nativescript", "@ionic",
    ].map { SearchTerm($0) }

    /// - Parameter withStrings: whether string tables are read.
    init(_ tree: CheckoutFiles, targets: [AppTarget], withStrings: Bool) {
        findForeignFolders(tree)
        let resources = withStrings ? Set(targets.flatMap(\.resourcePaths)).sorted() : []
        for path in resources where StringTable.endings.contains(FilePath.ending(of: path)) {
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
            return tree.bytes(path).map { SearchText($0).contains(Self.term) } ?? true
        }
    }

    private mutating func findForeignFolders(_ tree: CheckoutFiles) {
        for path in tree.paths {
            let isForeign: Bool
            switch FilePath.name(of: path) {
            case "pubspec.yaml", "config.xml", "capacitor.config.json": isForeign = true
            case "package.json":
                let text = tree.bytes(path).map { SearchText($0) }
                isForeign = Self.frameworks.contains { text?.contains($0) ?? false }
            case let name where name.hasSuffix(".kt"):
                // These folders contain Kotlin code that is part of the iOS app.
                isForeign = ["iosMain", "commonMain"].contains { path.contains("/\($0)/") }
                if isForeign {
                    foreignFolders.append("")
                    continue
                }
            default: isForeign = false
            }
            if isForeign { foreignFolders.append(FilePath.folder(of: path)) }
        }
        foreignFolders = Set(foreignFolders).sorted()
    }
}
