// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The icon of an action. Available since iOS 15.0.
public class UNNotificationActionIcon: ValueObject, RecordBacked,
    @unchecked Sendable
{
    /// The stored values of an icon.
    public struct Record: ValueRecord {
        package var name: String
        /// Whether the name is one of the system's symbols.
        package var isSystemImage: Bool
    }

    /// Creates an icon from an image of the app, which is used as a template.
    public convenience init(templateImageName: String) {
        self.init(record: Record(name: templateImageName, isSystemImage: false))
    }

    /// Creates an icon from one of the system's symbols.
    public convenience init(systemImageName: String) {
        self.init(record: Record(name: systemImageName, isSystemImage: true))
    }
}
