// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A button of a notification. Apple: since iOS 10.0.
public class UNNotificationAction: ValueObject, RecordBacked, @unchecked Sendable {
    /// The values of an action.
    public struct Record: ValueRecord {
        package var identifier: String
        package var title: String
        package var options: UInt
        package var icon: UNNotificationActionIcon.Record?
        /// What makes it an action with a text field.
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

        /// The words around the text field.
        package struct TextInput: Codable, Hashable, Sendable {
            package var buttonTitle = ""
            package var placeholder = ""
        }

        /// The action in Apple's class for its kind.
        package var object: UNNotificationAction {
            textInput == nil
                ? UNNotificationAction(record: self) : UNTextInputNotificationAction(record: self)
        }
    }

    /// A button without icon.
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = []
    ) {
        self.init(identifier: identifier, title: title, options: options, icon: nil)
    }

    /// A button. Since iOS 15.0.
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = [],
        icon: UNNotificationActionIcon?
    ) {
        self.init(
            record: Self.completed(
                Record(
                    identifier: identifier, title: title, options: options, icon: icon?.record)))
    }

    /// What a subclass adds to an action made by one of the inherited initializers.
    class func completed(_ record: Record) -> Record { record }

    /// What the app is told when the button was used.
    public var identifier: String { record.identifier }
    /// The button's text.
    public var title: String { record.title }
    /// How the button behaves.
    public var options: UNNotificationActionOptions {
        UNNotificationActionOptions(rawValue: record.options)
    }
    /// The button's picture. Since iOS 15.0.
    public var icon: UNNotificationActionIcon? {
        record.icon.map(UNNotificationActionIcon.init(record:))
    }
}
