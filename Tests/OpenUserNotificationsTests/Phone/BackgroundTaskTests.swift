// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel
import DeviceSimulator
import Foundation
import OpenUserNotifications
import Testing

private func refreshingApp(_ journal: Journal) async throws -> AppUnderTest {
    var parts = ApplicationCode.Parts()
    parts.launch = {
        for identifier in ["refresh", "refresh", "unknown"] {
            let isTaken = BGTaskScheduler.shared.register(
                forTaskWithIdentifier: identifier, using: nil
            ) { task in
                journal.note("ran \(task.identifier)")
                task.setTaskCompleted(success: true)
            }
            journal.note("\(identifier) \(isTaken)")
        }
    }
    let test = try await AppUnderTest(.terminated, parts: parts) {
        $0.capabilities.taskIdentifiers = ["refresh"]
    }
    try await test.phone.perform(.launch(bundleID: AppUnderTest.bundleID))
    return test
}

@Test func `a requested refresh runs the registered handler`() async throws {
    let journal = Journal()
    let test = try await refreshingApp(journal)
    #expect(journal.lines == ["refresh true", "refresh false", "unknown false"])
    let scheduler = test.app.taskScheduler
    try scheduler.submit(BGAppRefreshTaskRequest(identifier: "refresh"))
    #expect(await scheduler.pendingTaskRequests().map(\.identifier) == ["refresh"])
    try await test.phone.perform(.sendToBackground(bundleID: AppUnderTest.bundleID))
    try await test.phone.perform(.runBackgroundRefresh(bundleID: AppUnderTest.bundleID))
    await test.phone.settled()
    #expect(journal.lines.last == "ran refresh")
    #expect(await scheduler.pendingTaskRequests().isEmpty)
}

@Test func `tasks cannot be registered after the launch, and undeclared tasks cannot be requested`()
    async throws
{
    let test = try await refreshingApp(Journal())
    let scheduler = test.app.taskScheduler
    #expect(!scheduler.register(forTaskWithIdentifier: "refresh", using: nil) { _ in })
    #expect(throws: BGTaskScheduler.Error(.notPermitted)) {
        try scheduler.submit(BGAppRefreshTaskRequest(identifier: "unknown"))
    }
    #expect(throws: BGTaskScheduler.Error(.unavailable)) {
        try scheduler.submit(BGProcessingTaskRequest(identifier: "refresh"))
    }
}
