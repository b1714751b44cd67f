// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Derives apps and extensions from folders without a readable project. An Info.plist describes a
/// product; the code, entitlements and resources in its folder belong to that product.
///
/// Facts that only a project contains remain unknown. These are the configurations, the embedding
/// and, unless there is exactly one entitlements file, the entitlements.
struct FolderTargets {
    /// The maximum number of Info.plist files that are examined.
    private static let plistCountMax = 200

    private(set) var targets: [AppTarget] = []
    private let tree: CheckoutFiles

    init(in tree: CheckoutFiles) {
        self.tree = tree
        let plists = tree.paths.filter { $0.hasSuffix("Info.plist") }.prefix(Self.plistCountMax)
        var found: [(product: AppTarget.Product, folder: String, plist: PlistFile)] = []
        for path in plists {
            guard case .success(let plist) = tree.plist(path), let product = Self.product(plist)
            else { continue }
            found.append((product, codeFolder(of: path), plist))
        }
        let folders = Set(found.map(\.folder))
        for entry in found {
            targets.append(target(entry.product, entry.folder, entry.plist, among: folders))
        }
        embed()
    }

    /// Returns the kind of product that an Info.plist describes; `nil` for frameworks, tests and
    /// other property lists.
    private static func product(_ plist: PlistFile) -> AppTarget.Product? {
        let keys = plist.value.dictionary ?? [:]
        if keys["NSExtension"] != nil || keys["EXAppExtensionAttributes"] != nil {
            return .appExtension
        }
        let ofApps = [
            "LSRequiresIPhoneOS", "UIApplicationSceneManifest", "UILaunchStoryboardName",
            "UILaunchScreen", "UIBackgroundModes", "WKApplication", "NSPrincipalClass",
        ]
        if keys["CFBundlePackageType"]?.string == "APPL" { return .application }
        return ofApps.contains { keys[$0] != nil } ? .application : nil
    }

    /// Returns the innermost folder that encloses a file and contains Swift or Objective-C code.
    private func codeFolder(of path: String) -> String {
        var folder = FilePath.folder(of: path)
        while !folder.isEmpty, !tree.files(under: folder).contains(where: Self.isCode) {
            folder = FilePath.folder(of: folder)
        }
        return folder
    }

    private static func isCode(_ path: String) -> Bool {
        ["swift", "m", "mm"].contains(FilePath.ending(of: path))
    }

    private func target(
        _ product: AppTarget.Product, _ folder: String, _ plist: PlistFile,
        among folders: Set<String>
    ) -> AppTarget {
        let name = folder.isEmpty ? "the app" : FilePath.name(of: folder)
        let isTaken = targets.contains { $0.name == name }
        var target = AppTarget(
            name: isTaken ? "\(name) (\(plist.path))" : name, product: product,
            location: plist.source.location(nil))
        target.maker = .folder
        let others = folders.filter { $0 != folder && FilePath.isInside($0, folder) }
        let files = tree.files(under: folder).filter { path in
            !others.contains { FilePath.isInside(path, $0) }
        }
        target.sourcePaths = files.filter { path in
            FilePath.ending(of: path) == "swift"
                && !["Package.swift", "Project.swift"].contains(FilePath.name(of: path))
                && !path.split(separator: "/").contains { $0.hasSuffix("Tests") }
        }
        target.objectiveCPaths = files.filter { ["m", "mm"].contains(FilePath.ending(of: $0)) }
        target.resourcePaths = files.filter(XcodeProduct.isResource)
        var configuration = AppTarget.Configuration(name: "the folder")
        configuration.infoPlist = plist
        let entitlements = files.filter { FilePath.ending(of: $0) == "entitlements" }
        // If the setting has a value but no file was read, the entitlements are treated as unknown.
        configuration.settings["CODE_SIGN_ENTITLEMENTS"] = entitlements.first ?? "unknown"
        if entitlements.count == 1, case .success(let file) = tree.plist(entitlements[0]) {
            configuration.entitlements = file
        }
        target.configurations = [configuration]
        return target
    }

    /// Embeds each extension in the app whose path is closest, because no project specifies the
    /// actual app.
    private mutating func embed() {
        let apps = targets.indices.filter { targets[$0].product == .application }
        for target in targets where target.product == .appExtension {
            let nearest = apps.max { first, second in
                closeness(targets[first], target) < closeness(targets[second], target)
            }
            if let nearest { targets[nearest].embeddedTargets.append(target.name) }
        }
    }

    private func closeness(_ app: AppTarget, _ target: AppTarget) -> Int {
        zip(app.location.file.split(separator: "/"), target.location.file.split(separator: "/"))
            .prefix { $0 == $1 }.count
    }
}
