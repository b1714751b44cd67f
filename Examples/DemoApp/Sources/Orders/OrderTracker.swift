// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import DemoKit
import Foundation
import UserNotificationsShim

/// Shows orders as Live Activities.
@MainActor
final class OrderTracker {
    /// The time after the expected arrival at which an order's state is outdated: half an hour.
    private static let staleSeconds: TimeInterval = 30 * 60
    private let activities: ActivityTracker

    init(_ activities: ActivityTracker) { self.activities = activities }

    /// Shows an order.
    ///
    /// - Throws: `ActivityAuthorizationError`, for instance when the person turned Live Activities
    ///   off; the order is not affected.
    func start(orderID: String, shop: String, arrival: Date?) throws {
        try activities.start(
            OrderAttributes(orderID: orderID, shop: shop),
            state: OrderAttributes.ContentState(
                step: .placed, arrivalEpochSeconds: arrival?.timeIntervalSince1970),
            staleDate: arrival?.addingTimeInterval(Self.staleSeconds))
    }

    /// Shows the progress of an order when the app knows it before the server pushes it.
    func update(orderID: String, to state: OrderAttributes.ContentState) async {
        for activity in live(orderID) {
            if state.step == .delivered {
                await activities.end(activity, state: state)
            } else {
                await activities.update(
                    activity, to: state,
                    staleDate: state.arrival?.addingTimeInterval(Self.staleSeconds))
            }
        }
    }

    /// Removes an order from the Lock Screen at once, because the person cancelled it.
    func cancel(orderID: String) async {
        for activity in live(orderID) { await activities.end(activity, dismissal: .immediate) }
    }

    private func live(_ orderID: String) -> [Activity<OrderAttributes>] {
        activities.live { $0.orderID == orderID }
    }
}
