// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The parts of an app's bundle that notifications use: texts, sounds, extensions, declarations.
public struct AppBundle: Hashable, Sendable, Codable {
    /// A sound file of the app.
    public struct Sound: Hashable, Sendable, Codable {
        /// The location of the file; an earlier location has precedence (`SND-4`).
        public enum Place: String, Hashable, Sendable, Codable, CaseIterable {
            case container
            case appGroup = "app-group"
            case bundle
        }

        public var name: String
        public var place: Place
        /// The length in seconds; a sound of 30 s or more is not played.
        public var seconds: Double
        /// Whether the data in the file is Linear PCM, IMA4, µLaw or aLaw.
        public var isPlayable: Bool

        enum CodingKeys: String, CodingKey {
            case name, place, seconds
            case isPlayable = "is_playable"
        }

        public init(
            name: String, place: Place = .bundle, seconds: Double = 1, isPlayable: Bool = true
        ) {
            self.name = name
            self.place = place
            self.seconds = seconds
            self.isPlayable = isPlayable
        }
    }

    /// A notification content extension. Source: "Customizing the appearance of notifications".
    public struct ContentExtension: Hashable, Sendable, Codable {
        public var categories: [String]
        /// The initial height divided by the width.
        public var initialContentSizeRatio: Double
        public var isDefaultContentHidden: Bool
        public var overridesDefaultTitle: Bool
        public var isUserInteractionEnabled: Bool

        enum CodingKeys: String, CodingKey {
            case categories
            case initialContentSizeRatio = "initial_content_size_ratio"
            case isDefaultContentHidden = "is_default_content_hidden"
            case overridesDefaultTitle = "overrides_default_title"
            case isUserInteractionEnabled = "is_user_interaction_enabled"
        }

        public init(
            categories: [String], initialContentSizeRatio: Double = 1,
            isDefaultContentHidden: Bool = false, overridesDefaultTitle: Bool = false,
            isUserInteractionEnabled: Bool = false
        ) {
            self.categories = categories
            self.initialContentSizeRatio = initialContentSizeRatio
            self.isDefaultContentHidden = isDefaultContentHidden
            self.overridesDefaultTitle = overridesDefaultTitle
            self.isUserInteractionEnabled = isUserInteractionEnabled
        }
    }

    public var sounds: [Sound]
    /// The `Localizable` strings, by language and then by key.
    public var strings: [String: [String: String]]
    /// The language of the strings that are used when the app does not support the phone's
    /// language.
    public var developmentLanguage: String
    public var contentExtensions: [ContentExtension]
    /// The names of the app's `ActivityAttributes` types.
    public var activityTypes: [String]

    enum CodingKeys: String, CodingKey {
        case sounds, strings
        case developmentLanguage = "development_language"
        case contentExtensions = "content_extensions"
        case activityTypes = "activity_types"
    }

    public init(
        sounds: [Sound] = [], strings: [String: [String: String]] = [:],
        developmentLanguage: String = "en", contentExtensions: [ContentExtension] = [],
        activityTypes: [String] = []
    ) {
        self.sounds = sounds
        self.strings = strings
        self.developmentLanguage = developmentLanguage
        self.contentExtensions = contentExtensions
        self.activityTypes = activityTypes
    }
}
