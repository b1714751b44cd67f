// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The picture of an action. Apple: since iOS 15.0.
public class UNNotificationActionIcon: ValueObject, RecordBacked,
    @unchecked Sendable
{
    /// The values of an icon.
    public struct Record: ValueRecord {
        package var name: String
        /// Whether the name is one of the system's symbols.
        package var isSystemImage: Bool
    }

    /// A picture of the app, used as template.
    public convenience init(templateImageName: String) {
        self.init(record: Record(name: templateImageName, isSystemImage: false))
    }

    /// One of the system's symbols.
    public convenience init(systemImageName: String) {
        self.init(record: Record(name: systemImageName, isSystemImage: true))
    }
}
