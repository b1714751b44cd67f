// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The facts about an app on which a payload depends. A property that is `nil` is unknown and
/// causes no findings.
public struct LintApp: Hashable, Sendable {
    /// The data that a Live Activity's type decodes.
    public struct Activity: Hashable, Sendable {
        /// A property of the static or dynamic data.
        public struct Property: Hashable, Sendable {
            /// The key in JSON.
            public var key: String
            /// Its type as in the source, for instance `String?`.
            public var type: String
            /// Whether decoding fails without it.
            public var isRequired: Bool

            public init(key: String, type: String, isRequired: Bool) {
                self.key = key
                self.type = type
                self.isRequired = isRequired
            }
        }

        /// The static data; `nil` if the type has its own decoding.
        public var attributes: [Property]?
        /// The properties of `ContentState`; `nil` if the type has its own decoding.
        public var contentState: [Property]?

        public init(attributes: [Property]?, contentState: [Property]?) {
            self.attributes = attributes
            self.contentState = contentState
        }
    }

    /// The app's name in findings, for instance the target's name.
    public var name: String
    public var bundleID: String?
    /// The identifiers of the categories that it registers.
    public var categories: Set<String>?
    /// The names of the sound files in its bundle, with extension.
    public var sounds: Set<String>?
    /// The number of arguments for each key of its strings.
    public var strings: [String: Int]?
    /// Its types of Live Activities, by name.
    public var activities: [String: Activity]?
    /// The values of `UIBackgroundModes`.
    public var backgroundModes: Set<String>?
    /// The keys of its entitlements.
    public var entitlements: Set<String>?
    public var hasServiceExtension: Bool?
    /// The oldest system version that it supports.
    public var minimumOS: OSVersion?

    public init(name: String) { self.name = name }
}
