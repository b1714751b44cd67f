// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Information about whether an app may show Live Activities. Available since iOS 16.1.
public final class ActivityAuthorizationInfo: Sendable {
    private let app: any PhoneServices

    /// Creates an object for the app whose code is running.
    public init() { app = PhoneContext.current.services }

    /// Whether the person allows Live Activities.
    public var areActivitiesEnabled: Bool { app.activityPermissions.areEnabled }

    /// Whether the person allows frequent push updates. Available since iOS 16.2.
    public var frequentPushesEnabled: Bool { app.activityPermissions.areFrequentPushesEnabled }

    /// A sequence of Boolean values that state whether Live Activities are on, starting with the
    /// current value.
    public var activityEnablementUpdates: ActivityEnablementUpdates {
        ActivitySequence(app, .permissions) { event in
            guard case .permissions(let permissions) = event else { return nil }
            return permissions.areEnabled
        }
    }

    /// A sequence of Boolean values that state whether frequent push updates are on, starting with
    /// the current value. Available since iOS 16.2.
    public var frequentPushEnablementUpdates: FrequentPushEnablementUpdates {
        ActivitySequence(app, .permissions) { event in
            guard case .permissions(let permissions) = event else { return nil }
            return permissions.areFrequentPushesEnabled
        }
    }
}

extension ActivityAuthorizationInfo {
    /// The type of ``activityEnablementUpdates``.
    public typealias ActivityEnablementUpdates = ActivitySequence<Bool>

    /// The type of ``frequentPushEnablementUpdates``.
    public typealias FrequentPushEnablementUpdates = ActivitySequence<Bool>
}
