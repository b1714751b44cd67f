// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a notification says. Apple: since iOS 10.0.
///
/// An empty one, made by `UNNotificationContent()`, is how a service extension with the filtering
/// entitlement says that nothing is to be shown.
public class UNNotificationContent: ValueObject, RecordBacked, NSMutableCopying,
    @unchecked Sendable
{
    /// The values of a content. Apps use the properties of ``UNNotificationContent``.
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
        /// The message or call that the content was updated from.
        package var provider: ContentProvider?

        package init() {}
    }

    /// Content without text; nothing is shown for it.
    public convenience init() { self.init(record: Record()) }

    /// A line above the text; empty by default.
    public var title: String { record.title }
    /// A second line; empty by default.
    public var subtitle: String { record.subtitle }
    /// The text; empty by default.
    public var body: String { record.body }
    /// Images, sounds and films shown with the text; none by default.
    public var attachments: [UNNotificationAttachment] {
        record.attachments.map(UNNotificationAttachment.init(record:))
    }
    /// The app's own data; for a remote notification the whole payload. Only what a property list
    /// can hold.
    public var userInfo: [AnyHashable: Any] { record.userInfo.userInfo }
    /// The launch image or storyboard that is used when the notification opens the app.
    public var launchImageName: String { record.launchImageName }
    /// The number for the icon; nil leaves it alone, 0 removes it.
    public var badge: NSNumber? { record.badge.map { NSNumber(value: $0) } }
    /// Which scene the notification is for. Since iOS 13.0.
    public var targetContentIdentifier: String? { record.targetContentIdentifier }
    /// The sound; nil is silent.
    public var sound: UNNotificationSound? { record.sound.map(UNNotificationSound.init(record:)) }
    /// How much it interrupts; active by default. Since iOS 15.0.
    public var interruptionLevel: UNNotificationInterruptionLevel {
        UNNotificationInterruptionLevel(rawValue: record.interruptionLevel) ?? .active
    }
    /// How important it is among the app's own, 0 to 1; 0 by default. Since iOS 15.0.
    public var relevanceScore: Double { record.relevanceScore }
    /// What a Focus filter compares with. Since iOS 16.0.
    public var filterCriteria: String? { record.filterCriteria }
    /// The group it belongs to; empty by default.
    public var threadIdentifier: String { record.threadIdentifier }
    /// The category whose actions it has; empty by default.
    public var categoryIdentifier: String { record.categoryIdentifier }
    /// Ignored. Since iOS 12.0, deprecated in 15.0.
    public var summaryArgument: String { record.summaryArgument }
    /// Ignored. Since iOS 12.0, deprecated in 15.0.
    public var summaryArgumentCount: Int { record.summaryArgumentCount }

    /// The same content with what the system takes from a message or a call. Since iOS 15.0.
    ///
    /// - Throws: ``UNError`` `contentProvidingInvalid` when the intent names nobody, and
    ///   `contentProvidingObjectNotAllowed` for a type of the app's own.
    public func updating(
        from provider: any UNNotificationContentProviding
    ) throws -> UNNotificationContent {
        var updated = record
        updated.provider = try ContentProvider(provider)
        return UNNotificationContent(record: updated)
    }

    /// A content that cannot change, with the values of now.
    public override func copy(with zone: NSZone? = nil) -> Any {
        UNNotificationContent(record: record)
    }

    /// A content that can be changed, with the same values.
    public func mutableCopy(with zone: NSZone? = nil) -> Any {
        UNMutableNotificationContent(record: record)
    }
}
