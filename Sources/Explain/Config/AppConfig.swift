// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import DeviceModel

/// An app as a YAML file describes it: what its developer declared and what its person chose.
public struct AppConfig: Hashable, Sendable {
    /// The largest file that is read, in bytes.
    public static let byteCountMax = 64 * 1024

    public var app: InstalledApp
    public var categories: [NotificationCategory] = []
    /// The `filter-criteria` that the app's Focus filter lets through; `nil` without a filter.
    public var focusFilter: [String]?
    /// Whether the service extension turns what comes into communication notifications, with the
    /// title as the sender's name (`NSE-15`).
    public var donatesIntent = false

    public init(app: InstalledApp) { self.app = app }
}

/// Why a file does not describe an app: where, what, and what is right.
public struct AppConfigError: Error, Hashable, Sendable, CustomStringConvertible {
    public let line: Int
    public let column: Int
    /// Where in the file, for instance `settings.alert`; empty for the whole file.
    public let keyPath: String
    /// What is wrong and what is right.
    public let problem: String

    public var description: String {
        let place = "line \(line), column \(column): "
        return place + (keyPath.isEmpty ? problem : "\(keyPath): \(problem)")
    }
}
