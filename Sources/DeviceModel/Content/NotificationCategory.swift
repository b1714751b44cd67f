// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A kind of notification that an app registered, with its buttons.
/// Source: `UNNotificationCategory`.
public struct NotificationCategory: Hashable, Sendable, Codable, Identifiable {
    /// The maximum number of actions that are shown where there is room, as in the long look
    /// (`ACT-3`).
    public static let actionCountMax = 10
    /// The maximum number of actions that are shown where there is little room, as on a banner
    /// (`ACT-3`).
    public static let tightActionCountMax = 2

    /// The options of a category. Source: `UNNotificationCategoryOptions`.
    public struct Options: OptionSet, Hashable, Sendable, Codable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The app is informed when the person clears the notification.
        public static let customDismissAction = Options(rawValue: 1)
        public static let allowInCarPlay = Options(rawValue: 2)
        /// The title is shown even while previews are hidden.
        public static let hiddenPreviewsShowTitle = Options(rawValue: 4)
        /// The subtitle is shown even while previews are hidden.
        public static let hiddenPreviewsShowSubtitle = Options(rawValue: 8)
        /// The option that lets Siri announce notifications; the system has ignored it since iOS
        /// 15.
        public static let allowAnnouncement = Options(rawValue: 16)
    }

    public var id: String
    /// The actions, in the order of the buttons.
    public var actions: [NotificationAction]
    public var intentIdentifiers: [String]
    /// The text that replaces the body while previews are hidden; if this text is empty, the
    /// system's text replaces the body.
    public var hiddenPreviewsBodyPlaceholder: String
    /// The summary format, which is stored, but never shown (`GRP-3`).
    public var summaryFormat: String
    public var options: Options

    enum CodingKeys: String, CodingKey {
        case id, actions, options
        case intentIdentifiers = "intent_identifiers"
        case hiddenPreviewsBodyPlaceholder = "hidden_previews_body_placeholder"
        case summaryFormat = "summary_format"
    }

    public init(
        id: String, actions: [NotificationAction] = [], intentIdentifiers: [String] = [],
        hiddenPreviewsBodyPlaceholder: String = "", summaryFormat: String = "",
        options: Options = []
    ) {
        self.id = id
        self.actions = actions
        self.intentIdentifiers = intentIdentifiers
        self.hiddenPreviewsBodyPlaceholder = hiddenPreviewsBodyPlaceholder
        self.summaryFormat = summaryFormat
        self.options = options
    }

    /// Returns the buttons that are shown: the first buttons, up to the limit (`ACT-3`).
    public func shownActions(hasRoom: Bool) -> [NotificationAction] {
        Array(actions.prefix(hasRoom ? Self.actionCountMax : Self.tightActionCountMax))
    }
}

/// A button of a notification. Source: `UNNotificationAction`, `UNTextInputNotificationAction`.
public struct NotificationAction: Hashable, Sendable, Codable, Identifiable {
    /// The options of an action. Source: `UNNotificationActionOptions`.
    public struct Options: OptionSet, Hashable, Sendable, Codable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// A locked phone must be unlocked first; the app stays in the background.
        public static let authenticationRequired = Options(rawValue: 1)
        /// The button is drawn in red.
        public static let destructive = Options(rawValue: 2)
        /// The app comes to the foreground.
        public static let foreground = Options(rawValue: 4)
    }

    /// The text field of an action.
    public struct TextInput: Hashable, Sendable, Codable {
        public var buttonTitle: String
        public var placeholder: String

        enum CodingKeys: String, CodingKey {
            case placeholder
            case buttonTitle = "button_title"
        }

        public init(buttonTitle: String, placeholder: String) {
            self.buttonTitle = buttonTitle
            self.placeholder = placeholder
        }
    }

    public var id: String
    public var title: String
    public var options: Options
    /// The name of a system symbol or of an image of the app; `nil` for none.
    public var icon: String?
    /// The text field; `nil` for a plain button.
    public var textInput: TextInput?

    enum CodingKeys: String, CodingKey {
        case id, title, options, icon
        case textInput = "text_input"
    }

    public init(
        id: String, title: String, options: Options = [], icon: String? = nil,
        textInput: TextInput? = nil
    ) {
        self.id = id
        self.title = title
        self.options = options
        self.icon = icon
        self.textInput = textInput
    }
}
