// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DemoApp
import DemoContent
import DemoKit
import DemoService
public import Foundation
public import UserNotificationsShim

/// The example app as it is installed on a phone: its code and the files that Xcode adds.
public enum DemoAppDescription {
    public static let bundleID = "dev.bellhop.demo"
    /// The name under the icon.
    public static let name = "Corner"

    /// Makes the app delegate, once for each start of the app.
    @MainActor
    public static func makeDelegate() -> any UIApplicationDelegate { AppDelegate() }

    /// Makes the service extension, once for each push.
    public static func makeServiceExtension() -> UNNotificationServiceExtension {
        NotificationService()
    }

    /// Makes the content extension, once for each notification that is expanded.
    @MainActor
    public static func makeContentExtension()
        -> any UIViewController & UNNotificationContentExtension
    {
        NotificationViewController()
    }

    /// The types of Live Activity that a push can start.
    public static var activityTypes: [any ActivityAttributes.Type] {
        [OrderAttributes.self, GameAttributes.self]
    }

    /// The app's Info.plist, an XML property list.
    public static var infoPlist: Data { Data(PackageResources.DemoApp_Info_plist) }

    public static var serviceExtensionInfoPlist: Data {
        Data(PackageResources.ServiceExtension_Info_plist)
    }

    public static var contentExtensionInfoPlist: Data {
        Data(PackageResources.ContentExtension_Info_plist)
    }

    /// The app's entitlements, an XML property list.
    public static var entitlements: Data { Data(PackageResources.DemoApp_entitlements) }

    /// The entitlements of both extensions.
    public static var extensionEntitlements: Data { Data(PackageResources.Extension_entitlements) }

    /// The app's String Catalog, `Localizable.xcstrings`.
    public static var stringCatalog: Data { Data(PackageResources.Localizable_xcstrings) }

    /// The app's sound files, by name, with their lengths in seconds.
    public static let sounds = ["bell.caf": 2.0, "chime.caf": 1.2, "mail.caf": 0.8]
}
