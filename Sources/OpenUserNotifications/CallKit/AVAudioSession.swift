// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An app's audio session. Available since iOS 3.0. This class contains only the API that apps use
/// for calls, and plays no sound.
public final class AVAudioSession: NSObject, Sendable {
    /// The kind of audio that an app plays or records.
    public struct Category: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The category for sounds that are not essential to the app.
        public static let ambient = Self(rawValue: "AVAudioSessionCategoryAmbient")
        /// The category for sounds that silence other apps.
        public static let soloAmbient = Self(rawValue: "AVAudioSessionCategorySoloAmbient")
        /// The category for music or other sounds that are essential to the app.
        public static let playback = Self(rawValue: "AVAudioSessionCategoryPlayback")
        /// The category for recording.
        public static let record = Self(rawValue: "AVAudioSessionCategoryRecord")
        /// The category for playing and recording, as in calls.
        public static let playAndRecord = Self(rawValue: "AVAudioSessionCategoryPlayAndRecord")
    }

    /// The purpose for which an app uses a category.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The category's default behavior.
        public static let `default` = Self(rawValue: "AVAudioSessionModeDefault")
        /// The mode for calls.
        public static let voiceChat = Self(rawValue: "AVAudioSessionModeVoiceChat")
        /// The mode for video calls.
        public static let videoChat = Self(rawValue: "AVAudioSessionModeVideoChat")
        /// The mode for playing movies.
        public static let moviePlayback = Self(rawValue: "AVAudioSessionModeMoviePlayback")
        /// The mode for spoken audio.
        public static let spokenAudio = Self(rawValue: "AVAudioSessionModeSpokenAudio")
    }

    /// How the app's audio interacts with other audio.
    public struct CategoryOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let mixWithOthers = Self(rawValue: 0x1)
        public static let duckOthers = Self(rawValue: 0x2)
        public static let allowBluetooth = Self(rawValue: 0x4)
        public static let allowBluetoothHFP = Self(rawValue: 0x4)
        public static let defaultToSpeaker = Self(rawValue: 0x8)
        public static let allowBluetoothA2DP = Self(rawValue: 0x20)
        public static let allowAirPlay = Self(rawValue: 0x40)
    }

    /// Options for activating or deactivating a session.
    public struct SetActiveOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let notifyOthersOnDeactivation = Self(rawValue: 1)
    }

    private static let session = AVAudioSession()

    /// Returns the app's session.
    public class func sharedInstance() -> AVAudioSession { session }

    /// Sets the category. Has no effect here.
    public func setCategory(
        _ category: Category, mode: Mode = .default, options: CategoryOptions = []
    ) throws {}

    /// Sets the preferred I/O buffer duration, in seconds. Has no effect here.
    public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {}

    /// Sets the preferred sample rate, in samples per second. Has no effect here.
    public func setPreferredSampleRate(_ sampleRate: Double) throws {}

    /// Sets the mode. Has no effect here.
    public func setMode(_ mode: Mode) throws {}

    /// Activates or deactivates the session. Has no effect here.
    public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {}
}
