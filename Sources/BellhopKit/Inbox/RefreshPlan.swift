// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// When the app fetches without being asked.
public struct RefreshPlan: Hashable, Sendable {
    /// Stands in the Info.plist under `BGTaskSchedulerPermittedIdentifiers`, and the background
    /// mode `fetch` with it ("Using background tasks to update your app").
    public var taskID: String
    /// How long the system waits at least from one to the next; one hour unless told otherwise. It
    /// usually waits longer.
    public var interval: Duration

    public init(taskID: String, interval: Duration = .seconds(3_600)) {
        self.taskID = taskID
        self.interval = interval
    }
}
