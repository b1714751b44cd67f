// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import DeviceModel

/// The declarations in an app's Info.plist, entitlements and extensions.
///
/// The files may be those of a project or of a built app, XML or binary. Unknown keys are ignored.
/// Source: "Information Property List", "Entitlements".
public struct AppManifest: Hashable, Sendable {
    /// The value of `CFBundleIdentifier`.
    public let bundleID: String
    /// The value of `CFBundleDisplayName`, otherwise of `CFBundleName`, otherwise the last part of
    /// the bundle identifier.
    public let name: String
    /// The value of `CFBundleDevelopmentRegion`; `en` when the key is missing.
    public let developmentLanguage: String
    public private(set) var capabilities: AppCapabilities
    public private(set) var contentExtensions: [AppBundle.ContentExtension] = []

    /// Reads the declarations of the app itself; add its extensions with
    /// ``addExtension(infoPlist:entitlements:buildSettings:)``.
    ///
    /// - Parameters:
    ///   - entitlements: `nil` for an app without entitlements, which cannot register for push.
    ///   - buildSettings: The values that Xcode would insert for `$(NAME)`. If the Info.plist lacks
    ///     the bundle identifier or the name, they come from `PRODUCT_BUNDLE_IDENTIFIER`,
    ///     `INFOPLIST_KEY_CFBundleDisplayName` and `PRODUCT_NAME`.
    /// - Throws: ``AppFileError`` with the file, the key and the expected value.
    public init(
        infoPlist: AppFile, entitlements: AppFile? = nil, buildSettings: [String: String] = [:]
    ) throws(AppFileError) {
        // `DEVELOPMENT_LANGUAGE` is `en` by default, as in Xcode.
        let settings = ["DEVELOPMENT_LANGUAGE": "en"].merging(buildSettings) { $1 }
        let info = try PropertyListFile(infoPlist, buildSettings: settings)
        let declaredID = try info.string("CFBundleIdentifier")
        let identifier = declaredID ?? settings["PRODUCT_BUNDLE_IDENTIFIER"] ?? ""
        guard !identifier.isEmpty else {
            throw info.error(
                "CFBundleIdentifier",
                "the key is missing; its value is a string such as com.example.app",
                "add it, or pass PRODUCT_BUNDLE_IDENTIFIER in buildSettings")
        }
        bundleID = identifier
        let displayName = try info.string("CFBundleDisplayName")
        let shortName = try info.string("CFBundleName")
        let lastPart = identifier.split(separator: ".").last.map(String.init) ?? identifier
        name =
            displayName ?? settings["INFOPLIST_KEY_CFBundleDisplayName"] ?? shortName
            ?? settings["PRODUCT_NAME"] ?? lastPart
        developmentLanguage = try info.string("CFBundleDevelopmentRegion") ?? "en"
        capabilities = AppCapabilities(
            environment: nil, remoteNotificationBackgroundMode: false, timeSensitive: false)
        try declare(info)
        if let entitlements {
            try sign(PropertyListFile(entitlements, buildSettings: settings))
        }
    }

    /// Returns an app with these declarations as it is after its installation.
    ///
    /// - Parameter bundle: The app's texts and sounds. The method adds the content extensions to
    ///   the bundle.
    public func installedApp(bundle: AppBundle = AppBundle()) -> InstalledApp {
        var app = InstalledApp(bundleID: bundleID, name: name, capabilities: capabilities)
        app.bundle = bundle
        app.bundle.contentExtensions += contentExtensions
        app.tokenFamilies = capabilities.voipBackgroundMode ? [.app, .voip] : [.app]
        return app
    }
}

// MARK: - Info.plist and entitlements

extension AppManifest {
    private mutating func declare(_ info: PropertyListFile) throws(AppFileError) {
        let modes = try info.strings("UIBackgroundModes")
        capabilities.remoteNotificationBackgroundMode = modes.contains("remote-notification")
        capabilities.voipBackgroundMode = modes.contains("voip")
        capabilities.fetchBackgroundMode = modes.contains("fetch")
        capabilities.taskIdentifiers = try info.strings("BGTaskSchedulerPermittedIdentifiers")
        capabilities.liveActivities = try info.bool("NSSupportsLiveActivities")
        capabilities.frequentUpdates = try info.bool("NSSupportsLiveActivitiesFrequentUpdates")
        if let clip = try info.dictionary("NSAppClip") {
            capabilities.isAppClip = true
            capabilities.requestsEphemeralNotifications = try clip.bool(
                "NSAppClipRequestEphemeralUserNotification")
        }
        // Without a usage description, the system grants no access to the location.
        let reasons = [
            "NSLocationWhenInUseUsageDescription",
            "NSLocationAlwaysAndWhenInUseUsageDescription",
        ]
        if !reasons.contains(where: info.has) { capabilities.locationAccess = .none }
    }

