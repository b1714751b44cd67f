// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A short task that refreshes an app. Available since iOS 13.0.
public class BGAppRefreshTask: BGTask, @unchecked Sendable {}
