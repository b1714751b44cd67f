// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import Foundation
public import GatewayAPI
import UserNotificationsShim

#if os(macOS) && canImport(Security)
import Security
#endif

/// Facts about an app: Info.plist, entitlements, language, versions.
public struct AppFacts: Sendable {
    /// The app's bundle identifier. In an extension, too, this is the app's identifier, without the
    /// component that the extension's own identifier adds.
    public var bundleID: String
    public var appVersion: String?
    public var systemVersion: String?
    public var platform: DevicePlatform
    /// The language and region, for instance `pt-BR`.
    public var locale: String?
    /// The IANA name of the time zone.
    public var timeZone: String?
    /// The environment in which the app's device tokens are valid, according to its signature
    /// (`REG-9`); `nil` when the app has no `aps-environment` and cannot have a token at all.
    public var environment: APNSEnvironment?
    /// The keys of Info.plist.
    public var info: [String: any Sendable]
    /// The entitlements; `nil` when they cannot be read, as in an app from the App Store. On a
    /// phone, they come from the provisioning profile, which lists the entitlements that the app
    /// may use.
    public var entitlements: [String: any Sendable]?
    /// Reads the language and the time zone again; both can change while an app runs.
    var region: (@Sendable () -> Region)?

    /// The person's settings that apply to all apps.
    struct Region: Hashable, Sendable {
        var locale: String?
        var timeZone: String?
    }

    /// The facts with the current language and time zone.
    var renewed: AppFacts {
        guard let region = region?() else { return self }
        var facts = self
        (facts.locale, facts.timeZone) = (region.locale, region.timeZone)
        return facts
    }

    public init(
        bundleID: String, appVersion: String? = nil, systemVersion: String? = nil,
        platform: DevicePlatform = .other, locale: String? = nil, timeZone: String? = nil,
        environment: APNSEnvironment? = nil, info: [String: any Sendable] = [:],
        entitlements: [String: any Sendable]? = nil
    ) {
        self.bundleID = bundleID
        self.appVersion = appVersion
        self.systemVersion = systemVersion
        self.platform = platform
        self.locale = locale
        self.timeZone = timeZone
        self.environment = environment
        self.info = info
        self.entitlements = entitlements
    }
}

#if !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
extension AppFacts {
    /// The facts about the app that runs on the virtual phone.
    public static var current: AppFacts {
        let app = RunningApp.current
        var facts = AppFacts(
            bundleID: app.bundleIdentifier,
            appVersion: app.info["CFBundleShortVersionString"] as? String,
            systemVersion: app.systemVersion, platform: .iOS,
            environment: APNSEnvironment(entitlements: app.entitlements), info: app.info,
            entitlements: app.entitlements)
        facts.region = { Region(locale: app.language, timeZone: app.timeZone?.identifier) }
        return facts.renewed
    }
}
#else
extension AppFacts {
    /// The facts about the app that this code runs in; in an extension, the facts about the app
    /// that contains the extension.
    public static var current: AppFacts {
        let own = Bundle.main
        let address = AppSignature.containingApp(of: own.bundleURL)
        let app = address == own.bundleURL ? own : Bundle(url: address) ?? own
        let signature = AppSignature(
            profile: AppSignature.profile(inAppAt: address), isSimulator: isSimulator,
            own: ownEntitlements)
        let version = ProcessInfo.processInfo.operatingSystemVersion
        let parts = [version.majorVersion, version.minorVersion, version.patchVersion]
        let info = SendableList.dictionary(app.infoDictionary ?? [:])
        var facts = AppFacts(
            bundleID: app.bundleIdentifier ?? own.bundleIdentifier ?? "",
            appVersion: info["CFBundleShortVersionString"] as? String,
            // Apple omits a patch number of 0: 26.0, but 26.0.1.
            systemVersion: parts.prefix(version.patchVersion == 0 ? 2 : 3).map(String.init)
                .joined(separator: "."),
            platform: platform, environment: signature.environment, info: info,
            entitlements: signature.entitlements)
        facts.region = {
            Region(
                locale: Locale.preferredLanguages.first,
                timeZone: TimeZone.autoupdatingCurrent.identifier)
        }
        return facts.renewed
    }

    private static var platform: DevicePlatform {
        #if os(macOS) || targetEnvironment(macCatalyst)
        .macOS
        #elseif os(watchOS)
        .watchOS
        #elseif os(visionOS)
        .visionOS
        #elseif os(tvOS)
        .tvOS
        #else
        .iOS
        #endif
    }

    private static var isSimulator: Bool {
        #if targetEnvironment(simulator)
        true
        #else
        false
        #endif
    }

    /// The entitlements that the process was signed with. Only macOS lets a process read them.
    private static var ownEntitlements: [String: any Sendable]? {
        #if os(macOS) && canImport(Security)
        guard let task = SecTaskCreateFromSelf(nil) else { return nil }
        let names = [
            "com.apple.developer.aps-environment", "com.apple.security.application-groups",
            "com.apple.developer.usernotifications.time-sensitive",
            "com.apple.developer.usernotifications.communication",
        ]
        guard
            let values = SecTaskCopyValuesForEntitlements(task, names as CFArray, nil)
                as? [String: Any]
        else { return nil }
        return SendableList.dictionary(values)
        #else
        return nil
        #endif
    }
}
#endif

extension APNSEnvironment {
    /// Reads the value of the entitlement `aps-environment` ("APS Environment Entitlement").
    init?(entitlement: String) {
        switch entitlement {
        case "development": self = .sandbox
        case "production": self = .production
        default: return nil
        }
    }
}
