// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import UserNotificationsShim

/// A button of a notification, with or without a text field.
public struct PushAction: Equatable, Sendable {
    /// The icon of a button.
    public enum Icon: Equatable, Sendable {
        /// One of the system's symbols, by its name.
        case system(String)
        /// A template image of the app.
        case template(String)
    }

    /// The labels of a text field.
    public struct TextField: Equatable, Sendable {
        /// The title of the button that sends the text.
        public var button: String
        /// The placeholder in the empty field.
        public var placeholder: String

        public init(button: String, placeholder: String = "") {
            self.button = button
            self.placeholder = placeholder
        }
    }

    /// The action's identifier, which the app receives when the action is used; unique across the
    /// app (rule `ACT-4`).
    public var id: PushActionID
    public var title: String
    public var icon: Icon?
    /// The action's options. Without
    /// ``/OpenUserNotifications/UNNotificationActionOptions/foreground``, the app is woken in the
    /// background and stays there (rule `ACT-5`).
    public var options: UNNotificationActionOptions
    /// The text field; `nil` for a plain button.
    public var textField: TextField?

    /// Returns a button.
    public static func button(
        _ id: PushActionID, _ title: String, icon: Icon? = nil,
        options: UNNotificationActionOptions = []
    ) -> PushAction {
        PushAction(id: id, title: title, icon: icon, options: options, textField: nil)
    }

    /// Returns a button that opens a text field.
    ///
    /// - Parameters:
    ///   - send: the title of the button that sends the text.
    ///   - placeholder: the placeholder in the empty field.
    public static func textInput(
        _ id: PushActionID, _ title: String, send: String, placeholder: String = "",
        icon: Icon? = nil, options: UNNotificationActionOptions = []
    ) -> PushAction {
        PushAction(
            id: id, title: title, icon: icon, options: options,
            textField: TextField(button: send, placeholder: placeholder))
    }

    /// The action as a system object.
    var system: UNNotificationAction {
        let icon = icon.map { icon in
            switch icon {
            case .system(let name): UNNotificationActionIcon(systemImageName: name)
            case .template(let name): UNNotificationActionIcon(templateImageName: name)
            }
        }
        guard let textField else {
            return UNNotificationAction(
                identifier: id.rawValue, title: title, options: options, icon: icon)
        }
        return UNTextInputNotificationAction(
            identifier: id.rawValue, title: title, options: options, icon: icon,
            textInputButtonTitle: textField.button, textInputPlaceholder: textField.placeholder)
    }
}
