// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel
import Dispatch
import Foundation
import OpenUserNotifications
import Synchronization
import Testing

/// Blocks the thread until a completion handler is called, as apps do to make a call synchronous.
/// Returns `false` if the handler is not called within two minutes; usually the handler is called
/// after milliseconds.
private func block(_ call: (@escaping @Sendable () -> Void) -> Void) -> Bool {
    let semaphore = DispatchSemaphore(value: 0)
    call { semaphore.signal() }
    return semaphore.wait(timeout: .now() + 120) == .success
}

/// Blocks in more tasks than Swift has threads.
private func blockAll(_ call: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) async
    -> [Bool]
{
    await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<(8 + 2 * ProcessInfo.processInfo.activeProcessorCount) {
            group.addTask { block(call) }
        }
        return await group.reduce(into: []) { $0.append($1) }
    }
}

@Test(.serialized, arguments: ["settings", "pending", "add", "permission"])
func `completion handlers are called while tasks block all of Swift's threads`(
    call: String
) async throws {
    let test = try await AppUnderTest(authorization: .notDetermined)
    let center = test.center
    let results = await blockAll { handler in
        switch call {
        case "settings": center.getNotificationSettings { _ in handler() }
        case "pending": center.getPendingNotificationRequests { _ in handler() }
        case "permission": center.requestAuthorization(options: .alert) { _, _ in handler() }
        default:
            let request = UNNotificationRequest(
                identifier: "a", content: UNMutableNotificationContent(), trigger: nil)
            center.add(request) { _ in handler() }
        }
    }
    #expect(results.allSatisfy { $0 })
}
