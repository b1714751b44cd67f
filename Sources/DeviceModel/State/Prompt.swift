// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A question of the system on the screen, which waits for the person.
public struct Prompt: Hashable, Sendable, Codable, Identifiable {
    public enum Kind: String, Hashable, Sendable, Codable {
        /// "… Would Like to Send You Notifications".
        case notifications
        /// The second question, about critical alerts.
        case criticalAlerts = "critical-alerts"
        /// Whether Live Activities that are started by push may go on.
        case liveActivities = "live-activities"

        /// Whether it covers the screen, so that the app in use is inactive meanwhile (`AUTH-14`).
        public var isModal: Bool {
            switch self {
            case .notifications, .criticalAlerts: true
            case .liveActivities: false
            }
        }
    }

    /// Counts up on each phone.
    public let id: Int
    public let kind: Kind
    public let bundleID: String
    /// What the app asked for while the question was up.
    public internal(set) var options: AuthorizationOptions
    /// Earlier questions whose calls wait for this one too.
    var follows: [Int] = []

    enum CodingKeys: String, CodingKey {
        case id, kind, options, follows
        case bundleID = "bundle_id"
    }

    public init(id: Int, kind: Kind, bundleID: String, options: AuthorizationOptions) {
        self.id = id
        self.kind = kind
        self.bundleID = bundleID
        self.options = options
    }

    /// The questions whose calls it answers.
    var calls: [Int] { follows + [id] }
}

extension Device {
    /// Whether a question covers the screen.
    public var isPrompting: Bool { prompts.contains { $0.kind.isModal } }

    /// Whether an app is on the screen and gets the person's touches; while a question is up it is
    /// inactive, not in the background (`AUTH-14`).
    public func isActive(_ bundleID: String) -> Bool {
        foregroundApp?.bundleID == bundleID && !isPrompting
    }

    /// Puts a question behind those that are up.
    mutating func ask(
        _ kind: Prompt.Kind, of bundleID: String, options: AuthorizationOptions = [],
        follows: [Int] = []
    ) -> Int {
        lastPromptID += 1
        var prompt = Prompt(id: lastPromptID, kind: kind, bundleID: bundleID, options: options)
        prompt.follows = follows
        prompts.append(prompt)
        return lastPromptID
    }
}
