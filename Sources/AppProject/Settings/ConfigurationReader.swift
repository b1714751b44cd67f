// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Makes a build configuration from settings. It reads the Info.plist, the entitlements and the
/// profile to which the settings refer. The readers of all kinds of manifests use this type.
struct ConfigurationReader {
    let name: String
    /// The target's name.
    let target: String
    let settings: BuildSettings
    /// The folder to which paths in settings are relative.
    let root: String
    let tree: CheckoutFiles
    /// The project or manifest that contains the settings.
    let manifest: SourceText
    /// Whether the product requires an Info.plist and entitlements; `false` for frameworks and
    /// tests.
    var isSigned = true
    /// The names of settings that refer to files that the manifest's tool creates.
    var generatedSettings: Set<String> = []
    private(set) var problems: [Diagnostic] = []

    init(
        name: String, target: String, settings: BuildSettings, root: String, tree: CheckoutFiles,
        manifest: SourceText
    ) {
        self.name = name
        self.target = target
        self.settings = settings
        self.root = root
        self.tree = tree
        self.manifest = manifest
    }

    mutating func configuration() -> AppTarget.Configuration {
        var configuration = AppTarget.Configuration(name: name)
        for key in settings.keys {
            configuration.settings[key] = settings.value(of: key)
            configuration.settingLocations[key] = settings.location(of: key)
        }
        let info = plist(named: "INFOPLIST_FILE")
        configuration.infoPlist = GeneratedInfoPlist.make(
            from: info, settings: settings, project: manifest)
        configuration.entitlements = plist(named: "CODE_SIGN_ENTITLEMENTS").map { file in
            var file = file
            file.value = file.value.resolved(with: settings)
            return file
        }
        for key in ["PROVISIONING_PROFILE_SPECIFIER", "PROVISIONING_PROFILE"] {
            guard configuration.profile == nil, let name = settings.value(of: key), !name.isEmpty
            else { continue }
            configuration.profile = tree.profile(named: name)
        }
        return configuration
    }

    /// Returns the property list to which a setting refers; `nil` if it cannot be read.
    private mutating func plist(named key: String) -> PlistFile? {
        guard let value = settings.value(of: key), !value.isEmpty else { return nil }
        let location = settings.location(of: key) ?? manifest.location(nil)
        guard !value.contains("$("), !value.contains("${") else {
            note(
                .notExamined, .note,
                "\(key) of \(target) (\(name)) refers to \(value.prefix(120)), "
                    + "which only Xcode can resolve", at: location)
            return nil
        }
        // SRCROOT is replaced by `.`, the project's own folder.
        guard let path = FilePath.join(root, value) else {
            note(
                .notExamined, .note,
                "\(key) of \(target) (\(name)) refers to a path outside of the checkout",
                at: location)
            return nil
        }
        switch tree.plist(path) {
        case .success(let file): return file
        case .failure(.missing):
            guard isSigned, !GeneratedFile.isGenerated(path), !generatedSettings.contains(key)
            else { return nil }
            note(
                .missingFile, .warning,
                "\(key) of \(target) (\(name)) refers to \(path), which is not in the checkout",
                remedy: "correct the setting, or run the tool that generates the file", at: location
            )
            return nil
        case .failure(.unreadable(let problem)):
            if !problems.contains(problem) { problems.append(problem) }
            return nil
        }
    }

    private mutating func note(
        _ rule: ProjectProblem, _ severity: Severity, _ message: String, remedy: String = "",
        at location: Diagnostic.Location
    ) {
        problems.append(
            Diagnostic(
                rule: rule.rawValue, severity: severity, message: message, remedy: remedy,
                location: location))
    }

    /// Returns the settings that Xcode gives every target. Source: Apple, "Build settings
    /// reference".
    static func builtIn(
        target: String, project: String, configuration: String, sdk: String
    ) -> [String: String] {
        [
            "TARGET_NAME": target, "TARGETNAME": target, "PROJECT_NAME": project,
            "CONFIGURATION": configuration, "SRCROOT": ".", "PROJECT_DIR": ".",
            "SOURCE_ROOT": ".", "PLATFORM_NAME": sdk, "PRODUCT_NAME": "$(TARGET_NAME)",
            "PRODUCT_MODULE_NAME": "$(PRODUCT_NAME:c99extidentifier)",
            "EXECUTABLE_NAME": "$(PRODUCT_NAME)", "DEVELOPMENT_LANGUAGE": "en",
        ]
    }
}
