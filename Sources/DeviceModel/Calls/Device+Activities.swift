// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// What an app's code asks about Live Activities.
extension Device {
    /// Starts an activity (`LA-1`, `LA-2`, `LA-15`, `LA-22`).
    public mutating func startActivity(
        _ request: ActivityRequest, of bundleID: String, at now: Date
    ) throws(ActivityFailure) -> ActionOutcome {
        throw .unsupported
    }

    /// Puts new content on an activity; ignored after its end (`LA-10`).
    public mutating func updateActivity(
        _ id: String, contentState: String, staleDate: Date?, relevanceScore: Double,
        timestamp: Double?, alert: LiveActivity.Alert?, at now: Date
    ) -> ActionOutcome { ActionOutcome(device: self, at: now) }

    /// Ends an activity (`LA-12`).
    public mutating func endActivity(
        _ id: String, contentState: String?, staleDate: Date?, dismissal: ActivityDismissal,
        timestamp: Double?, at now: Date
    ) -> ActionOutcome { ActionOutcome(device: self, at: now) }
}

/// What an app asks for when it starts an activity. Source: `Activity.request`.
public struct ActivityRequest: Hashable, Sendable {
    public var attributesType: String
    /// The text of a JSON object.
    public var attributes: String
    /// The text of a JSON object.
    public var contentState: String
    public var staleDate: Date?
    public var relevanceScore = 0.0
    public var updates: LiveActivity.Updates
    public var isTransient = false
    /// When it starts by itself, for a scheduled one; that needs an alert.
    public var start: Date?
    public var alert: LiveActivity.Alert?

    public init(
        attributesType: String, attributes: String, contentState: String,
        updates: LiveActivity.Updates = .app
    ) {
        self.attributesType = attributesType
        self.attributes = attributes
        self.contentState = contentState
        self.updates = updates
    }
}

/// When an ended activity leaves the Lock Screen. Source: `ActivityUIDismissalPolicy`.
public enum ActivityDismissal: Hashable, Sendable, Codable {
    case `default`
    case immediate
    case after(Date)
}

/// Why an activity does not start. The cases are those of `ActivityAuthorizationError`.
public enum ActivityFailure: String, Error, Hashable, Sendable, Codable, CaseIterable {
    case attributesTooLarge = "attributes-too-large"
    case denied
    case globalMaximumExceeded = "global-maximum-exceeded"
    case malformedActivityIdentifier = "malformed-activity-identifier"
    case missingProcessIdentifier = "missing-process-identifier"
    case persistenceFailure = "persistence-failure"
    case reconnectNotPermitted = "reconnect-not-permitted"
    case targetMaximumExceeded = "target-maximum-exceeded"
    case unentitled
    case unsupported
    case unsupportedTarget = "unsupported-target"
    case visibility
}
