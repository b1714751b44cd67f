// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Notification content that can be changed. Available since iOS 10.0.
///
/// A request copies the content: later changes do not affect the request.
public class UNMutableNotificationContent: UNNotificationContent, @unchecked Sendable {
    /// The primary line, above the text.
    public override var title: String {
        get { record.title }
        set { change { $0.title = newValue } }
    }
    /// The second line.
    public override var subtitle: String {
        get { record.subtitle }
        set { change { $0.subtitle = newValue } }
    }
    /// The text.
    public override var body: String {
        get { record.body }
        set { change { $0.body = newValue } }
    }
    /// Images, sounds and videos shown with the text.
    public override var attachments: [UNNotificationAttachment] {
        get { super.attachments }
        set {
            let records = newValue.map(\.record)
            change { $0.attachments = records }
        }
    }
    /// The app's own data. Values that a property list cannot contain are left out.
    public override var userInfo: [AnyHashable: Any] {
        get { super.userInfo }
        set {
            let entries = PropertyList.entries(newValue)
            change { $0.userInfo = entries }
        }
    }
    /// The launch image or storyboard that is used when the notification opens the app.
    public override var launchImageName: String {
        get { record.launchImageName }
        set { change { $0.launchImageName = newValue } }
    }
    /// The number for the icon's badge; `nil` leaves the badge unchanged, 0 removes the badge.
    public override var badge: NSNumber? {
        get { super.badge }
        set {
            let number = newValue?.intValue
            change { $0.badge = number }
        }
    }
    /// The identifier of the scene to which the notification belongs.
    public override var targetContentIdentifier: String? {
        get { record.targetContentIdentifier }
        set { change { $0.targetContentIdentifier = newValue } }
    }
    /// The sound; `nil` for none.
    public override var sound: UNNotificationSound? {
        get { super.sound }
        set {
            let sound = newValue?.record
            change { $0.sound = sound }
        }
    }
    /// How strongly the notification may interrupt the person.
    public override var interruptionLevel: UNNotificationInterruptionLevel {
        get { super.interruptionLevel }
        set { change { $0.interruptionLevel = newValue.rawValue } }
    }
    /// The notification's importance among the app's notifications, 0 to 1.
    public override var relevanceScore: Double {
        get { record.relevanceScore }
        set { change { $0.relevanceScore = newValue } }
    }
    /// The value that a Focus filter compares.
    public override var filterCriteria: String? {
        get { record.filterCriteria }
        set { change { $0.filterCriteria = newValue } }
    }
    /// The identifier of the notification's thread.
    public override var threadIdentifier: String {
        get { record.threadIdentifier }
        set { change { $0.threadIdentifier = newValue } }
    }
    /// The category whose actions the notification shows.
    public override var categoryIdentifier: String {
        get { record.categoryIdentifier }
        set { change { $0.categoryIdentifier = newValue } }
    }
    /// The property has no effect.
    public override var summaryArgument: String {
        get { record.summaryArgument }
        set { change { $0.summaryArgument = newValue } }
    }
    /// The property has no effect.
    public override var summaryArgumentCount: Int {
        get { record.summaryArgumentCount }
        set { change { $0.summaryArgumentCount = newValue } }
    }
}
