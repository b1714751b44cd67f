// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Yams

/// A manifest of XcodeGen, `project.yml`.
struct XcodeGenManifest {
    let targets: [AppTarget]

    init?(reading path: String, in files: some FileTree) {
        guard let source = files.source(path),
            let top = try? Yams.compose(yaml: String(decoding: source.bytes, as: UTF8.self)),
            let declared = top["targets"]?.mapping
        else { return nil }
        let folder = path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
        targets = declared.compactMap { name, node in
            name.string.map { Self.target($0, node, at: source, folder: folder, files) }
        }
    }

    private static func target(
        _ name: String, _ node: Node, at source: SourceText, folder: String, _ files: some FileTree
    ) -> AppTarget {
        let line = node.mark?.line ?? 1
        var target = AppTarget(
            name: name, product: product(node["type"]?.string ?? ""),
            location: source.location(line: line))
        target.platforms = Set([node["platform"]?.string].compactMap { $0 })
        let roots = (node["sources"]?.array() ?? []).compactMap { $0.string ?? $0["path"]?.string }
        for path in files.paths where roots.contains(where: { path.hasPrefix(folder + $0) }) {
            if path.hasSuffix(".swift") {
                target.sourcePaths.append(path)
            } else {
                target.resourcePaths.append(path)
            }
        }
        for dependency in node["dependencies"]?.array() ?? [] {
            guard let name = dependency["target"]?.string else { continue }
            target.dependencies.append(name)
            if dependency["embed"]?.bool ?? true { target.embeddedTargets.append(name) }
        }
        var settings: [String: String] = [:]
        for (key, value) in node["settings"]?["base"]?.mapping ?? [:] {
            settings[key.string ?? ""] = value.string
        }
        if let version = node["deploymentTarget"]?.string {
            settings["IPHONEOS_DEPLOYMENT_TARGET"] = version
        }
        target.configurations = ["Debug", "Release"].map { name in
            var configuration = AppTarget.Configuration(name: name, settings: settings)
            configuration.infoPlist = plist(node["info"]?["path"]?.string, folder, files)
            configuration.entitlements = plist(node["entitlements"]?["path"]?.string, folder, files)
            return configuration
        }
        return target
    }

    private static func plist(
        _ path: String?, _ folder: String, _ files: some FileTree
    ) -> PlistFile? {
        path.flatMap { files.source(folder + $0) }.flatMap { try? PlistFile(reading: $0) }
    }

    private static func product(_ type: String) -> AppTarget.Product {
        switch type {
        case "application": .application
        case "app-extension": .appExtension
        case "framework", "library.static", "library.dynamic": .library
        case "bundle.unit-test", "bundle.ui-testing": .tests
        default: .other
        }
    }
}
