// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import SwiftSyntax

/// The notification categories and actions that Swift code makes.
public struct CodeCategories: Sendable {
    /// One category or action.
    public struct Entry: Sendable {
        /// `nil` when it is not a literal or a constant of these files.
        public let identifier: String?
        public let location: Diagnostic.Location
    }

    public internal(set) var categories: [Entry] = []
    public internal(set) var actions: [Entry] = []
    /// Whether these are all categories that the app can have. False when an identifier is
    /// computed, or a library is used that brings its own.
    public internal(set) var isComplete = true

    /// Identifiers of the categories that are certain.
    public var identifiers: Set<String> { Set(categories.compactMap(\.identifier)) }

    /// Identifiers of the actions that are certain.
    public var actionIdentifiers: Set<String> { Set(actions.compactMap(\.identifier)) }
}

extension CodeIndex {
    /// The categories that the code makes with UserNotifications or BellhopKit. Code in other
    /// languages is not seen.
    public var categories: CodeCategories {
        var found = CodeCategories()
        for place in calls("UNNotificationCategory", "PushCategory", "init") {
            guard let identifier = place.node.categoryIdentifier else { continue }
            found.categories.append(entry(identifier, place))
        }
        let makers = ["UNNotificationAction", "UNTextInputNotificationAction"]
        for place in makers.flatMap({ calls($0) }) {
            guard let identifier = place.node["identifier"] else { continue }
            found.actions.append(entry(identifier, place))
        }
        if imports.contains("BellhopKit") {
            for place in calls("button", "textInput", "PushAction") {
                guard let identifier = place.node.pushActionIdentifier else { continue }
                found.actions.append(entry(identifier, place))
            }
        }
        found.isComplete =
            found.categories.allSatisfy { $0.identifier != nil }
            && imports.isDisjoint(with: NotificationLibrary.modules)
        return found
    }

    private func entry(
        _ identifier: ExprSyntax, _ place: Place<FunctionCallExprSyntax>
    ) -> CodeCategories.Entry {
        CodeCategories.Entry(
            identifier: text(of: identifier), location: place.source.location(of: identifier))
    }
}

extension FunctionCallExprSyntax {
    /// The identifier, if the call makes a category.
    var categoryIdentifier: ExprSyntax? {
        switch calledName {
        case "UNNotificationCategory": return self["identifier"]
        case "PushCategory":
            guard let first = arguments.first, first.label == nil else { return nil }
            return first.expression
        case "init":
            // `.init(identifier:actions:intentIdentifiers:)` is a category whatever stands before.
            return self["intentIdentifiers"] == nil ? nil : self["identifier"]
        default: return nil
        }
    }

    /// The identifier, if the call makes an action of BellhopKit.
    var pushActionIdentifier: ExprSyntax? {
        if calledName == "PushAction" { return self["id"] }
        guard arguments.count >= 2, let first = arguments.first, first.label == nil,
            Array(arguments)[1].label == nil
        else { return nil }
        return first.expression
    }
}

/// Libraries that handle notifications for an app: their code registers, takes tokens, is the
/// delegate or brings categories, and is not in the checkout.
public enum NotificationLibrary {
    /// Modules by the names they are imported under. BellhopKit is not among them: what it does
    /// is known.
    public static let modules: Set<String> = [
        "OneSignal", "OneSignalFramework", "Airship", "AirshipCore", "AirshipKit", "Amplify",
        "AppboyKit", "Batch", "BrazeKit", "Capacitor", "CioMessagingPush", "CioMessagingPushAPN",
        "CioMessagingPushFCM", "CleverTapSDK", "ComposableUserNotifications", "Cordova",
        "CordovaLib", "Expo", "ExpoModulesCore", "ExponeaSDK", "Flutter", "Intercom",
        "IterableSDK", "KlaviyoSwift", "Leanplum", "MarketingCloudSDK", "MoEngageSDK",
        "NetmeraCore", "NotificareKit", "PushNotifications", "Pushwoosh", "PushwooshFramework",
        "React", "React_RCTAppDelegate", "SFMCSDK", "StreamChat", "SwrveSDK", "TwilioVoice",
        "WindowsAzureMessaging", "WonderPush",
    ]
}
