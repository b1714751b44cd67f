// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The reason why a Live Activity was not started. Available since iOS 16.1.
public enum ActivityAuthorizationError: Int, CustomNSError, LocalizedError, Hashable, Sendable {
    /// The attributes and the initial content state together exceed 4 KB.
    case attributesTooLarge = 0
    /// The device does not support Live Activities.
    case unsupported
    /// The person turned Live Activities off.
    case denied
    /// The phone already shows the maximum number of Live Activities.
    case globalMaximumExceeded
    /// The app already shows the maximum number of Live Activities.
    case targetMaximumExceeded
    /// The app does not declare support for Live Activities in its Info.plist.
    case unsupportedTarget
    /// The app is not in the foreground.
    case visibility
    /// The system could not store the Live Activity.
    case persistenceFailure
    /// The process has no identifier.
    case missingProcessIdentifier
    /// The app lacks an entitlement.
    case unentitled
    /// The identifier is malformed.
    case malformedActivityIdentifier
    /// The process may not reconnect to the Live Activity.
    case reconnectNotPermitted

    public static var errorDomain: String { "com.apple.ActivityKit.ActivityAuthorization" }

    public var errorCode: Int { rawValue }

    public var errorDescription: String? { failureReason }

    public var failureReason: String? {
        switch self {
        case .attributesTooLarge: "The attributes and the initial content state exceed 4 KB"
        case .unsupported: "The device does not support Live Activities"
        case .denied: "The person turned Live Activities off"
        case .globalMaximumExceeded: "The phone already shows the maximum number of Live Activities"
        case .targetMaximumExceeded: "The app already shows the maximum number of Live Activities"
        case .unsupportedTarget: "The app's Info.plist does not contain NSSupportsLiveActivities"
        case .visibility: "The app is not in the foreground"
        case .persistenceFailure: "The system could not store the Live Activity"
        case .missingProcessIdentifier: "The process has no identifier"
        case .unentitled: "The app does not have a required entitlement"
        case .malformedActivityIdentifier: "The identifier is malformed"
        case .reconnectNotPermitted: "The process may not reconnect to the Live Activity"
        }
    }

    public var recoverySuggestion: String? {
        switch self {
        case .attributesTooLarge: "Leave out images and long texts"
        case .denied: "Ask the person to turn on Live Activities in Settings"
        case .globalMaximumExceeded, .targetMaximumExceeded: "End another Live Activity first"
        case .unsupportedTarget: "Set NSSupportsLiveActivities to true in the Info.plist"
        case .visibility: "Start the Live Activity while the app is in the foreground, or by a push"
        case .unsupported, .persistenceFailure, .missingProcessIdentifier, .unentitled,
            .malformedActivityIdentifier, .reconnectNotPermitted:
            nil
        }
    }
}
