// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
package import Explain
package import YAMLReading

extension AppConfig {
    /// The keys of the file, in the order of docs/explain.md.
    static let keys = [
        "bundle_id", "name", "permission", "push", "background_modes", "background_refresh",
        "capabilities", "settings", "service_extension", "focus_filter", "categories", "strings",
        "development_language", "sounds", "content_extensions", "activity_types", "behaviour",
    ]

    /// Reads a file.
    ///
    /// - Throws: `YAMLError`, which contains the line, the column and the key path, if the text is
    ///   not YAML, if a key is unknown, or if a value has the wrong type.
    package init(yaml text: String) throws(YAMLError) {
        guard let root = try YAMLDocument.root(of: text, byteCountMax: Self.byteCountMax) else {
            throw YAMLError(
                line: 1, column: 1, keyPath: "",
                problem: "the file is empty; write at least bundle_id: com.example.app")
        }
        let file = try root.mapping(Self.keys)
        let place = try file.required("bundle_id")
        let bundleID = try place.anyText()
        guard Topic.isPlausible(bundleID) else {
            throw place.error("this is not a bundle identifier; write one such as com.example.app")
        }
        let permission: Authorization = try file["permission"]?.value() ?? .authorized
        var app = InstalledApp(
            bundleID: bundleID, name: try file["name"]?.anyText() ?? bundleID,
            authorization: permission,
            capabilities: try Self.capabilities(file))
        app.settings = try Self.settings(file, permission)
        app.backgroundRefreshEnabled = try file["background_refresh"]?.bool() ?? true
        app.bundle = try Self.bundle(file)
        app.behaviour = try Self.behaviour(file)
        var donatesIntent = false
        if let place = file["service_extension"] {
            donatesIntent = try Self.readExtension(place, into: &app)
        }
        self.init(app: app)
        self.donatesIntent = donatesIntent
        focusFilter = try file["focus_filter"]?.texts()
        categories = try Self.categories(file)
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

    private static func capabilities(_ file: YAMLMapping) throws(YAMLError) -> AppCapabilities {
        var capabilities = AppCapabilities(timeSensitive: false)
        switch try file["push"]?.value(Push.self) ?? .sandbox {
        case .sandbox: capabilities.environment = .sandbox
        case .production: capabilities.environment = .production
        case .none: capabilities.environment = nil
        }
        var modes: [BackgroundMode] = []
        for place in try file["background_modes"]?.list() ?? [] {
            modes.append(try place.value())
        }
        capabilities.remoteNotificationBackgroundMode = modes.contains(.remoteNotification)
        capabilities.voipBackgroundMode = modes.contains(.voip)
        capabilities.fetchBackgroundMode = modes.contains(.fetch)
        capabilities.liveActivities = false
        guard let place = file["capabilities"] else { return capabilities }
        let group = try place.mapping(capabilityKeys)
        capabilities.timeSensitive = try group["time_sensitive"]?.bool() ?? false
        capabilities.criticalAlerts = try group["critical_alerts"]?.bool() ?? false
        capabilities.communication = try group["communication"]?.bool() ?? false
        capabilities.carPlay = try group["car_play"]?.bool() ?? false
        capabilities.isAppClip = try group["app_clip"]?.bool() ?? false
        capabilities.requestsEphemeralNotifications = capabilities.isAppClip
        capabilities.liveActivities = try group["live_activities"]?.bool() ?? false
        capabilities.frequentUpdates = try group["frequent_updates"]?.bool() ?? false
        return capabilities
    }

    /// - Returns: Whether the extension donates an intent.
    private static func readExtension(
        _ place: YAMLPlace, into app: inout InstalledApp
    ) throws(YAMLError) -> Bool {
        let group = try place.mapping(["does", "filtering", "donates_intent"])
        app.capabilities.serviceExtension = true
        app.behaviour.serviceExtension = try group["does"]?.value() ?? .unchanged
        app.capabilities.filtering = try group["filtering"]?.bool() ?? false
        return try group["donates_intent"]?.bool() ?? false
    }

    private static func behaviour(_ file: YAMLMapping) throws(YAMLError) -> AppBehaviour {
        var behaviour = AppBehaviour()
        guard let place = file["behaviour"] else { return behaviour }
        let group = try place.mapping([
            "will_present", "has_will_present", "has_center_delegate", "background_callback",
        ])
        if let options = try group["will_present"]?.words(
            among: PresentationOptions.named.map { ($0.name, $0.option) })
        {
            behaviour.presentation = PresentationOptions(options)
        }
        behaviour.implementsWillPresent = try group["has_will_present"]?.bool() ?? true
        behaviour.hasCenterDelegate = try group["has_center_delegate"]?.bool() ?? true
        behaviour.implementsBackgroundCallback = try group["background_callback"]?.bool() ?? true
        return behaviour
    }
}
