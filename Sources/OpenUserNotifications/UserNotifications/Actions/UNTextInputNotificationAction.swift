// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A button that opens a text field. Apple: since iOS 10.0.
public class UNTextInputNotificationAction: UNNotificationAction, @unchecked Sendable {
    /// An action with a text field.
    ///
    /// - Parameters:
    ///   - textInputButtonTitle: the button that sends the text.
    ///   - textInputPlaceholder: the words in the empty field.
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = [],
        textInputButtonTitle: String, textInputPlaceholder: String
    ) {
        self.init(
            identifier: identifier, title: title, options: options, icon: nil,
            textInputButtonTitle: textInputButtonTitle, textInputPlaceholder: textInputPlaceholder)
    }

    /// An action with a text field and a picture. Since iOS 15.0.
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

    /// The button that sends the text.
    public var textInputButtonTitle: String { record.textInput?.buttonTitle ?? "" }

    /// The words in the empty field.
    public var textInputPlaceholder: String { record.textInput?.placeholder ?? "" }
}
