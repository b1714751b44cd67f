// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SwiftSyntax

/// A `Project.swift` of Tuist. Values that other code computes are unknown; see ``ManifestSyntax``.
/// Source: Tuist, "ProjectDescription".
struct TuistManifest {
    private(set) var targets: [AppTarget] = []
    private(set) var problems: [Diagnostic] = []

    private let manifest: ManifestSyntax
    private let source: SourceText
    private let tree: CheckoutFiles
    private let folder: String
    private let projectName: String

    /// Reads a manifest. Returns `nil` if the file contains other Swift code.
    init?(reading source: SourceText, in tree: CheckoutFiles) {
        guard SearchText(source.bytes).contains(SearchTerm("import ProjectDescription")) else {
            return nil
        }
        self.source = source
        self.tree = tree
        manifest = ManifestSyntax(source)
        folder = FilePath.folder(of: source.name)
        let project = manifest.call(of: "Project")
        projectName = manifest.string(project?.argument("name")) ?? ""
        guard let project, let declared = manifest.elements(project.argument("targets")) else {
            note(
                "the targets of this Tuist project are created by code and were not examined",
                at: source.location(nil))
            return
        }
        for element in declared.prefix(FileTreeLimits.targetCountMax) {
            guard let call = element.as(FunctionCallExprSyntax.self),
                ["target", "Target", "init"].contains(ManifestSyntax.name(of: call)),
                let name = manifest.string(call.argument("name"))
            else {
                note(
                    "a target is created by code and was not examined",
                    at: manifest.location(of: element))
                continue
            }
            targets.append(target(name, call, base: project.argument("settings")))
        }
    }

    private mutating func target(
        _ name: String, _ call: FunctionCallExprSyntax, base: ExprSyntax?
    ) -> AppTarget {
        let product = ManifestSyntax.member(call.argument("product"))
        var target = AppTarget(
            name: name, product: Self.product(product), location: manifest.location(of: call))
        target.platforms = platforms(call)
        addFiles(of: call, to: &target)
        // The app of a WatchKit extension has no code.
        if target.product == .application, product != "watch2App", !target.hasUnknownSources,
            target.sourcePaths.isEmpty, target.objectiveCPaths.isEmpty
        {
            note(
                "no source file of this app was found; its code was not examined",
                at: target.location)
        }
        addDependencies(call.argument("dependencies"), to: &target)
        // Tuist embeds an app's dependencies in the app.
        if target.product == .application { target.embeddedTargets = target.dependencies }
        target.configurations = ["Debug", "Release"].map {
            configuration($0, name, call, base: base)
        }
        return target
    }

    /// Adds the files of a target. The files of buildable folders are sources and resources.
    private mutating func addFiles(of call: FunctionCallExprSyntax, to target: inout AppTarget) {
        let inFolders = files(call.argument("buildableFolders"))
        let sources = Set(files(call.argument("sources")) + inFolders).sorted()
        target.sourcePaths = sources.filter { FilePath.ending(of: $0) == "swift" }
        target.objectiveCPaths = sources.filter { ["m", "mm"].contains(FilePath.ending(of: $0)) }
        let resources = inFolders.filter(XcodeProduct.isResource)
        target.resourcePaths = Set(files(call.argument("resources")) + resources).sorted()
        let unread = ["sources", "buildableFolders"].flatMap { patterns(call.argument($0)) }
            .first { $0.text == nil }
        guard let unread else { return }
        target.hasUnknownSources = true
        noteUnread("source files", of: target, at: unread.node)
    }

    private mutating func addDependencies(_ list: ExprSyntax?, to target: inout AppTarget) {
        guard let list else { return }
        var unread: [ExprSyntax] = []
        if let dependencies = manifest.elements(list) {
            for dependency in dependencies where !add(dependency, to: &target) {
                unread.append(dependency)
            }
        } else {
            unread.append(list)
        }
        guard let first = unread.first else { return }
        target.hasUnknownDependencies = true
        noteUnread("dependencies", of: target, at: first)
    }

    private mutating func noteUnread(_ what: String, of target: AppTarget, at node: ExprSyntax) {
        // Tests have no effect on an app.
        guard target.product != .tests else { return }
        note(
            "some \(what) of a target are created by code and were not examined",
            at: manifest.location(of: node))
    }

    /// Adds a dependency to a target. Returns `false` if the dependency may be any target, because
    /// code creates it.
    private func add(_ dependency: ExprSyntax, to target: inout AppTarget) -> Bool {
        if ManifestSyntax.member(dependency) == "xctest" { return true }
        guard let call = manifest.call(dependency) else { return false }
        switch ManifestSyntax.name(of: call) {
        case "target", "project":
            let named = manifest.string(call.argument("name") ?? call.argument("target"))
            guard let named else { return false }
            target.dependencies.append(named)
        case "external", "package", "framework", "xcframework":
            let named = manifest.string(
                call.argument("name") ?? call.argument("product") ?? call.argument("path"))
            if let named {
                target.externalDependencies.append(XcodeProduct.moduleName(of: named))
            }
        case "bundle", "library", "macro", "sdk": break
        default: return false
        }
        return true
    }

