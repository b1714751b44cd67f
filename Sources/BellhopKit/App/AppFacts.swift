// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import Foundation
public import GatewayAPI
import UserNotificationsShim

/// What an app says about itself: Info.plist, entitlements, language, versions.
public struct AppFacts: Sendable {
    /// The app's bundle identifier, also in an extension, whose own has one part more.
    public var bundleID: String
    public var appVersion: String?
    public var systemVersion: String?
    public var platform: DevicePlatform
    /// For instance `pt-BR`.
    public var locale: String?
    /// An IANA name.
    public var timeZone: String?
    /// Where the app's tokens are good, as its signature says; `nil` when it has no
    /// `aps-environment` and cannot have a token at all.
    public var environment: APNSEnvironment?
    /// The keys of Info.plist.
    public var info: [String: any Sendable]
    /// The entitlements; `nil` when they cannot be read, as in an app from the App Store.
    public var entitlements: [String: any Sendable]?

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
    /// The app that runs on the virtual phone.
    public static var current: AppFacts {
        let app = RunningApp.current
        let environment = (app.entitlements["aps-environment"] as? String)
            .flatMap { APNSEnvironment(entitlement: $0) }
        return AppFacts(
            bundleID: app.bundleIdentifier, systemVersion: app.systemVersion, platform: .iOS,
            locale: app.language, timeZone: app.timeZone?.identifier, environment: environment,
            info: app.info, entitlements: app.entitlements)
    }
}
#endif

extension APNSEnvironment {
    /// What the entitlement `aps-environment` calls it ("APS Environment Entitlement").
    init?(entitlement: String) {
        switch entitlement {
        case "development": self = .sandbox
        case "production": self = .production
        default: return nil
        }
    }
}
