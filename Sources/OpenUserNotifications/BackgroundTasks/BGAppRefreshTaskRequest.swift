// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A wish to refresh the app. Apple: since iOS 13.0.
public class BGAppRefreshTaskRequest: BGTaskRequest, @unchecked Sendable {
    /// A request for the task with this name.
    public convenience init(identifier: String) {
        self.init(record: Record(identifier: identifier))
    }
}