    private mutating func sign(_ rights: PropertyListFile) throws(AppFileError) {
        let key = "aps-environment"
        switch try rights.string(key) {
        case nil: break
        case "development"?: capabilities.environment = .sandbox
        case "production"?: capabilities.environment = .production
        case let other?:
            throw rights.error(
                key, "expected development or production, found \(other)",
                "use development for builds run from Xcode")
        }
        let start = "com.apple.developer.usernotifications."
        capabilities.timeSensitive = try rights.bool(start + "time-sensitive")
        capabilities.criticalAlerts = try rights.bool(start + "critical-alerts")
        capabilities.filtering = try rights.bool(start + "filtering")
        capabilities.communication = try rights.bool(start + "communication")
        capabilities.appGroups = try rights.strings("com.apple.security.application-groups")
        for key in rights.keys(startingWith: "com.apple.developer.carplay-")
        where try rights.bool(key) {
            capabilities.carPlay = true
        }
        if rights.has("com.apple.developer.parent-application-identifiers") {
            capabilities.isAppClip = true
        }
    }
}

// MARK: - Extensions

extension AppManifest {
    private static let servicePoint = "com.apple.usernotifications.service"
    private static let contentPoint = "com.apple.usernotifications.content-extension"

    /// The maximum number of content extensions; if there are more, an error is thrown.
    public static let contentExtensionCountMax = 64

    /// Reads the declarations of one of the app's extensions. Extensions that are unrelated to
    /// notifications are ignored.
    ///
    /// - Parameter entitlements: The extension's entitlements, which may contain the filtering
    ///   entitlement.
    /// - Throws: ``AppFileError`` with the file, the key and the expected value.
    public mutating func addExtension(
        infoPlist: AppFile, entitlements: AppFile? = nil, buildSettings: [String: String] = [:]
    ) throws(AppFileError) {
        let info = try PropertyListFile(infoPlist, buildSettings: buildSettings)
        guard let declared = try info.dictionary("NSExtension") else { return }
        switch try declared.string("NSExtensionPointIdentifier") {
        case Self.servicePoint?:
            capabilities.serviceExtension = true
            if let entitlements {
                let rights = try PropertyListFile(entitlements, buildSettings: buildSettings)
                let key = "com.apple.developer.usernotifications.filtering"
                if try rights.bool(key) { capabilities.filtering = true }
            }
        case Self.contentPoint?: try addContentExtension(declared)
        case nil:
            throw declared.error(
                "NSExtensionPointIdentifier", "the key is missing; its value is a string",
                "use \(Self.servicePoint) or \(Self.contentPoint)")
        default: break
        }
    }

    private mutating func addContentExtension(
        _ declared: PropertyListFile
    ) throws(AppFileError) {
        let key = "UNNotificationExtensionCategory"
        let missing = "the key is missing; its value is a string or an array of strings"
        let remedy = "add the categories that the extension draws"
        guard let values = try declared.dictionary("NSExtensionAttributes") else {
            throw declared.error("NSExtensionAttributes.\(key)", missing, remedy)
        }
        let categories = try values.strings(key, takesOne: true)
        guard !categories.isEmpty else { throw values.error(key, missing, remedy) }
        guard contentExtensions.count < Self.contentExtensionCountMax else {
            throw values.error(
                key, "the app already has \(Self.contentExtensionCountMax) content extensions",
                "draw several categories with one extension")
        }
        let ratioKey = "UNNotificationExtensionInitialContentSizeRatio"
        let ratio = try values.number(ratioKey) ?? 1
        guard ratio.isFinite, ratio >= 0 else {
            throw values.error(
                ratioKey, "expected a number of 0 or more, found \(ratio)",
                "use the height divided by the width")
        }
        contentExtensions.append(
            AppBundle.ContentExtension(
                categories: categories, initialContentSizeRatio: ratio,
                isDefaultContentHidden: try values.bool(
                    "UNNotificationExtensionDefaultContentHidden"),
                overridesDefaultTitle: try values.bool(
                    "UNNotificationExtensionOverridesDefaultTitle"),
                isUserInteractionEnabled: try values.bool(
                    "UNNotificationExtensionUserInteractionEnabled")))
    }
}
