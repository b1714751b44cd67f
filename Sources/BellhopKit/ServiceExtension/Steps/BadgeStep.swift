// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotificationsShim

/// Sets the badge to the number that the app and the extension count together. A number in the
/// payload is absolute, and is not changed (rule `BDG-2`).
public struct BadgeStep: ServiceStep {
    public let name = ServiceStepName.badge
    public var timeLimit = ServiceTime.badge
    private let next: @Sendable (SharedFolder) throws -> Int

    /// Adds one for each notification. The count is stored in the App Group's folder.
    public init() { next = { try BadgeCounter(folder: $0).add(1) } }

    /// - Parameter next: returns the number for this notification.
    public init(next: @escaping @Sendable (SharedFolder) throws -> Int) { self.next = next }

    public func run(on draft: NotificationDraft) async throws {
        guard draft.content.badge == nil else { return }
        let number = try next(draft.context.folder)
        draft.change { $0.badge = NSNumber(value: number) }
    }
}
