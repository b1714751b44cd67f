// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Yams

/// Reads a target of an XcodeGen manifest, with the templates that the target uses.
struct XcodeGenTarget {
    /// The maximum number of templates of a target. It is also the maximum nesting depth of setting
    /// groups.
    private static let templateCountMax = 32
    /// The maximum number of values in a property list of a manifest.
    private static let propertyCountMax = 10_000

    let name: String
    let platform: String
    let document: YAMLDocument
    let manifest: XcodeGenManifest
    private(set) var problems: [Diagnostic] = []
    /// The target's node, followed by the nodes of its templates. Earlier nodes take precedence.
    private var layers: [(node: Node, document: YAMLDocument)]

    init(
        name: String, platform: String, node: Node, document: YAMLDocument,
        of manifest: XcodeGenManifest
    ) {
        self.name = name
        self.document = document
        self.manifest = manifest
        layers = [(node, document)]
        var index = 0
        var seen: Set<String> = []
        while index < layers.count, layers.count < Self.templateCountMax {
            for template in layers[index].node["templates"]?.texts ?? []
            where seen.insert(template).inserted {
                if let found = manifest.node("targetTemplates", template) { layers.append(found) }
            }
            index += 1
        }
        self.platform =
            platform.isEmpty
            ? layers.lazy.compactMap { $0.node["platform"]?.string }.first ?? "" : platform
    }

    mutating func target() -> AppTarget {
        let type = text("type") ?? ""
        var target = AppTarget(
            name: name, product: Self.product(type), location: document.location(of: layers[0].node)
        )
        target.platforms = Set([platform].filter { !$0.isEmpty && $0 != "auto" })
        readSources(into: &target)
        for layer in layers {
            for dependency in layer.node["dependencies"]?.sequence ?? [] {
                read(dependency, into: &target)
            }
        }
        target.configurations = configurationNames.map { configuration($0) }
        return target
    }

    /// Returns the string for a key from the first layer that contains the key.
    private func text(_ key: String) -> String? {
        layers.lazy.compactMap { $0.node[key]?.scalar?.string }.first.map(fill)
    }

    /// Replaces the placeholders for the target's name, platform and template attributes.
    private func fill(_ text: String) -> String {
        guard text.contains("${") else { return text }
        var filled = text.replacing("${target_name}", with: name)
            .replacing("${platform}", with: platform)
        for layer in layers {
            for (key, node) in layer.node["templateAttributes"]?.members ?? [] {
                if let value = node.scalar?.string {
                    filled = filled.replacing("${\(key)}", with: value)
                }
            }
        }
        return filled
    }

    // MARK: - Sources and dependencies

    private func readSources(into target: inout AppTarget) {
        var files: Set<String> = []
        for layer in layers {
            guard let node = layer.node["sources"] else { continue }
            for entry in node.sequence.map(Array.init) ?? [node] {
                guard let name = entry.scalar?.string ?? entry["path"]?.scalar?.string,
                    let root = FilePath.join(layer.document.folder, fill(name))
                else { continue }
                var found = Set(manifest.tree.files(under: root))
                let includes = entry["includes"]?.texts.map(fill) ?? []
                if !includes.isEmpty {
                    found.formIntersection(PathPattern.files(includes, in: root, manifest.tree))
                }
                let excludes = entry["excludes"]?.texts.map(fill) ?? []
                found.subtract(PathPattern.files(excludes, in: root, manifest.tree))
                files.formUnion(found)
            }
        }
        for path in files.sorted() {
            if FilePath.ending(of: path) == "swift" {
                target.sourcePaths.append(path)
            } else if ["m", "mm"].contains(FilePath.ending(of: path)) {
                target.objectiveCPaths.append(path)
            } else if XcodeProduct.isResource(path) {
                target.resourcePaths.append(path)
            }
        }
    }

