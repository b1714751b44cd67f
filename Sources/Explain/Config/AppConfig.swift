// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import DeviceModel

/// An app as a YAML file describes it: the developer's declarations and the person's choices.
public struct AppConfig: Hashable, Sendable {
    /// The size of the largest file that is read, in bytes.
    public static let byteCountMax = 64 * 1024

    public var app: InstalledApp
    public var categories: [NotificationCategory] = []
    /// The `filter-criteria` that the app's Focus filter allows; `nil` without a filter.
    public var focusFilter: [String]?
    /// Whether the service extension turns notifications into communication notifications, with the
    /// title as the sender's name (`NSE-15`).
    public var donatesIntent = false

    public init(app: InstalledApp) { self.app = app }
}

/// The reason why a file does not describe an app: the location, the problem, and the correct form.
public struct AppConfigError: Error, Hashable, Sendable, CustomStringConvertible {
    public let line: Int
    public let column: Int
    /// The location in the file, for instance `settings.alert`; empty for the whole file.
    public let keyPath: String
    /// The problem and the correct form.
    public let problem: String

    public var description: String {
        let position = "line \(line), column \(column): "
        return position + (keyPath.isEmpty ? problem : "\(keyPath): \(problem)")
    }
}
