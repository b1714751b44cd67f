// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import DeviceModel

/// An app as a YAML file describes it: the developer's declarations and the person's choices.
package struct AppConfig: Hashable, Sendable {
    /// The maximum size of a file, in bytes.
    package static let byteCountMax = 64 * 1024

    package var app: InstalledApp
    package var categories: [NotificationCategory] = []
    /// The `filter-criteria` that the app's Focus filter allows; `nil` without a filter.
    package var focusFilter: [String]?
    /// Whether the service extension turns notifications into communication notifications, with the
    /// title as the sender's name (`NSE-15`).
    package var donatesIntent = false

    package init(app: InstalledApp) { self.app = app }
}

/// The reason why a file does not describe an app: the location, the problem, and the correct form.
package struct AppConfigError: Error, Hashable, Sendable, CustomStringConvertible {
    package let line: Int
    package let column: Int
    /// The location in the file, for instance `settings.alert`; empty for the whole file.
    package let keyPath: String
    /// The problem and the correct form.
    package let problem: String

    package var description: String {
        let position = "line \(line), column \(column): "
        return position + (keyPath.isEmpty ? problem : "\(keyPath): \(problem)")
    }
}
