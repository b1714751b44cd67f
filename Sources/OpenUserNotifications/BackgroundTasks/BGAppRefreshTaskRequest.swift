// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A request to refresh the app in the background. Available since iOS 13.0.
public class BGAppRefreshTaskRequest: BGTaskRequest, @unchecked Sendable {
    /// Creates a request for the task with this identifier.
    public convenience init(identifier: String) {
        self.init(record: Record(identifier: identifier))
    }
}
