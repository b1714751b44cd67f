// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import Foundation
import UserNotificationsShim

/// The texts of a notification by keys of the app's strings.
public struct LocalizedTexts: Hashable, Sendable {
    /// One text: a key, and what its placeholders become.
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

    /// A text that is not given stays as it is.
    public init(title: Text? = nil, subtitle: Text? = nil, body: Text? = nil) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
    }

    /// Reads them under the keys that Apple's `alert` has for them: `title-loc-key`,
    /// `title-loc-args`, `subtitle-loc-key`, `subtitle-loc-args`, `loc-key`, `loc-args`.
    ///
    /// - Returns: `nil` when there is none.
    public init?(_ object: JSONObject) {
        let fields = APS(["alert": .object(object)]).alert?.asFields ?? AlertFields()
        title = fields.titleKey.map { Text($0, arguments: fields.titleArguments ?? []) }
        subtitle = fields.subtitleKey.map { Text($0, arguments: fields.subtitleArguments ?? []) }
        body = fields.bodyKey.map { Text($0, arguments: fields.bodyArguments ?? []) }
        if title == nil, subtitle == nil, body == nil { return nil }
    }

    /// Writes them in the person's language.
    func write(to content: UNMutableNotificationContent) {
        write(to: content, lookUp: Self.appString)
    }

    /// Writes what `lookUp` finds; where it finds nothing, the content's text stays.
    func write(to content: UNMutableNotificationContent, lookUp: (Text) -> String?) {
        if let text = title.flatMap(lookUp) { content.title = text }
        if let text = subtitle.flatMap(lookUp) { content.subtitle = text }
        if let text = body.flatMap(lookUp) { content.body = text }
    }

    /// The system looks it up in the app's `Localizable` strings when the notification is shown,
    /// also for an extension, whose own strings are others
    /// (`NSString.localizedUserNotificationString(forKey:arguments:)`).
    static func appString(_ text: Text) -> String? {
        NSString.localizedUserNotificationString(
            forKey: text.key, arguments: text.arguments.isEmpty ? nil : text.arguments)
    }
}
