// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The response to `GET /v1/apps/{bundle_id}/dead-tokens`: why tokens of an app are not used any
/// more, or may be invalid.
public struct DeadTokenReport: Hashable, Sendable, Codable {
    /// The number of tokens with one cause.
    public struct Cause: Hashable, Sendable, Codable {
        /// APNs' reason, such as `Unregistered`; or `replaced`, `token_ended` or
        /// `installation_deleted`.
        public var cause: String
        public var environment: APNSEnvironment
        public var count: Int
        /// What the cause means, and what to do about it.
        public var meaning: String

        public init(cause: String, environment: APNSEnvironment, count: Int, meaning: String) {
            self.cause = cause
            self.environment = environment
            self.count = count
            self.meaning = meaning
        }
    }

    /// The number of tokens that ended on one day.
    public struct Day: Hashable, Sendable, Codable {
        /// The beginning of the day, in UTC.
        public var day: Date
        /// The number of tokens by cause.
        public var causes: [String: Int]

        public init(day: Date, causes: [String: Int]) {
            self.day = day
            self.causes = causes
        }
    }

    /// The bundle identifier.
    public var app: String
    /// The time from which the tokens are counted.
    public var since: Date
    /// The tokens that have ended, most first.
    public var ended: [Cause]
    /// The tokens to which notifications are still sent although APNs refused them, most first.
    public var suspect: [Cause]
    public var days: [Day]
    /// Whether there were more tokens than the gateway counts; then the numbers are too small.
    public var isIncomplete: Bool

    public init(
        app: String, since: Date, ended: [Cause], suspect: [Cause], days: [Day],
        isIncomplete: Bool
    ) {
        self.app = app
        self.since = since
        self.ended = ended
        self.suspect = suspect
        self.days = days
        self.isIncomplete = isIncomplete
    }

    enum CodingKeys: String, CodingKey {
        case app, since, ended, suspect, days
        case isIncomplete = "is_incomplete"
    }
}

/// The response to `GET /v1/apps/{bundle_id}/permission-funnel`: how many people were asked for
/// permission, and what they decided.
public struct PermissionFunnel: Hashable, Sendable, Codable {
    public enum Step: String, Hashable, Sendable, Codable, CaseIterable {
        /// Installations whose app reports its permission.
        case reporting
        case softAsked = "soft_asked"
        case softDeclined = "soft_declined"
        case asked
        case granted
        case denied
        case provisional
        case provisionalKept = "provisional_kept"
        case provisionalEnded = "provisional_ended"
        case notAsked = "not_asked"
    }

    public struct StepCount: Hashable, Sendable, Codable {
        public var step: Step
        /// The number of installations.
        public var count: Int
        /// What the number can and cannot mean.
        public var meaning: String

        public init(step: Step, count: Int, meaning: String) {
            self.step = step
            self.count = count
            self.meaning = meaning
        }
    }

    /// The bundle identifier.
    public var app: String
    /// The number of all installations of the app.
    public var installations: Int
    public var steps: [StepCount]

    public init(app: String, installations: Int, steps: [StepCount]) {
        self.app = app
        self.installations = installations
        self.steps = steps
    }
}
