// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceCommand {
    /// What is done. The words are those of `bellhop device`.
    public enum Action: String, Codable, Sendable, CaseIterable {
        // The phone.
        case lock, unlock, reboot, online, offline
        case restoreBackup = "restore-backup"
        // Apps.
        case launch, background, suspend, terminate, quit, install, uninstall, state
        case openAppClip = "open-app-clip"
        case openSettings = "open-settings"
        case rotateToken = "rotate-token"
        case runRefresh = "run-refresh"
        case extensionFault = "extension-fault"
        // Notifications and questions.
        case tap, flick, dismiss, choose, expand, collapse, clear, ask, answer, keep
        /// A payload put on the phone as `simctl push` does.
        case push
        case turnOff = "turn-off"
        // Switches: each is one of the names that `set` takes, too.
        case authorization, presentation, xcode, network, mute, focus, summary, previews
        case language, move, set
        case backgroundRefresh = "background-refresh"
        case backgroundRefreshAll = "background-refresh-all"
        case locationAccess = "location-access"
        case lowPower = "low-power"
        case timeZone = "time-zone"
        case liveActivities = "live-activities"
        case frequentUpdates = "frequent-updates"
        // Live Activities.
        case tapActivity = "tap-activity"
        case removeActivity = "remove-activity"
        case collapseActivity = "collapse-activity"
        case rotateActivityToken = "rotate-activity-token"

        /// - Throws: ``ControlProblem`` with the right words.
        public init(from decoder: any Decoder) throws {
            let word = try decoder.singleValueContainer().decode(String.self)
            guard let action = Action(rawValue: word) else {
                throw ControlProblem(
                    .badRequest,
                    "there is no action \"\(word.prefix(40))\"; use one of "
                        + Action.allCases.map(\.rawValue).joined(separator: ", "))
            }
            self = action
        }
    }
}
