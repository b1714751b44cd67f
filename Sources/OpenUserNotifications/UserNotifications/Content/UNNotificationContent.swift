// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The content of a notification. Available since iOS 10.0.
///
/// A service extension with the filtering entitlement returns empty content,
/// `UNNotificationContent()`, to suppress a notification.
public class UNNotificationContent: ValueObject, RecordBacked, NSMutableCopying,
    @unchecked Sendable
{
    /// The stored values of the content. Apps use the properties of ``UNNotificationContent``.
    public struct Record: ValueRecord {
        package var title = ""
        package var subtitle = ""
        package var body = ""
        package var attachments: [UNNotificationAttachment.Record] = []
        package var userInfo: [String: PropertyList] = [:]
        package var launchImageName = ""
        package var badge: Int?
        package var targetContentIdentifier: String?
        package var sound: UNNotificationSound.Record?
        package var interruptionLevel = UNNotificationInterruptionLevel.active.rawValue
        package var relevanceScore = 0.0
        package var filterCriteria: String?
        package var threadIdentifier = ""
        package var categoryIdentifier = ""
        package var summaryArgument = ""
        package var summaryArgumentCount = 0
        /// The message or call from which the content was updated.
        package var provider: ContentProvider?

        package init() {}
    }

    /// Creates empty content. Nothing is shown for a notification with empty content.
    public convenience init() { self.init(record: Record()) }

    /// The primary line, above the text; empty by default.
    public var title: String { record.title }
    /// The second line; empty by default.
    public var subtitle: String { record.subtitle }
    /// The text; empty by default.
    public var body: String { record.body }
    /// Images, sounds and videos shown with the text; none by default.
    public var attachments: [UNNotificationAttachment] {
        record.attachments.map(UNNotificationAttachment.init(record:))
    }
    /// The app's own data; for a remote notification, the whole payload. The dictionary contains
    /// only values that a property list can contain.
    public var userInfo: [AnyHashable: Any] { record.userInfo.userInfo }
    /// The launch image or storyboard that is used when the notification opens the app.
    public var launchImageName: String { record.launchImageName }
    /// The number for the icon's badge; `nil` leaves the badge unchanged, 0 removes the badge.
    public var badge: NSNumber? { record.badge.map { NSNumber(value: $0) } }
    /// The identifier of the scene to which the notification belongs. Available since iOS 13.0.
    public var targetContentIdentifier: String? { record.targetContentIdentifier }
    /// The sound; `nil` for none.
    public var sound: UNNotificationSound? { record.sound.map(UNNotificationSound.init(record:)) }
    /// How strongly the notification may interrupt the person; active by default. Available since
    /// iOS 15.0.
    public var interruptionLevel: UNNotificationInterruptionLevel {
        UNNotificationInterruptionLevel(rawValue: record.interruptionLevel) ?? .active
    }
    /// The notification's importance among the app's notifications, 0 to 1; 0 by default. Available
    /// since iOS 15.0.
    public var relevanceScore: Double { record.relevanceScore }
    /// The value that a Focus filter compares. Available since iOS 16.0.
    public var filterCriteria: String? { record.filterCriteria }
    /// The identifier of the notification's thread; empty by default.
    public var threadIdentifier: String { record.threadIdentifier }
    /// The category whose actions the notification shows; empty by default.
    public var categoryIdentifier: String { record.categoryIdentifier }
    /// The property has no effect. Available since iOS 12.0, deprecated in 15.0.
    public var summaryArgument: String { record.summaryArgument }
    /// The property has no effect. Available since iOS 12.0, deprecated in 15.0.
    public var summaryArgumentCount: Int { record.summaryArgumentCount }

    /// Returns a copy of the content, updated from a message or a call. Available since iOS 15.0.
    ///
    /// - Throws: ``UNError`` `contentProvidingInvalid` when the intent names no person, and
    ///   `contentProvidingObjectNotAllowed` for a type that is not Apple's.
    public func updating(
        from provider: any UNNotificationContentProviding
    ) throws -> UNNotificationContent {
        var updated = record
        updated.provider = try ContentProvider(provider)
        return UNNotificationContent(record: updated)
    }

    /// Returns immutable content with the current values.
    public override func copy(with zone: NSZone? = nil) -> Any {
        UNNotificationContent(record: record)
    }

    /// Returns mutable content with the same values.
    public func mutableCopy(with zone: NSZone? = nil) -> Any {
        UNMutableNotificationContent(record: record)
    }
}