    private func read(_ dependency: Node, into target: inout AppTarget) {
        if let name = dependency["target"]?.scalar?.string {
            // A target of another project is written as Project/Target.
            let name = FilePath.name(of: fill(name))
            target.dependencies.append(name)
            let isApp = target.product == .application
            if dependency["embed"]?.bool ?? isApp { target.embeddedTargets.append(name) }
        } else if let package = dependency["package"]?.scalar?.string {
            let products = (dependency["products"] ?? dependency["product"])?.texts
            target.externalDependencies += products ?? [package]
        } else if let framework = (dependency["framework"] ?? dependency["carthage"])?.scalar?
            .string
        {
            target.externalDependencies.append(XcodeProduct.moduleName(of: framework))
        }
    }

    // MARK: - Settings

    private var configurationNames: [String] {
        let names = manifest.node("configs")?.node.members.map(\.key) ?? []
        return names.isEmpty ? ["Debug", "Release"] : names
    }

    private mutating func configuration(_ configuration: String) -> AppTarget.Configuration {
        let environment = SettingEnvironment(
            sdk: Self.sdks[platform] ?? "iphoneos", configuration: configuration)
        var settings = BuildSettings()
        settings.lay(
            ConfigurationReader.builtIn(
                target: name, project: manifest.node("name")?.node.string ?? "",
                configuration: configuration, sdk: environment.sdk),
            at: document.source.location(nil))
        settings.lay(options(), at: document.source.location(nil))
        for document in manifest.documents.reversed() {
            settings.lay(
                configFile(document.top, configuration, document), in: environment)
            settings.lay(
                assignments(document.top["settings"], configuration, document), in: environment)
        }
        for layer in layers.reversed() {
            settings.lay(
                configFile(layer.node, configuration, layer.document), in: environment)
            settings.lay(own(layer.node), at: layer.document.location(of: layer.node))
            settings.lay(
                assignments(layer.node["settings"], configuration, layer.document),
                in: environment)
        }
        var reader = ConfigurationReader(
            name: configuration, target: name, settings: settings, root: manifest.root,
            tree: manifest.tree, manifest: document.source)
        let product = Self.product(text("type") ?? "")
        reader.isSigned = product == .application || product == .appExtension
        // XcodeGen creates the files that these keys describe.
        reader.generatedSettings = Set(
            [("info", "INFOPLIST_FILE"), ("entitlements", "CODE_SIGN_ENTITLEMENTS")]
                .filter { key, _ in layers.contains { $0.node[key] != nil } }.map(\.1))
        var read = reader.configuration()
        read.scripts = scripts
        problems += reader.problems.filter { !problems.contains($0) }
        read.infoPlist = plist("info", over: read.infoPlist, settings)
        read.entitlements = plist("entitlements", over: read.entitlements, settings)
        return read
    }

    /// Returns the build settings that XcodeGen derives from the project's options.
    private func options() -> [String: String] {
        var settings: [String: String] = [:]
        if let prefix = manifest.node("options", "bundleIdPrefix")?.node.scalar?.string {
            settings["PRODUCT_BUNDLE_IDENTIFIER"] = prefix + "." + name
        }
        if let version = manifest.node("options", "deploymentTarget", platform)?.node.scalar?
            .string,
            let key = XcodeGenManifest.deploymentSetting(platform)
        {
            settings[key] = version
        }
        return settings
    }

    /// Returns the build settings that XcodeGen derives from other keys of the target.
    private func own(_ node: Node) -> [String: String] {
        let version =
            node["deploymentTarget"]?.scalar?.string
            ?? node["deploymentTarget"]?[platform]?.scalar?.string
        guard let version else { return [:] }
        return [
            XcodeGenManifest.deploymentSetting(platform) ?? "IPHONEOS_DEPLOYMENT_TARGET": version
        ]
    }

