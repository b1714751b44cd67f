// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SwiftSyntax

/// A `Package.swift` in the checkout, which describes modules or an app of Swift Playgrounds.
/// Source: Swift Package Manager, "PackageDescription".
struct PackageManifest {
    private(set) var targets: [AppTarget] = []
    /// The names of the targets in each product, by the product's name.
    private(set) var products: [String: [String]] = [:]
    private(set) var problems: [Diagnostic] = []
    /// The folders of the packages on which this package depends, if they are in the checkout.
    private(set) var packageFolders: [String] = []

    private let manifest: ManifestSyntax
    private let tree: CheckoutFiles
    private let folder: String

    /// Reads a manifest. Returns `nil` if the file does not describe a package.
    init?(reading source: SourceText, in tree: CheckoutFiles) {
        manifest = ManifestSyntax(source)
        self.tree = tree
        folder = FilePath.folder(of: source.name)
        guard let package = manifest.call(of: "Package") else { return nil }
        let dependencies = manifest.elements(package.argument("dependencies")) ?? []
        for element in dependencies + manifest.appended(to: "package.dependencies") {
            guard let path = element.as(FunctionCallExprSyntax.self)?.argument("path"),
                let packageFolder = manifest.string(path).flatMap({ FilePath.join(folder, $0) })
            else { continue }
            packageFolders.append(tree.actual(packageFolder))
        }
        guard let declared = manifest.elements(package.argument("targets")) else {
            if package.argument("targets") != nil {
                note("the targets of the package are created by code", at: package)
            }
            return
        }
        let calls = (declared + manifest.appended(to: "package.targets"))
            .compactMap { manifest.call($0) }
        let names = Set(calls.compactMap { manifest.string($0.argument("name")) })
        for call in calls.prefix(FileTreeLimits.targetCountMax) {
            guard let name = manifest.string(call.argument("name")) else {
                note("the name of a target of the package is created by code", at: call)
                continue
            }
            targets.append(target(name, call, names: names))
        }
        let productList = manifest.elements(package.argument("products")) ?? []
        for product in productList + manifest.appended(to: "package.products") {
            guard let call = product.as(FunctionCallExprSyntax.self),
                let name = manifest.string(call.argument("name"))
            else { continue }
            let names = (manifest.elements(call.argument("targets")) ?? [])
                .compactMap { manifest.string($0) }
            products[name] = names
            if ManifestSyntax.name(of: call) == "iOSApplication" {
                for name in names { makeApp(name, call, source) }
            }
        }
    }

    private func target(
        _ name: String, _ call: FunctionCallExprSyntax, names: Set<String>
    ) -> AppTarget {
        let kind = ManifestSyntax.name(of: call)
        let product: AppTarget.Product =
            switch kind {
            case "target": .library
            case "testTarget": .tests
            default: .other
            }
        var target = AppTarget(
            name: name, product: product, location: manifest.location(of: call))
        let usual = (kind == "testTarget" ? "Tests/" : "Sources/") + name
        let given = manifest.string(call.argument("path"))
        target.hasUnknownSources = given == nil && call.argument("path") != nil
        let path = given ?? usual
        if let root = FilePath.join(folder, path) {
            let excluded = paths(call.argument("exclude"), in: root)
            let files = tree.files(under: root).filter { file in
                !excluded.contains { FilePath.isInside(file, $0) }
            }
            let only = paths(call.argument("sources"), in: root)
            target.objectiveCPaths = files.filter {
                ["m", "mm"].contains(FilePath.ending(of: $0))
            }
            target.sourcePaths = files.filter { file in
                FilePath.ending(of: file) == "swift"
                    && FilePath.name(of: file) != "Package.swift"
                    && (only.isEmpty || only.contains { FilePath.isInside(file, $0) })
            }
            let resources = (manifest.elements(call.argument("resources")) ?? [])
                .compactMap { $0.as(FunctionCallExprSyntax.self)?.arguments.first?.expression }
                .compactMap { manifest.string($0) }
                .compactMap { FilePath.join(root, $0) }
            target.resourcePaths = files.filter { file in
                resources.contains { FilePath.isInside(file, $0) }
            }
        }
        let list = call.argument("dependencies")
        let dependencies = manifest.elements(list)
        target.hasUnknownDependencies = list != nil && dependencies == nil
        for dependency in dependencies ?? [] {
            let inner = manifest.call(dependency)
            guard let name = manifest.string(inner?.argument("name") ?? dependency) else {
                // Members such as `.parsing` are usually short names for products of other
                // packages, which are not examined anyway.
                if !dependency.is(MemberAccessExprSyntax.self) {
                    target.hasUnknownDependencies = true
                }
                continue
            }
            if names.contains(name), inner.map({ ManifestSyntax.name(of: $0) }) != "product" {
                target.dependencies.append(name)
            } else {
                target.externalDependencies.append(name)
            }
        }
        return target
    }

    private func paths(_ expression: ExprSyntax?, in root: String) -> [String] {
        (manifest.elements(expression) ?? []).compactMap { manifest.string($0) }
            .compactMap { FilePath.join(root, $0) }
    }

    /// Converts a target into an app of Swift Playgrounds.
    private mutating func makeApp(
        _ name: String, _ call: FunctionCallExprSyntax, _ source: SourceText
    ) {
        guard let index = targets.firstIndex(where: { $0.name == name }) else { return }
        targets[index].product = .application
        targets[index].platforms = ["iOS"]
        var given: [String: String] = [:]
        given["PRODUCT_BUNDLE_IDENTIFIER"] = manifest.string(call.argument("bundleIdentifier"))
        given["INFOPLIST_FILE"] = manifest.string(
            call.argument("additionalInfoPlistContentFilePath"))
        given["MARKETING_VERSION"] = manifest.string(call.argument("displayVersion"))
        targets[index].configurations = ["Debug", "Release"].map { configuration in
            var settings = BuildSettings()
            settings.lay(
                ConfigurationReader.builtIn(
                    target: name, project: name, configuration: configuration, sdk: "iphoneos"),
                at: source.location(nil))
            settings.lay(given, at: manifest.location(of: call))
            var reader = ConfigurationReader(
                name: configuration, target: name, settings: settings, root: folder, tree: tree,
                manifest: source)
            let read = reader.configuration()
            problems += reader.problems
            return read
        }
        // An app's manifest does not list its resources, because all files in the app's folder are
        // resources.
        if let root = manifest.string(call.argument("path")) ?? Optional(""),
            let path = FilePath.join(folder, root)
        {
            targets[index].resourcePaths = tree.files(under: path).filter(XcodeProduct.isResource)
        }
    }

    private mutating func note(_ message: String, at node: some SyntaxProtocol) {
        problems.append(
            Diagnostic(
                rule: ProjectProblem.notExamined.rawValue, severity: .note,
                message: message + "; this part of the manifest was not examined",
                location: manifest.location(of: node)))
    }
}
