// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Interprets Xcode's names for product types, folders and platforms. The names are those that
/// Xcode writes into projects.
enum XcodeProduct {
    static func product(ofType type: String, isa: String) -> AppTarget.Product {
        let prefix = "com.apple.product-type."
        guard isa == "PBXNativeTarget", type.hasPrefix(prefix) else { return .other }
        let kind = String(type.dropFirst(prefix.count))
        return switch kind {
        case _ where kind == "application" || kind.hasPrefix("application."): .application
        case "app-extension", "extensionkit-extension", "watchkit-extension",
            "watchkit2-extension", "tv-app-extension":
            .appExtension
        case _ where kind.hasPrefix("app-extension."): .appExtension
        case _ where kind.hasPrefix("framework") || kind.hasPrefix("library."): .library
        case _ where kind.hasPrefix("bundle.unit-test") || kind.hasPrefix("bundle.ui-test"): .tests
        case "bundle.ocunit-test": .tests
        default: .other
        }
    }

    /// Returns whether a copy-files phase copies code into the bundle: plug-ins, frameworks,
    /// extensions of ExtensionKit or the watch app.
    static func isInBundle(_ phase: XcodeObject) -> Bool {
        switch phase["dstSubfolderSpec"] ?? phase["dstSubfolder"] ?? "" {
        case "13", "10", "16", "1", "6", "PlugIns", "Frameworks", "ProductsDirectory", "Product",
            "Wrapper", "Executables":
            true
        default: false
        }
    }

    /// Returns the name with which code imports the framework or library at a path.
    static func moduleName(of path: String) -> String {
        let name = FilePath.name(of: path)
        let stem = name.prefix { $0 != "." }
        return String(stem.hasPrefix("lib") ? stem.dropFirst(3) : stem)
    }

    /// Returns whether a file of a synchronized folder is copied into the bundle.
    static func isResource(_ path: String) -> Bool {
        let neither: Set<String> = [
            "swift", "m", "mm", "c", "cpp", "h", "hpp", "metal", "entitlements", "xcconfig", "md",
            "modulemap", "pch", "intentdefinition", "docc", "yml", "yaml", "rb", "sh",
        ]
        return !neither.contains(FilePath.ending(of: path))
            && FilePath.name(of: path) != "Info.plist"
    }

    /// Returns the platforms, given the name of an SDK and the list of supported platforms.
    static func platforms(sdk: String, supported: String) -> Set<String> {
        let table = [
            ("iphoneos", "iOS"), ("macosx", "macOS"), ("watchos", "watchOS"),
            ("appletvos", "tvOS"), ("xros", "visionOS"),
        ]
        let names = supported.split(separator: " ").map(String.init)
        let listed = table.filter { names.contains($0.0) }.map(\.1)
        if !listed.isEmpty { return Set(listed) }
        return Set(table.filter { sdk.hasPrefix($0.0) }.map(\.1))
    }
}
