// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import DeviceModel

/// An app that a YAML file describes: the developer's declarations and the person's choices.
package struct AppConfig: Hashable, Sendable {
    /// The maximum size of a file, in bytes.
    package static let byteCountMax = 64 * 1024

    package var app: InstalledApp
    package var categories: [NotificationCategory] = []
    /// The values of `filter-criteria` that the app's Focus filter allows; `nil` if there is no
    /// filter.
    package var focusFilter: [String]?
    /// Whether the service extension turns notifications into communication notifications, in which
    /// the title is the sender's name (`NSE-15`).
    package var donatesIntent = false

    package init(app: InstalledApp) { self.app = app }
}
