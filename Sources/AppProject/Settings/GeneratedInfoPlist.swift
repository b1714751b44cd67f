// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// The Info.plist that a build creates from a file and from `INFOPLIST_KEY_…` settings. Source:
/// Apple, "Build settings reference" (Generate Info.plist File).
enum GeneratedInfoPlist {
    private static let prefix = "INFOPLIST_KEY_"

    /// The settings whose value is a list separated by spaces.
    private static let lists: Set<String> = [
        "UIBackgroundModes", "UISupportedInterfaceOrientations", "UIRequiredDeviceCapabilities",
        "LSApplicationQueriesSchemes", "WKBackgroundModes", "WKSupportedInterfaceOrientations",
    ]

    /// - Parameter project: the text to which locations refer if there is no Info.plist file.
    static func make(
        from file: PlistFile?, settings: BuildSettings, project: SourceText
    ) -> PlistFile? {
        var plist = file
        plist?.value = file?.value.resolved(with: settings) ?? .dictionary([:])
        guard settings.value(of: "GENERATE_INFOPLIST_FILE").map(isYes) ?? false else {
            return plist
        }
        var values = plist?.value.dictionary ?? [:]
        var locations: [String: Diagnostic.Location] = [:]
        for setting in settings.keys where setting.hasPrefix(prefix) {
            let key = key(of: setting)
            guard values[key] == nil, let text = settings.value(of: setting) else { continue }
            values[key] = value(text, of: key)
            locations[key] = settings.location(of: setting)
        }
        let standard = [
            "CFBundleIdentifier": "PRODUCT_BUNDLE_IDENTIFIER", "CFBundleName": "PRODUCT_NAME",
            "CFBundleExecutable": "EXECUTABLE_NAME", "CFBundleVersion": "CURRENT_PROJECT_VERSION",
            "CFBundleShortVersionString": "MARKETING_VERSION",
            "CFBundleDevelopmentRegion": "DEVELOPMENT_LANGUAGE",
        ]
        for (key, setting) in standard where values[key] == nil {
            values[key] = settings.value(of: setting).map { .string($0) }
            locations[key] = settings.location(of: setting)
        }
        var made = plist ?? PlistFile(source: project, value: .dictionary([:]))
        made.value = .dictionary(values)
        made.otherLocations = locations
        return made
    }

    /// Returns the Info.plist key that a setting defines. The suffix `_iPad` becomes `~ipad`.
    private static func key(of setting: String) -> String {
        let name = String(setting.dropFirst(prefix.count))
        for (ending, mark) in [("_iPhone", "~iphone"), ("_iPad", "~ipad")]
        where name.hasSuffix(ending) { return name.dropLast(ending.count) + mark }
        return name
    }

    private static func value(_ text: String, of key: String) -> PlistValue {
        if lists.contains(String(key.prefix { $0 != "~" })) {
            return .array(text.split(separator: " ").map { .string(String($0)) })
        }
        switch text {
        case "YES": return .bool(true)
        case "NO": return .bool(false)
        default: return .string(text)
        }
    }

    static func isYes(_ text: String) -> Bool { text == "YES" || text == "true" || text == "1" }
}

extension PlistValue {
    /// Returns the value with the references to build settings in its strings and keys resolved.
    func resolved(with settings: BuildSettings) -> PlistValue {
        switch self {
        case .string(let text): .string(settings.resolve(text))
        case .array(let values): .array(values.map { $0.resolved(with: settings) })
        case .dictionary(let values):
            .dictionary(
                Dictionary(
                    values.map { (settings.resolve($0), $1.resolved(with: settings)) },
                    uniquingKeysWith: { first, _ in first }))
        default: self
        }
    }
}
