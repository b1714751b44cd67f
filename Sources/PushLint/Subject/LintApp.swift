// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What an app brings along, as far as a payload leans on it. Whatever is `nil` is not known, and
/// nothing is said about it.
public struct LintApp: Hashable, Sendable {
    /// What a Live Activity's type takes.
    public struct Activity: Hashable, Sendable {
        /// A property of the static or dynamic data.
        public struct Property: Hashable, Sendable {
            /// The key in JSON.
            public var key: String
            /// Its type as the source says, for instance `String?`.
            public var type: String
            /// Whether decoding fails without it.
            public var isRequired: Bool

            public init(key: String, type: String, isRequired: Bool) {
                self.key = key
                self.type = type
                self.isRequired = isRequired
            }
        }

        /// The static data; `nil` when the type decodes itself by hand.
        public var attributes: [Property]?
        /// `ContentState`; `nil` when the type decodes itself by hand.
        public var contentState: [Property]?

        public init(attributes: [Property]?, contentState: [Property]?) {
            self.attributes = attributes
            self.contentState = contentState
        }
    }

    /// What the app is called in findings, for instance the target's name.
    public var name: String
    public var bundleID: String?
    /// Identifiers of the categories it registers.
    public var categories: Set<String>?
    /// Names of the sound files in its bundle, with extension.
    public var sounds: Set<String>?
    /// How many arguments each key of its strings takes.
    public var strings: [String: Int]?
    /// Its types of Live Activities, by name.
    public var activities: [String: Activity]?
    /// Values of `UIBackgroundModes`.
    public var backgroundModes: Set<String>?
    /// Keys of its entitlements.
    public var entitlements: Set<String>?
    public var hasServiceExtension: Bool?
    /// The oldest system it runs on.
    public var minimumOS: OSVersion?

    public init(name: String) { self.name = name }
}
