// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What a push brought: the system wakes apps more rarely that find nothing (rule `SIL-12`).
public enum MessageResult: String, Hashable, Sendable {
    case newData, noData, failed
}
