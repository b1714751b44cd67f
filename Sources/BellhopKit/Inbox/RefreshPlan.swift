// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The plan for fetches in the background.
public struct RefreshPlan: Hashable, Sendable {
    /// The identifier of the background task. It must be listed in Info.plist under
    /// `BGTaskSchedulerPermittedIdentifiers`, and the app needs the background mode `fetch` ("Using
    /// background tasks to update your app").
    public var taskID: String
    /// The minimum time between two runs; one hour by default. The system usually waits longer.
    public var interval: Duration

    public init(taskID: String, interval: Duration = .seconds(3_600)) {
        self.taskID = taskID
        self.interval = interval
    }
}
