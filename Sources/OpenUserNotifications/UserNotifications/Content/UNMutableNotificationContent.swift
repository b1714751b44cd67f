// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A content that can be written. Apple: since iOS 10.0.
///
/// A request copies it: later changes do not reach the request.
public class UNMutableNotificationContent: UNNotificationContent, @unchecked Sendable {
    /// A line above the text.
    public override var title: String {
        get { record.title }
        set { change { $0.title = newValue } }
    }
    /// A second line.
    public override var subtitle: String {
        get { record.subtitle }
        set { change { $0.subtitle = newValue } }
    }
    /// The text.
    public override var body: String {
        get { record.body }
        set { change { $0.body = newValue } }
    }
    /// Images, sounds and films shown with the text.
    public override var attachments: [UNNotificationAttachment] {
        get { super.attachments }
        set {
            let records = newValue.map(\.record)
            change { $0.attachments = records }
        }
    }
    /// The app's own data. What a property list cannot hold is left out.
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
    /// The number for the icon; nil leaves it alone, 0 removes it.
    public override var badge: NSNumber? {
        get { super.badge }
        set {
            let number = newValue?.intValue
            change { $0.badge = number }
        }
    }
    /// Which scene the notification is for.
    public override var targetContentIdentifier: String? {
        get { record.targetContentIdentifier }
        set { change { $0.targetContentIdentifier = newValue } }
    }
    /// The sound; nil is silent.
    public override var sound: UNNotificationSound? {
        get { super.sound }
        set {
            let sound = newValue?.record
            change { $0.sound = sound }
        }
    }
    /// How much it interrupts.
    public override var interruptionLevel: UNNotificationInterruptionLevel {
        get { super.interruptionLevel }
        set { change { $0.interruptionLevel = newValue.rawValue } }
    }
    /// How important it is among the app's own, 0 to 1.
    public override var relevanceScore: Double {
        get { record.relevanceScore }
        set { change { $0.relevanceScore = newValue } }
    }
    /// What a Focus filter compares with.
    public override var filterCriteria: String? {
        get { record.filterCriteria }
        set { change { $0.filterCriteria = newValue } }
    }
    /// The group it belongs to.
    public override var threadIdentifier: String {
        get { record.threadIdentifier }
        set { change { $0.threadIdentifier = newValue } }
    }
    /// The category whose actions it has.
    public override var categoryIdentifier: String {
        get { record.categoryIdentifier }
        set { change { $0.categoryIdentifier = newValue } }
    }
    /// Ignored.
    public override var summaryArgument: String {
        get { record.summaryArgument }
        set { change { $0.summaryArgument = newValue } }
    }
    /// Ignored.
    public override var summaryArgumentCount: Int {
        get { record.summaryArgumentCount }
        set { change { $0.summaryArgumentCount = newValue } }
    }
}
