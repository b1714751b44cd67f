// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An action that opens a text field. Available since iOS 10.0.
public class UNTextInputNotificationAction: UNNotificationAction, @unchecked Sendable {
    /// Creates an action with a text field.
    ///
    /// - Parameters:
    ///   - textInputButtonTitle: the title of the button that sends the text.
    ///   - textInputPlaceholder: the text shown in the empty field.
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = [],
        textInputButtonTitle: String, textInputPlaceholder: String
    ) {
        self.init(
            identifier: identifier, title: title, options: options, icon: nil,
            textInputButtonTitle: textInputButtonTitle, textInputPlaceholder: textInputPlaceholder)
    }

    /// Creates an action with a text field and an icon. Available since iOS 15.0.
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = [],
        icon: UNNotificationActionIcon?, textInputButtonTitle: String, textInputPlaceholder: String
    ) {
        self.init(
            record: Record(
                identifier: identifier, title: title, options: options, icon: icon?.record,
                textInput: Record.TextInput(
                    buttonTitle: textInputButtonTitle, placeholder: textInputPlaceholder)))
    }

    override class func completed(_ record: Record) -> Record {
        var record = record
        record.textInput = record.textInput ?? Record.TextInput()
        return record
    }

    /// The title of the button that sends the text.
    public var textInputButtonTitle: String { record.textInput?.buttonTitle ?? "" }

    /// The text shown in the empty field.
    public var textInputPlaceholder: String { record.textInput?.placeholder ?? "" }
}
