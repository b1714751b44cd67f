// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Whether an app may show Live Activities. Apple: since iOS 16.1.
public final class ActivityAuthorizationInfo: Sendable {
    private let app: any PhoneServices

    /// What holds for the app whose code runs.
    public init() { app = PhoneContext.current.services }

    /// Whether the person allows Live Activities.
    public var areActivitiesEnabled: Bool { app.activityPermissions.areEnabled }

    /// Whether the person allows frequent updates by push. Since iOS 16.2.
    public var frequentPushesEnabled: Bool { app.activityPermissions.areFrequentPushesEnabled }

    /// Tells when Live Activities are turned on or off.
    public var activityEnablementUpdates: ActivityEnablementUpdates {
        ActivitySequence(app, .permissions) { event in
            guard case .permissions(let permissions) = event else { return nil }
            return permissions.areEnabled
        }
    }

    /// Tells when frequent updates are turned on or off. Since iOS 16.2.
    public var frequentPushEnablementUpdates: FrequentPushEnablementUpdates {
        ActivitySequence(app, .permissions) { event in
            guard case .permissions(let permissions) = event else { return nil }
            return permissions.areFrequentPushesEnabled
        }
    }
}

extension ActivityAuthorizationInfo {
    /// Whether Live Activities are on, whenever that changes.
    public typealias ActivityEnablementUpdates = ActivitySequence<Bool>

    /// Whether frequent updates are on, whenever that changes.
    public typealias FrequentPushEnablementUpdates = ActivitySequence<Bool>
}
