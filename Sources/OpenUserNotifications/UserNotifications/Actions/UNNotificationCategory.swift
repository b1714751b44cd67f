// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A kind of notification and its actions. Available since iOS 10.0.
public class UNNotificationCategory: ValueObject, RecordBacked, @unchecked Sendable {
    /// The stored values of a category.
    public struct Record: ValueRecord {
        package var identifier: String
        package var actions: [UNNotificationAction.Record]
        package var intentIdentifiers: [String]
        package var options: UInt
        package var hiddenPreviewsBodyPlaceholder: String
        package var categorySummaryFormat: String
    }

    /// Creates a category with the system's text for hidden previews.
    public convenience init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: nil, categorySummaryFormat: nil, options: options)
    }

    /// Creates a category with its own text for hidden previews. Available since iOS 11.0.
    public convenience init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String, options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder,
            categorySummaryFormat: nil, options: options)
    }

    /// Creates a category with its own text for hidden previews and for groups. Available since iOS
    /// 12.0.
    public convenience init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String?, categorySummaryFormat: String?,
        options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            record: Record(
                identifier: identifier, actions: actions.map(\.record),
                intentIdentifiers: intentIdentifiers, options: options.rawValue,
                hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder ?? "",
                categorySummaryFormat: categorySummaryFormat ?? ""))
    }

    /// The name by which a notification refers to the category.
    public var identifier: String { record.identifier }
    /// The actions, in order.
    public var actions: [UNNotificationAction] { record.actions.map(\.object) }
    /// The identifiers of the intents whose notifications belong to the category.
    public var intentIdentifiers: [String] { record.intentIdentifiers }
    /// The category's options.
    public var options: UNNotificationCategoryOptions {
        UNNotificationCategoryOptions(rawValue: record.options)
    }
    /// The text shown in place of a notification's hidden text; empty for the system's text.
    /// Available since iOS 11.0.
    public var hiddenPreviewsBodyPlaceholder: String { record.hiddenPreviewsBodyPlaceholder }
    /// The text under a group; ignored since iOS 15. Available since iOS 12.0.
    public var categorySummaryFormat: String { record.categorySummaryFormat }
}
