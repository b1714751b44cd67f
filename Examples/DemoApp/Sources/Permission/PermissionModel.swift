// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation

#if canImport(UIKit)
import UserNotifications
#else
import OpenUserNotifications
#endif

/// Asks for permission when a person does something that notifications are good for, and says what
/// for. The system asks only once, so the app asks first.
@MainActor
@Observable
final class PermissionModel {
    /// What the person just did.
    enum Occasion: String, Identifiable, Sendable {
        case sentFirstMessage
        case placedOrder
        case addedReminder

        var id: String { rawValue }
    }

    /// Where the permission stands.
    enum State: Equatable, Sendable {
        case unknown
        case notAsked
        case allowed
        /// On trial: notifications arrive quietly.
        case quiet
        case denied
    }

    private(set) var state = State.unknown
    /// What the page that explains is shown for; `nil` while it is not shown.
    var explaining: Occasion?
    private let center: UNUserNotificationCenter
    private var declined: Set<Occasion> = []

    init(center: UNUserNotificationCenter) { self.center = center }

    /// Looks up where the permission stands.
    func update() async {
        state = State(await center.notificationSettings().authorizationStatus)
    }

    /// Shows the page that explains, if this is the time for it: the system has not asked, and the
    /// person has not declined on this occasion.
    func suggest(on occasion: Occasion) async {
        await update()
        guard state == .notAsked || state == .quiet, !declined.contains(occasion) else { return }
        explaining = occasion
    }

    /// "Not now": the system is not asked, so that a later occasion can.
    func decline() {
        guard let explaining else { return }
        declined.insert(explaining)
        self.explaining = nil
    }

    /// "Turn on": the system asks.
    ///
    /// - Returns: whether notifications are allowed now.
    @discardableResult
    func turnOn() async -> Bool {
        explaining = nil
        let isGranted = try? await center.requestAuthorization(
            options: [.alert, .sound, .badge, .providesAppNotificationSettings])
        await update()
        return isGranted ?? false
    }

    /// Tries notifications out without a question; they arrive quietly.
    func tryQuietly() async {
        _ = try? await center.requestAuthorization(
            options: [
                .alert, .sound, .badge, .providesAppNotificationSettings, .provisional,
            ])
        await update()
    }
}

extension PermissionModel.State {
    fileprivate init(_ status: UNAuthorizationStatus) {
        switch status {
        case .notDetermined: self = .notAsked
        case .denied: self = .denied
        case .authorized, .ephemeral: self = .allowed
        case .provisional: self = .quiet
        @unknown default: self = .unknown
        }
    }
}