    private mutating func configuration(
        _ name: String, _ target: String, _ call: FunctionCallExprSyntax, base: ExprSyntax?
    ) -> AppTarget.Configuration {
        var settings = BuildSettings()
        settings.lay(
            ConfigurationReader.builtIn(
                target: target, project: projectName, configuration: name, sdk: "iphoneos"),
            at: source.location(nil))
        for expression in [base, call.argument("settings")] {
            guard let inner = expression?.as(FunctionCallExprSyntax.self),
                case .dictionary(let values)? = manifest.value(inner.argument("base"))
            else { continue }
            settings.lay(
                values.compactMapValues { $0.strings.joined(separator: " ") },
                at: manifest.location(of: inner))
        }
        var given: [String: String] = [:]
        given["PRODUCT_BUNDLE_IDENTIFIER"] = manifest.string(call.argument("bundleId"))
        given["INFOPLIST_FILE"] = path(call.argument("infoPlist"))
        given["CODE_SIGN_ENTITLEMENTS"] = path(call.argument("entitlements"))
        given.merge(deploymentTargets(call)) { $1 }
        settings.lay(given, at: manifest.location(of: call))
        var reader = ConfigurationReader(
            name: name, target: target, settings: settings, root: folder, tree: tree,
            manifest: source)
        let product = Self.product(ManifestSyntax.member(call.argument("product")))
        reader.isSigned = product == .application || product == .appExtension
        var read = reader.configuration()
        let scripts = (manifest.elements(call.argument("scripts")) ?? []).compactMap {
            $0.as(FunctionCallExprSyntax.self)
        }
        read.scripts = BuildScripts(in: tree, root: folder).text(
            of: scripts.compactMap {
                manifest.string($0.argument("script") ?? $0.argument("path"))
            })
        problems += reader.problems.filter { !problems.contains($0) }
        read.infoPlist = read.infoPlist ?? inline(call.argument("infoPlist"), settings)
        read.entitlements = read.entitlements ?? inline(call.argument("entitlements"), settings)
        return read
    }

    /// Returns a file path that is written as a string or as `.file(path:)`. A glob pattern is not
    /// a path.
    private func path(_ expression: ExprSyntax?) -> String? {
        manifest.string(expression).flatMap { $0.contains("*") ? nil : $0 }
    }

    /// Returns a property list whose content is in the manifest itself.
    private func inline(_ expression: ExprSyntax?, _ settings: BuildSettings) -> PlistFile? {
        guard let call = expression?.as(FunctionCallExprSyntax.self),
            ["extendingDefault", "dictionary"].contains(ManifestSyntax.name(of: call)),
            let value = manifest.value(call.arguments.first?.expression), value.dictionary != nil
        else { return nil }
        var file = PlistFile(source: source, value: value.resolved(with: settings))
        for key in value.dictionary?.keys ?? [:].keys {
            file.otherLocations[key] = manifest.location(of: call)
        }
        return file
    }

    private func platforms(_ call: FunctionCallExprSyntax) -> Set<String> {
        let expression = call.argument("destinations") ?? call.argument("platform")
        let names = (manifest.elements(expression) ?? [expression].compactMap { $0 })
            .compactMap { ManifestSyntax.member($0) }
        return Set(
            names.compactMap { name in
                switch name {
                case "iOS", "iPhone", "iPad", "macWithiPadDesign": "iOS"
                case "macOS", "mac": "macOS"
                case "watchOS", "appleWatch": "watchOS"
                case "tvOS", "appleTv": "tvOS"
                case "visionOS", "appleVision": "visionOS"
                default: nil
                }
            })
    }

    private func deploymentTargets(_ call: FunctionCallExprSyntax) -> [String: String] {
        let expression = call.argument("deploymentTargets") ?? call.argument("deploymentTarget")
        guard let inner = expression?.as(FunctionCallExprSyntax.self),
            let version = manifest.string(inner.arguments.first?.expression)
        else { return [:] }
        return XcodeGenManifest.deploymentSetting(ManifestSyntax.name(of: inner))
            .map { [$0: version] } ?? [:]
    }

    /// Returns the files that match paths and glob patterns, for instance `Sources/**` or
    /// `App/*.swift`.
    private func files(_ expression: ExprSyntax?) -> [String] {
        PathPattern.files(patterns(expression).compactMap(\.text), in: folder, tree)
    }

    /// Returns the paths and glob patterns in a list, each with its node. If a pattern cannot be
    /// read, its text is `nil`.
    private func patterns(_ expression: ExprSyntax?) -> [(node: ExprSyntax, text: String?)] {
        guard let expression, !expression.is(NilLiteralExprSyntax.self) else { return [] }
        let list = manifest.elements(expression) ?? manifest.elements(Self.unwrapped(expression))
        return (list ?? [expression]).map { element in
            (element, manifest.string(element) ?? manifest.string(Self.unwrapped(element)))
        }
    }

    /// Returns the patterns in a call of Tuist's, such as `.glob("App/**")` or
    /// `.sourceFilesList(globs: […])`. Another function may make other patterns of its arguments.
    private static func unwrapped(_ expression: ExprSyntax) -> ExprSyntax? {
        let names: Set = [
            "glob", "folder", "folderReference", "paths", "resources", "sourceFilesList", "init",
            "SourceFilesList", "SourceFileGlob", "BuildableFolder", "ResourceFileElements",
        ]
        guard let call = expression.as(FunctionCallExprSyntax.self),
            names.contains(ManifestSyntax.name(of: call))
        else { return nil }
        return call.arguments.first?.expression
    }

    private static func product(_ name: String?) -> AppTarget.Product {
        switch name {
        case "app", "appClip", "watch2App": .application
        case "appExtension", "extensionKitExtension", "messagesExtension", "watch2Extension",
            "tvTopShelfExtension":
            .appExtension
        case "framework", "staticFramework", "staticLibrary", "dynamicLibrary": .library
        case "unitTests", "uiTests": .tests
        default: .other
        }
    }

    private mutating func note(_ message: String, at location: Diagnostic.Location) {
        problems.append(
            Diagnostic(
                rule: ProjectProblem.notExamined.rawValue, severity: .note,
                message: message,
                remedy: "run `tuist generate` first; the generated Xcode project can be read "
                    + "completely",
                location: location))
    }
}