    /// Returns the assignments of a `settings` node, which is a plain mapping or contains the keys
    /// `groups`, `base` and `configs`.
    private func assignments(
        _ node: Node?, _ configuration: String, _ document: YAMLDocument, depth: Int = 0
    ) -> [SettingAssignment] {
        guard let node, depth < Self.templateCountMax else { return [] }
        let isDivided = ["base", "configs", "groups"].contains { node[$0] != nil }
        guard isDivided else { return lines(node, document) }
        var lines: [SettingAssignment] = []
        for group in node["groups"]?.texts ?? [] {
            guard let found = manifest.node("settingGroups", group) else { continue }
            lines += assignments(found.node, configuration, found.document, depth: depth + 1)
        }
        if let base = node["base"] { lines += self.lines(base, document) }
        for (name, node) in node["configs"]?.members ?? []
        where configuration.lowercased().contains(name.lowercased()) {
            lines += self.lines(node, document)
        }
        return lines
    }

    private func lines(_ node: Node, _ document: YAMLDocument) -> [SettingAssignment] {
        node.members.map { key, value in
            SettingAssignment(
                key, value: fill(Self.setting(value)), location: document.location(of: value))
        }
    }

    private static func setting(_ node: Node) -> String {
        guard let scalar = node.scalar else { return node.texts.joined(separator: " ") }
        guard scalar.style == .plain, let flag = node.bool else { return scalar.string }
        return flag ? "YES" : "NO"
    }

    private func configFile(
        _ node: Node, _ configuration: String, _ document: YAMLDocument
    ) -> [SettingAssignment] {
        guard let name = node["configFiles"]?[configuration]?.scalar?.string,
            let path = FilePath.join(document.folder, fill(name))
        else { return [] }
        return manifest.tree.xcconfig(path)?.assignments ?? []
    }

    /// Returns a property list for which the manifest contains a path and properties.
    private mutating func plist(
        _ key: String, over file: PlistFile?, _ settings: BuildSettings
    ) -> PlistFile? {
        var plist = file
        for layer in layers.reversed() {
            guard let node = layer.node[key] else { continue }
            let path = (node.scalar?.string ?? node["path"]?.scalar?.string).flatMap {
                FilePath.join(layer.document.folder, fill($0))
            }
            if let path {
                switch manifest.tree.plist(path) {
                case .success(var read):
                    read.value = read.value.resolved(with: settings)
                    plist = read
                case .failure(.unreadable(let problem)):
                    if !problems.contains(problem) { problems.append(problem) }
                // XcodeGen creates the missing file.
                case .failure(.missing): break
                }
            }
            var budget = Self.propertyCountMax
            guard let written = node["properties"],
                let value = written.plistValue(&budget)?.resolved(with: settings).dictionary
            else { continue }
            var made = plist ?? PlistFile(source: layer.document.source, value: .dictionary([:]))
            made.value = .dictionary((made.value.dictionary ?? [:]).merging(value) { $1 })
            for (key, node) in written.members {
                made.otherLocations[key] = layer.document.location(of: node)
            }
            plist = made
        }
        return plist
    }

    /// The scripts of the target's build phases. Their text is in the manifest or in separate
    /// files.
    private var scripts: BuildScriptText {
        let keys = [
            "preBuildScripts", "prebuildScripts", "postCompileScripts", "postBuildScripts",
            "postbuildScripts",
        ]
        let entries = layers.flatMap { layer in
            keys.flatMap { layer.node[$0]?.sequence.map(Array.init) ?? [] }
        }
        return BuildScripts(in: manifest.tree, root: manifest.root).text(
            of: entries.compactMap { ($0["script"] ?? $0["path"])?.scalar?.string })
    }

    private static let sdks = [
        "iOS": "iphoneos", "macOS": "macosx", "watchOS": "watchos", "tvOS": "appletvos",
        "visionOS": "xros",
    ]

    private static func product(_ type: String) -> AppTarget.Product {
        XcodeProduct.product(ofType: "com.apple.product-type." + type, isa: "PBXNativeTarget")
    }
}
