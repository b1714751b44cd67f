// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DemoKit
import Foundation

#if canImport(UIKit)
import ActivityKit
#else
import OpenUserNotifications
#endif

/// Shows orders as Live Activities and tells the server the tokens by which it updates them.
@MainActor
final class OrderTracker {
    private let backend: any Backend

    init(backend: any Backend) { self.backend = backend }

    /// Starts to follow what runs already, what starts later, also by a push, and the tokens that
    /// start one. To be called at each launch: tokens change.
    ///
    /// - Returns: the loops; cancel them to stop.
    func observe() -> [Task<Void, Never>] {
        observe(OrderAttributes.self) + observe(GameAttributes.self)
    }

    /// Shows an order.
    ///
    /// - Throws: `ActivityAuthorizationError`, for instance when the person turned Live Activities
    ///   off; the order is not affected.
    @discardableResult
    func start(orderID: String, shop: String, arrival: Date?) throws -> Activity<OrderAttributes> {
        let state = OrderAttributes.ContentState(
            step: .placed, arrivalEpochSeconds: arrival?.timeIntervalSince1970)
        // Half an hour after it should be here nobody can say where it is.
        let staleDate = arrival?.addingTimeInterval(30 * 60)
        return try Activity.request(
            attributes: OrderAttributes(orderID: orderID, shop: shop),
            content: ActivityContent(state: state, staleDate: staleDate), pushType: .token)
    }

    /// Shows how far an order is, when the app knows before the server pushes it.
    func update(orderID: String, to state: OrderAttributes.ContentState) async {
        for activity in activities(of: orderID) {
            let content = ActivityContent(
                state: state, staleDate: state.arrival?.addingTimeInterval(30 * 60))
            if state.step == .delivered {
                await activity.end(content, dismissalPolicy: .default)
            } else {
                await activity.update(content)
            }
        }
    }

    /// The person cancelled an order: it leaves the Lock Screen at once.
    func cancel(orderID: String) async {
        for activity in activities(of: orderID) {
            await activity.end(nil, dismissalPolicy: .immediate)
        }
    }

    private func activities(of orderID: String) -> [Activity<OrderAttributes>] {
        Activity<OrderAttributes>.activities.filter { $0.attributes.orderID == orderID }
    }

    private func observe<Attributes: ActivityAttributes & Sendable>(
        _ type: Attributes.Type
    ) -> [Task<Void, Never>] {
        let name = String(describing: type)
        let backend = backend
        let starts = Task {
            for await token in Activity<Attributes>.pushToStartTokenUpdates {
                try? await backend.register(.activityStart(type: name), token: token.hexadecimal)
            }
        }
        let running = Task {
            await withDiscardingTaskGroup { group in
                var seen: Set<String> = []
                for activity in Activity<Attributes>.activities {
                    seen.insert(activity.id)
                    group.addTask { await Self.follow(activity, name, backend) }
                }
                for await activity in Activity<Attributes>.activityUpdates
                where seen.insert(activity.id).inserted {
                    group.addTask { await Self.follow(activity, name, backend) }
                }
            }
        }
        return [starts, running]
    }

    /// Uploads every token of one activity until it is over.
    private nonisolated static func follow<Attributes: ActivityAttributes & Sendable>(
        _ activity: Activity<Attributes>, _ type: String, _ backend: any Backend
    ) async {
        let kind = TokenKind.activity(id: activity.id, type: type)
        await withTaskGroup { group in
            group.addTask {
                for await token in activity.pushTokenUpdates {
                    try? await backend.register(kind, token: token.hexadecimal)
                }
            }
            group.addTask {
                for await state in activity.activityStateUpdates
                where state == .ended || state == .dismissed { return }
            }
            await group.next()
            group.cancelAll()
        }
        guard !Task.isCancelled else { return }
        try? await backend.forget(kind)
    }
}
