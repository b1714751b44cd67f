// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A prompt of the system on the screen that waits for the person's answer.
public struct Prompt: Hashable, Sendable, Codable, Identifiable {
    public enum Kind: String, Hashable, Sendable, Codable {
        /// "… Would Like to Send You Notifications".
        case notifications
        /// The second prompt, about critical alerts.
        case criticalAlerts = "critical-alerts"
        /// Whether Live Activities that were started by push may continue.
        case liveActivities = "live-activities"

        /// Whether it covers the screen and makes the app in use inactive (`AUTH-14`).
        public var isModal: Bool {
            switch self {
            case .notifications, .criticalAlerts: true
            case .liveActivities: false
            }
        }
    }

    /// Unique on its phone; increases with each prompt.
    public let id: Int
    public let kind: Kind
    public let bundleID: String
    /// The options of all requests of the app that wait for this prompt.
    public internal(set) var options: AuthorizationOptions
    /// Earlier prompts whose calls also wait for this one.
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

    /// The prompts whose calls it answers.
    var calls: [Int] { follows + [id] }
}

extension Device {
    /// Whether a prompt covers the screen.
    public var isPrompting: Bool { prompts.contains { $0.kind.isModal } }

    /// Returns whether an app is on the screen and receives touches; while a prompt is shown, it is
    /// inactive, not in the background (`AUTH-14`).
    public func isActive(_ bundleID: String) -> Bool {
        foregroundApp?.bundleID == bundleID && !isPrompting
    }

    /// Adds a prompt after those that are already waiting; returns its identifier.
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
