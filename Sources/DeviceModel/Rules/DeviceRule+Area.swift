// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension DeviceRule {
    /// The subject of a rule.
    public enum Area: String, Hashable, Sendable, Codable, CaseIterable {
        case permission
        case registration
        case arrival
        case foreground
        case responses
        case serviceExtension = "service-extension"
        case attachments
        case contentExtension = "content-extension"
        case interruption
        case silent
        case badge
        case sound
        case text
        case list
        case local
        case actions
        case liveActivities = "live-activities"
        case store
        case links
        case systemVersion = "system-version"
    }
}

extension DeviceRule.Area {
    /// The heading for the rules of the area.
    public var title: String {
        switch self {
        case .permission: "Permission and settings"
        case .registration: "Registration and tokens"
        case .arrival: "Arrival"
        case .foreground: "In the foreground"
        case .responses: "Responses"
        case .serviceExtension: "Service extension"
        case .attachments: "Attachments"
        case .contentExtension: "Content extension"
        case .interruption: "Levels, Focus, summary, previews"
        case .silent: "Background pushes"
        case .badge: "Badge"
        case .sound: "Sound"
        case .text: "Text"
        case .list: "Groups, identity, removal"
        case .local: "Local notifications"
        case .actions: "Actions and categories"
        case .liveActivities: "Live Activities"
        case .store: "Stored at APNs"
        case .links: "Links"
        case .systemVersion: "iOS 26"
        }
    }

    /// The rules of the area.
    var rules: [DeviceRule] {
        switch self {
        case .permission: DeviceRule.permissionRules
        case .registration: DeviceRule.registrationRules
        case .arrival: DeviceRule.arrivalRules
        case .foreground: DeviceRule.foregroundRules
        case .responses: DeviceRule.responsesRules
        case .serviceExtension: DeviceRule.serviceExtensionRules
        case .attachments: DeviceRule.attachmentsRules
        case .contentExtension: DeviceRule.contentExtensionRules
        case .interruption: DeviceRule.interruptionRules
        case .silent: DeviceRule.silentRules
        case .badge: DeviceRule.badgeRules
        case .sound: DeviceRule.soundRules
        case .text: DeviceRule.textRules
        case .list: DeviceRule.listRules
        case .local: DeviceRule.localRules
        case .actions: DeviceRule.actionsRules
        case .liveActivities: DeviceRule.liveActivitiesRules
        case .store: DeviceRule.storeRules
        case .links: DeviceRule.linksRules
        case .systemVersion: DeviceRule.systemVersionRules
        }
    }
}
