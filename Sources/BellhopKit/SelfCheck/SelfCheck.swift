// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
public import UserNotificationsShim

/// Lists the problems with the notifications of this app on this device. Intended for debug builds,
/// and for a hidden page that a person opens when support asks for it.
///
/// ``PushCenter`` creates a self-check and starts it:
///
/// ```swift
/// #if DEBUG
/// print(await push.selfCheck())
/// #endif
/// ```
@MainActor
public final class SelfCheck {
    /// The maximum number of categories collected from messages; a server may send any number of
    /// different names.
    private static let categoriesMax = 64

    private let context: AppContext
    private let center: UNUserNotificationCenter
    private let device: CheckedDevice
    private var isStarted = false
    private var hadDelegateAtLaunch = false
    public var needs: SelfCheckNeeds
    /// Returns the state of the device token. If the closure is `nil`, nothing is reported about
    /// the token.
    public var token: (@MainActor () -> SelfCheckFacts.Token?)?
    /// Returns whether `Messaging.messaging().apnsToken` is set, for an app with FirebaseMessaging.
    public var firebaseHasToken: (@MainActor () -> Bool)?
    /// Returns whether a delegate is the kit's own delegate, or forwards every call to it.
    public var isOurs: @MainActor (any UNUserNotificationCenterDelegate) -> Bool = {
        $0 is PushCenter
    }

    /// Descriptions of the problems in the app's declarations of categories.
    var categoryProblems: [String] = []

    /// - Parameters:
    ///   - needs: the capabilities that the app uses.
    ///   - center: the notification center; by default, the running app's center.
    public init(
        context: AppContext, needs: SelfCheckNeeds, center: UNUserNotificationCenter = .current()
    ) {
        self.context = context
        self.needs = needs
        self.center = center
        device = CheckedDevice()
    }

    #if canImport(UIKit) && !os(watchOS) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
    /// Observes the end of the launch, to check whether there is a delegate by then. Call it in
    /// `application(_:didFinishLaunchingWithOptions:)`.
    public func start(_ application: UIApplication) {
        device.application = application
        isStarted = true
        // The observer exists as long as the app does.
        _ = NotificationCenter.default.addObserver(
            forName: UIApplication.didFinishLaunchingNotification, object: application, queue: nil
        ) { [weak self] _ in
            // UIKit posts the notification on the main thread.
            MainActor.assumeIsolated { self?.launchDidEnd() }
        }
    }
    #endif

    /// Records the category of a received message.
    func record(_ category: PushCategoryID) {
        guard needs.categories.count < Self.categoriesMax else { return }
        needs.categories.insert(category.rawValue)
    }

    private func launchDidEnd() { hadDelegateAtLaunch = center.delegate != nil }

    /// Collects the facts and returns a report.
    public func run() async -> SelfCheckReport { SelfCheckReport(await facts()) }

    /// Collects the facts that the report is based on.
    public func facts() async -> SelfCheckFacts {
        var facts = SelfCheckFacts(needs: needs)
        addDeclarations(to: &facts)
        facts.delegate =
            switch center.delegate {
            case nil: SelfCheckFacts.Delegate.none
            case let delegate? where isOurs(delegate): .ours
            case let delegate?: .other("\(type(of: delegate))")
            }
        // The value is `nil` if the check was not started. A check that is started after the launch
        // has ended does not see the end of the launch, and therefore reports that the delegate was
        // set too late.
        facts.delegateInTime = isStarted ? hadDelegateAtLaunch : nil
        facts.token = token?()
        facts.settings = await UNUserNotificationCenter.reading(of: center)
        facts.categories = await categoryIdentifiers()
        facts.categoryProblems = categoryProblems
        facts.backgroundRefresh = device.backgroundRefresh
        facts.isLowPower = device.isLowPower
        facts.hasServiceExtension = device.hasServiceExtension
        if let group = needs.appGroup { facts.hasAppGroup = device.hasAppGroup(group) }
        do { try context.folder.file("self-check", missing: 0).update { $0 &+= 1 } } catch {
            facts.folderError = "\(error)"
        }
        facts.hasFirebaseMessaging = firebaseHasToken != nil || device.hasFirebaseMessaging
        facts.firebaseHasToken = firebaseHasToken?()
        return facts
    }

    private func addDeclarations(to facts: inout SelfCheckFacts) {
        let (app, info) = (context.facts, context.facts.info)
        facts.hasReadableEntitlements = app.entitlements != nil
        let names = ["aps-environment", "com.apple.developer.aps-environment"]
        facts.environmentEntitlement =
            names.lazy.compactMap { app.entitlements?[$0] as? String }
            .first
        facts.environment = app.environment
        facts.backgroundModes = Set(info["UIBackgroundModes"] as? [String] ?? [])
        facts.permittedTasks = Set(
            info["BGTaskSchedulerPermittedIdentifiers"] as? [String] ?? [])
        facts.declaresLiveActivities = info["NSSupportsLiveActivities"] as? Bool ?? false
        facts.firebaseProxyEnabled = info["FirebaseAppDelegateProxyEnabled"] as? Bool ?? true
    }

    /// Uses the completion-handler variant, because Apple's categories are not `Sendable`.
    private func categoryIdentifiers() async -> Set<String> {
        await withCheckedContinuation { continuation in
            center.getNotificationCategories { @Sendable categories in
                continuation.resume(returning: Set(categories.map(\.identifier)))
            }
        }
    }
}
