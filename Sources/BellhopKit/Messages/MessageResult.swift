// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The result of a push. The system wakes an app less often if its pushes bring no new data (rule
/// `SIL-12`).
public enum MessageResult: String, Hashable, Sendable {
    case newData, noData, failed
}
