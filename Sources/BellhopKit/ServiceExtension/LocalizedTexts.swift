// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import Foundation
import UserNotificationsShim

/// The texts of a notification, as keys into the app's localized strings.
public struct LocalizedTexts: Hashable, Sendable {
    /// One text: a key, and the values for its placeholders.
    public struct Text: Hashable, Sendable, ExpressibleByStringLiteral {
        public var key: String
        public var arguments: [String]

        public init(_ key: String, arguments: [String] = []) {
            self.key = key
            self.arguments = arguments
        }

        public init(stringLiteral value: String) { self.init(value) }
    }

    public var title: Text?
    public var subtitle: Text?
    public var body: Text?

    /// Makes the texts. A text that is `nil` leaves the content's text unchanged.
    public init(title: Text? = nil, subtitle: Text? = nil, body: Text? = nil) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
    }

    /// Reads the texts under the keys of Apple's `alert`: `title-loc-key`, `title-loc-args`,
    /// `subtitle-loc-key`, `subtitle-loc-args`, `loc-key`, `loc-args`.
    ///
    /// - Returns: `nil` when the object has none of these keys.
    public init?(_ object: JSONObject) {
        let fields = APS(["alert": .object(object)]).alert?.asFields ?? AlertFields()
        title = fields.titleKey.map { Text($0, arguments: fields.titleArguments ?? []) }
        subtitle = fields.subtitleKey.map { Text($0, arguments: fields.subtitleArguments ?? []) }
        body = fields.bodyKey.map { Text($0, arguments: fields.bodyArguments ?? []) }
        if title == nil, subtitle == nil, body == nil { return nil }
    }

    /// Writes the texts in the person's language.
    func write(to content: UNMutableNotificationContent) {
        write(to: content, lookUp: Self.appString)
    }

    /// Writes the texts that `lookUp` returns. Where `lookUp` returns `nil`, the content's text
    /// stays.
    func write(to content: UNMutableNotificationContent, lookUp: (Text) -> String?) {
        if let text = title.flatMap(lookUp) { content.title = text }
        if let text = subtitle.flatMap(lookUp) { content.subtitle = text }
        if let text = body.flatMap(lookUp) { content.body = text }
    }

    /// Returns a string that the system looks up in the app's `Localizable` strings when the
    /// notification is shown (`NSString.localizedUserNotificationString(forKey:arguments:)`). This
    /// also works in an extension, whose own bundle has different strings.
    static func appString(_ text: Text) -> String? {
        NSString.localizedUserNotificationString(
            forKey: text.key, arguments: text.arguments.isEmpty ? nil : text.arguments)
    }
}
