// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Yams

extension AppConfig {
    /// The keys of the file, in the order of docs/explain.md.
    static let keys = [
        "bundle_id", "name", "permission", "push", "background_modes", "background_refresh",
        "capabilities", "settings", "service_extension", "focus_filter", "categories", "strings",
        "development_language", "sounds", "content_extensions", "activity_types", "behaviour",
    ]

    /// Reads a file.
    ///
    /// - Throws: ``AppConfigError`` with line, column and key path for text that is not YAML, for
    ///   unknown keys, and for values of the wrong type.
    package init(yaml text: String) throws(AppConfigError) {
        let root = try Self.compose(text)
        let file = try YAMLMapping(root, path: "", keys: Self.keys)
        guard let bundleID = try file.text("bundle_id") else {
            throw YAMLMapping.error(
                root, "bundle_id",
                "this key is missing; add it with the app's bundle identifier")
        }
        guard Topic.isPlausible(bundleID) else {
            throw YAMLMapping.error(
                file.node("bundle_id") ?? root, "bundle_id",
                "this is not a bundle identifier; write one such as com.example.app")
        }
        let permission: Authorization = try file.value("permission") ?? .authorized
        var app = InstalledApp(
            bundleID: bundleID, name: try file.text("name") ?? bundleID,
            authorization: permission,
            capabilities: try Self.capabilities(file))
        app.settings = try Self.settings(file, permission)
        app.backgroundRefreshEnabled = try file.bool("background_refresh") ?? true
        app.bundle = try Self.bundle(file)
        app.behaviour = try Self.behaviour(file)
        var donatesIntent = false
        if let node = file.node("service_extension") {
            donatesIntent = try Self.readExtension(node, into: &app)
        }
        self.init(app: app)
        self.donatesIntent = donatesIntent
        focusFilter = try file.texts("focus_filter")
        categories = try Self.categories(file)
    }

    /// The maximum number of asterisks in a file. Each asterisk can be an alias, and nested aliases
    /// can expand a small file to a huge document.
    private static let asteriskCountMax = 16

    private static func compose(_ text: String) throws(AppConfigError) -> Node {
        guard text.utf8.count(where: { $0 == UInt8(ascii: "*") }) <= asteriskCountMax else {
            throw AppConfigError(
                line: 1, column: 1, keyPath: "",
                problem: "the file contains more than \(asteriskCountMax) asterisks; write out the "
                    + "values instead of using aliases")
        }
        do {
            if let node = try Yams.compose(yaml: text) { return node }
        } catch let error as YamlError {
            throw Self.syntax(error, in: text)
        } catch {
            throw AppConfigError(
                line: 1, column: 1, keyPath: "",
                problem: "the file is not YAML; check its syntax")
        }
        throw AppConfigError(
            line: 1, column: 1, keyPath: "",
            problem: "the file is empty; write at least bundle_id: com.example.app")
    }

    private static func syntax(_ error: YamlError, in text: String) -> AppConfigError {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            AppConfigError(
                line: mark.line, column: mark.column, keyPath: "",
                problem: "the file is not YAML: \(OneLine.text(problem)); check indentation, "
                    + "colons and quotes")
        case .duplicatedKeysInMapping(let duplicates, let context):
            duplicate(duplicates.sorted(), from: context.mark.line, in: text)
        default:
            AppConfigError(
                line: 1, column: 1, keyPath: "",
                problem: "the file is not YAML; check that it is text in UTF-8")
        }
    }

    /// Returns the second occurrence of a repeated key.
    private static func duplicate(
        _ keys: [String], from firstLine: Int, in text: String
    ) -> AppConfigError {
        let key = keys.first ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset + 1 >= firstLine }
            .filter { $0.element.drop { $0 == " " || $0 == "-" }.hasPrefix(key + ":") }
        let second = lines.count > 1 ? lines[1].offset + 1 : firstLine
        return AppConfigError(
            line: second, column: 1, keyPath: OneLine.text(key, characterCountMax: 40),
            problem: "this key occurs twice; remove one")
    }
}

// The developer's declarations.
extension AppConfig {
    private enum BackgroundMode: String, CaseIterable {
        case remoteNotification = "remote-notification"
        case voip, fetch
    }

    private enum Push: String, CaseIterable {
        case sandbox, production, none
    }

    private static let capabilityKeys = [
        "time_sensitive", "critical_alerts", "communication", "car_play", "app_clip",
        "live_activities", "frequent_updates",
    ]

    private static func capabilities(_ file: YAMLMapping) throws(AppConfigError) -> AppCapabilities
    {
        var capabilities = AppCapabilities(timeSensitive: false)
        switch try file.value("push", Push.self) ?? .sandbox {
        case .sandbox: capabilities.environment = .sandbox
        case .production: capabilities.environment = .production
        case .none: capabilities.environment = nil
        }
        var modes: [BackgroundMode] = []
        for (node, path) in try file.list("background_modes") ?? [] {
            modes.append(try YAMLMapping.value(node, path: path))
        }
        capabilities.remoteNotificationBackgroundMode = modes.contains(.remoteNotification)
        capabilities.voipBackgroundMode = modes.contains(.voip)
        capabilities.fetchBackgroundMode = modes.contains(.fetch)
        capabilities.liveActivities = false
        guard let node = file.node("capabilities") else { return capabilities }
        let group = try YAMLMapping(node, path: "capabilities", keys: capabilityKeys)
        capabilities.timeSensitive = try group.bool("time_sensitive") ?? false
        capabilities.criticalAlerts = try group.bool("critical_alerts") ?? false
        capabilities.communication = try group.bool("communication") ?? false
        capabilities.carPlay = try group.bool("car_play") ?? false
        capabilities.isAppClip = try group.bool("app_clip") ?? false
        capabilities.requestsEphemeralNotifications = capabilities.isAppClip
        capabilities.liveActivities = try group.bool("live_activities") ?? false
        capabilities.frequentUpdates = try group.bool("frequent_updates") ?? false
        return capabilities
    }

    /// - Returns: Whether the extension donates an intent.
    private static func readExtension(
        _ node: Node, into app: inout InstalledApp
    ) throws(AppConfigError) -> Bool {
        let group = try YAMLMapping(
            node, path: "service_extension", keys: ["does", "filtering", "donates_intent"])
        app.capabilities.serviceExtension = true
        app.behaviour.serviceExtension = try group.value("does") ?? .unchanged
        app.capabilities.filtering = try group.bool("filtering") ?? false
        return try group.bool("donates_intent") ?? false
    }

    private static func behaviour(_ file: YAMLMapping) throws(AppConfigError) -> AppBehaviour {
        var behaviour = AppBehaviour()
        guard let node = file.node("behaviour") else { return behaviour }
        let group = try YAMLMapping(
            node, path: "behaviour",
            keys: [
                "will_present", "has_will_present", "has_center_delegate", "background_callback",
            ])
        if let options = try group.values(
            "will_present", of: PresentationOptions.named.map { ($0.name, $0.option) })
        {
            behaviour.presentation = PresentationOptions(options)
        }
        behaviour.implementsWillPresent = try group.bool("has_will_present") ?? true
        behaviour.hasCenterDelegate = try group.bool("has_center_delegate") ?? true
        behaviour.implementsBackgroundCallback = try group.bool("background_callback") ?? true
        return behaviour
    }
}
