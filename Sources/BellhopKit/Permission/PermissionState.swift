// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import GatewayAPI

/// The state of an app's permission: the five cases of Apple's `UNAuthorizationStatus`, and
/// ``unknown`` before it is read for the first time.
public enum PermissionState: String, Hashable, Sendable, Codable, CaseIterable {
    /// The state has not been read yet. After the first ``NotificationPermission/refresh()``, the
    /// state is never `unknown` again.
    case unknown
    /// The person has not been asked yet.
    case notDetermined = "not-determined"
    case denied, authorized
    /// The permission is provisional: notifications arrive quietly, and only in Notification Center
    /// (`AUTH-21`).
    case provisional
    /// An App Clip may show notifications for up to eight hours (`AUTH-22`).
    case ephemeral

    public init(_ authorization: PermissionSnapshot.Authorization) {
        switch authorization {
        case .notDetermined: self = .notDetermined
        case .denied: self = .denied
        case .authorized: self = .authorized
        case .provisional: self = .provisional
        case .ephemeral: self = .ephemeral
        }
    }

    /// Whether the system would still ask the person, because there has been no explicit decision
    /// yet (`AUTH-1`, `AUTH-6`).
    public var canAsk: Bool {
        switch self {
        case .notDetermined, .provisional, .ephemeral: true
        case .unknown, .denied, .authorized: false
        }
    }

    /// Whether notifications sent now may reach the person in some way.
    public var mayNotify: Bool {
        switch self {
        case .authorized, .provisional, .ephemeral: true
        case .unknown, .notDetermined, .denied: false
        }
    }
}
