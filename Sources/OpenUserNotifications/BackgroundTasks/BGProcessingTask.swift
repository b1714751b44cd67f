// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A task that may take minutes and runs while the phone is idle. Available since iOS 13.0.
public class BGProcessingTask: BGTask, @unchecked Sendable {}
