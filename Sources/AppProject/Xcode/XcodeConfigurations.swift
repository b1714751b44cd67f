// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Reads the build configurations of a target. A configuration consists of settings, and of the
/// files to which these settings refer. The settings are those of the project and those of the
/// target, each on top of a configuration file.
struct XcodeConfigurations {
    let project: XcodeObject
    /// The project's name.
    let name: String
    let references: XcodeFiles
    let tree: CheckoutFiles
    private(set) var problems: [Diagnostic] = []
    private(set) var platforms: Set<String> = []

    init(project: XcodeObject, name: String, references: XcodeFiles, tree: CheckoutFiles) {
        self.project = project
        self.name = name
        self.references = references
        self.tree = tree
    }

    mutating func configurations(
        of object: XcodeObject, target: String, product: AppTarget.Product
    ) -> [AppTarget.Configuration] {
        let common = list(project)
        return list(object).map { configuration in
            let name = configuration["name"] ?? ""
            let base = common.first { $0["name"] == name }
            let settings = settings(
                layers: [base, configuration].compactMap { $0 }, configuration: name,
                target: target)
            platforms.formUnion(
                XcodeProduct.platforms(
                    sdk: settings.value(of: "SDKROOT") ?? "",
                    supported: settings.value(of: "SUPPORTED_PLATFORMS") ?? ""))
            var reader = ConfigurationReader(
                name: name, target: target, settings: settings, root: references.root, tree: tree,
                manifest: configuration.objects.source)
            reader.isSigned = product == .application || product == .appExtension
            let read = reader.configuration()
            problems += reader.problems.filter { !problems.contains($0) }
            return read
        }
    }

    private func list(_ object: XcodeObject) -> [XcodeObject] {
        object.object("buildConfigurationList")?.list("buildConfigurations") ?? []
    }

    private mutating func settings(
        layers: [XcodeObject], configuration: String, target: String
    ) -> BuildSettings {
        let lines = layers.map { (file: file(of: $0), own: assignments(of: $0)) }
        let all = lines.flatMap { $0.file + $0.own }
        var environment = SettingEnvironment(sdk: "iphoneos", configuration: configuration)
        let known = ["macosx", "watchos", "appletvos", "xros"]
        if let sdk = all.last(where: { $0.key == "SDKROOT" })?.value,
            let name = known.first(where: sdk.hasPrefix)
        {
            environment.sdk = name
        }
        var settings = BuildSettings()
        settings.lay(
            ConfigurationReader.builtIn(
                target: target, project: name, configuration: configuration,
                sdk: environment.sdk),
            at: objectsSource.location(nil))
        for line in lines {
            settings.lay(line.file, in: environment)
            settings.lay(line.own, in: environment)
        }
        return settings
    }

    private var objectsSource: SourceText { project.objects.source }

    private func assignments(of configuration: XcodeObject) -> [SettingAssignment] {
        (configuration.node?["buildSettings"]?.members ?? []).map { member in
            let value =
                member.node.string ?? member.node.nodes.compactMap(\.string).joined(separator: " ")
            return SettingAssignment(
                member.key, value: value, location: objectsSource.location(member.keyRange))
        }
    }

    /// Returns the assignments in the `.xcconfig` file on which a build configuration is based.
    private mutating func file(of configuration: XcodeObject) -> [SettingAssignment] {
        var path = configuration["baseConfigurationReference"].flatMap {
            references.paths(of: $0).first
        }
        // In a synchronized folder, the file is identified by a folder and a relative path.
        if let anchor = configuration["baseConfigurationReferenceAnchor"],
            let folder = references.paths(of: anchor).first,
            let relative = configuration["baseConfigurationReferenceRelativePath"]
        {
            path = FilePath.join(folder, relative)
        }
        guard let path else { return [] }
        guard let file = tree.xcconfig(path) else {
            if !GeneratedFile.isGenerated(path) {
                let problem = Diagnostic(
                    rule: ProjectProblem.missingFile.rawValue, severity: .note,
                    message: "the configuration file \(path) is not in the checkout",
                    remedy: GeneratedFile.remedy(for: path, in: tree),
                    location: configuration.location)
                if !problems.contains(problem) { problems.append(problem) }
            }
            return []
        }
        problems += file.problems.filter { !problems.contains($0) }
        return file.assignments
    }
}
