// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import SwiftSyntax

/// The notification categories and actions that Swift code creates.
package struct CodeCategories: Sendable {
    /// A category or an action.
    package struct Entry: Sendable {
        /// The identifier; `nil` if it is neither a literal nor a constant that these files define.
        package let identifier: String?
        package let location: Diagnostic.Location
    }

    package internal(set) var categories: [Entry] = []
    package internal(set) var actions: [Entry] = []
    /// Whether the app certainly has no other categories. The value is `false` if an identifier is
    /// computed, or if the app uses a library that registers its own categories.
    package internal(set) var isComplete = true

    /// The category identifiers that are known from the source code.
    package var identifiers: Set<String> { Set(categories.compactMap(\.identifier)) }

    /// The action identifiers that are known from the source code.
    package var actionIdentifiers: Set<String> { Set(actions.compactMap(\.identifier)) }
}

extension CodeIndex {
    /// The categories that the code creates with UserNotifications or BellhopKit. Code in other
    /// languages is not considered.
    package var categories: CodeCategories {
        var found = CodeCategories()
        for occurrence in calls("UNNotificationCategory", "PushCategory", "init") {
            guard let identifier = occurrence.node.categoryIdentifier else { continue }
            found.categories.append(entry(identifier, occurrence))
        }
        let makers = ["UNNotificationAction", "UNTextInputNotificationAction"]
        for occurrence in makers.flatMap({ calls($0) }) {
            guard let identifier = occurrence.node["identifier"] else { continue }
            found.actions.append(entry(identifier, occurrence))
        }
        if imports.contains("BellhopKit") {
            for occurrence in calls("button", "textInput", "PushAction") {
                guard let identifier = occurrence.node.pushActionIdentifier else { continue }
                found.actions.append(entry(identifier, occurrence))
            }
        }
        found.isComplete =
            found.categories.allSatisfy { $0.identifier != nil }
            && imports.isDisjoint(with: NotificationLibrary.modules)
        return found
    }

    private func entry(
        _ identifier: ExprSyntax, _ occurrence: Occurrence<FunctionCallExprSyntax>
    ) -> CodeCategories.Entry {
        CodeCategories.Entry(
            identifier: text(of: identifier), location: occurrence.source.location(of: identifier))
    }
}

extension FunctionCallExprSyntax {
    /// The argument with the identifier, if the call creates a category.
    var categoryIdentifier: ExprSyntax? {
        switch calledName {
        case "UNNotificationCategory": return self["identifier"]
        case "PushCategory":
            guard let first = arguments.first, first.label == nil else { return nil }
            return first.expression
        case "init":
            // Only a category has the initializer `init(identifier:actions:intentIdentifiers:)`, so
            // the type before `.init` does not matter.
            return self["intentIdentifiers"] == nil ? nil : self["identifier"]
        default: return nil
        }
    }

    /// The argument with the identifier, if the call creates an action of BellhopKit.
    var pushActionIdentifier: ExprSyntax? {
        if calledName == "PushAction" { return self["id"] }
        guard arguments.count >= 2, let first = arguments.first, first.label == nil,
            Array(arguments)[1].label == nil
        else { return nil }
        return first.expression
    }
}

/// Libraries that handle notifications for an app and whose code is not in the checkout. Such a
/// library registers with APNs, receives tokens, is the notification delegate or adds categories.
package enum NotificationLibrary {
    /// The names under which the modules are imported. BellhopKit is excluded because its behaviour
    /// is known.
    package static let modules: Set<String> = [
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
