// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A prompt of the system on the screen that waits for the person's answer.
public struct Prompt: Hashable, Sendable, Codable, Identifiable {
    public enum Kind: String, Hashable, Sendable, Codable {
        /// The prompt "… Would Like to Send You Notifications".
        case notifications
        /// The second prompt, about critical alerts.
        case criticalAlerts = "critical-alerts"
        /// The question whether Live Activities that were started by push may continue.
        case liveActivities = "live-activities"

        /// Whether the prompt covers the screen and makes the foreground app inactive (`AUTH-14`).
        public var isModal: Bool {
            switch self {
            case .notifications, .criticalAlerts: true
            case .liveActivities: false
            }
        }
    }

    /// The identifier, which is unique on the phone and increases with each prompt.
    public let id: Int
    public let kind: Kind
    public let bundleID: String
    /// The options of all requests that wait for this prompt.
    public internal(set) var options: AuthorizationOptions
    /// The identifiers of earlier prompts whose calls also wait for this prompt.
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

    /// The identifiers of the prompts whose calls return when this prompt is answered.
    var calls: [Int] { follows + [id] }
}

extension Device {
    /// Whether a prompt covers the screen.
    public var isPrompting: Bool { prompts.contains { $0.kind.isModal } }

    /// Returns whether an app is on the screen and receives touches; while a prompt is shown, the
    /// app is inactive, but not in the background (`AUTH-14`).
    public func isActive(_ bundleID: String) -> Bool {
        foregroundApp?.bundleID == bundleID && !isPrompting
    }

    /// Adds a prompt after the prompts that are already waiting; returns the new prompt's
    /// identifier.
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
