// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An action that a notification offers as a button. Available since iOS 10.0.
public class UNNotificationAction: ValueObject, RecordBacked, @unchecked Sendable {
    /// The stored values of an action.
    public struct Record: ValueRecord {
        package var identifier: String
        package var title: String
        package var options: UInt
        package var icon: UNNotificationActionIcon.Record?
        /// The text field's labels; `nil` for an action without a text field.
        package var textInput: TextInput?

        package init(
            identifier: String, title: String, options: UNNotificationActionOptions,
            icon: UNNotificationActionIcon.Record? = nil, textInput: TextInput? = nil
        ) {
            self.identifier = identifier
            self.title = title
            self.options = options.rawValue
            self.icon = icon
            self.textInput = textInput
        }

        /// The labels of the text field and its button.
        package struct TextInput: Codable, Hashable, Sendable {
            package var buttonTitle = ""
            package var placeholder = ""
        }

        /// An instance of Apple's class for this kind of action.
        package var object: UNNotificationAction {
            textInput == nil
                ? UNNotificationAction(record: self) : UNTextInputNotificationAction(record: self)
        }
    }

    /// Creates an action without an icon.
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = []
    ) {
        self.init(identifier: identifier, title: title, options: options, icon: nil)
    }

    /// Creates an action. Available since iOS 15.0.
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = [],
        icon: UNNotificationActionIcon?
    ) {
        self.init(
            record: Self.completed(
                Record(
                    identifier: identifier, title: title, options: options, icon: icon?.record)))
    }

    /// Adds the subclass's defaults to the record of an action that an inherited initializer
    /// created.
    class func completed(_ record: Record) -> Record { record }

    /// The identifier that the app receives when the person chooses the action.
    public var identifier: String { record.identifier }
    /// The button's title.
    public var title: String { record.title }
    /// The action's options.
    public var options: UNNotificationActionOptions {
        UNNotificationActionOptions(rawValue: record.options)
    }
    /// The button's icon. Available since iOS 15.0.
    public var icon: UNNotificationActionIcon? {
        record.icon.map(UNNotificationActionIcon.init(record:))
    }
}
