// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The facts about an app that determine which payloads are valid. A property that is `nil` is
/// unknown and causes no findings.
public struct LintApp: Hashable, Sendable {
    /// The data that the app decodes for one type of Live Activity.
    public struct Activity: Hashable, Sendable {
        /// A property of the attributes or of the content state.
        public struct Property: Hashable, Sendable {
            /// The property's key in JSON.
            public var key: String
            /// The property's type as written in the source, for instance `String?`.
            public var type: String
            /// Whether decoding fails if the property is absent.
            public var isRequired: Bool

            public init(key: String, type: String, isRequired: Bool) {
                self.key = key
                self.type = type
                self.isRequired = isRequired
            }
        }

        /// The properties of the attributes; `nil` if the type implements its own decoding.
        public var attributes: [Property]?
        /// The properties of `ContentState`; `nil` if the type implements its own decoding.
        public var contentState: [Property]?

        public init(attributes: [Property]?, contentState: [Property]?) {
            self.attributes = attributes
            self.contentState = contentState
        }
    }

    /// The app's name in findings, for instance the target's name.
    public var name: String
    public var bundleID: String?
    /// The identifiers of the categories that the app registers.
    public var categories: Set<String>?
    /// The names of the sound files in the app's bundle, including their extensions.
    public var sounds: Set<String>?
    /// The number of arguments for each key in the app's string tables.
    public var strings: [String: Int]?
    /// The app's types of Live Activities, by name.
    public var activities: [String: Activity]?
    /// The values of `UIBackgroundModes`.
    public var backgroundModes: Set<String>?
    /// The keys of the app's entitlements.
    public var entitlements: Set<String>?
    public var hasServiceExtension: Bool?
    /// The oldest system version that the app supports.
    public var minimumOS: OSVersion?

    public init(name: String) { self.name = name }
}
