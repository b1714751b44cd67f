// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Who plays and records. Apple: since iOS 3.0. Only what code of calls names; nothing is heard.
public final class AVAudioSession: NSObject, Sendable {
    /// What an app does with sound.
    public struct Category: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// Sounds that matter little.
        public static let ambient = Self(rawValue: "AVAudioSessionCategoryAmbient")
        /// Sounds that silence others.
        public static let soloAmbient = Self(rawValue: "AVAudioSessionCategorySoloAmbient")
        /// Music.
        public static let playback = Self(rawValue: "AVAudioSessionCategoryPlayback")
        /// Recording.
        public static let record = Self(rawValue: "AVAudioSessionCategoryRecord")
        /// Both, as in calls.
        public static let playAndRecord = Self(rawValue: "AVAudioSessionCategoryPlayAndRecord")
    }

    /// For what it does so.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// As usual.
        public static let `default` = Self(rawValue: "AVAudioSessionModeDefault")
        /// For calls.
        public static let voiceChat = Self(rawValue: "AVAudioSessionModeVoiceChat")
        /// For video calls.
        public static let videoChat = Self(rawValue: "AVAudioSessionModeVideoChat")
        /// For films.
        public static let moviePlayback = Self(rawValue: "AVAudioSessionModeMoviePlayback")
        /// For speech.
        public static let spokenAudio = Self(rawValue: "AVAudioSessionModeSpokenAudio")
    }

    /// How it gets on with others.
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

    /// What is told when it changes.
    public struct SetActiveOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let notifyOthersOnDeactivation = Self(rawValue: 1)
    }

    private static let session = AVAudioSession()

    /// The app's session.
    public class func sharedInstance() -> AVAudioSession { session }

    /// Says what the app does with sound; nothing is heard here.
    public func setCategory(
        _ category: Category, mode: Mode = .default, options: CategoryOptions = []
    ) throws {}

    /// Says how long pieces of sound are, in seconds; nothing is heard here.
    public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {}

    /// Says how many samples there are in a second; nothing is heard here.
    public func setPreferredSampleRate(_ sampleRate: Double) throws {}

    /// Says for what the app uses sound; nothing is heard here.
    public func setMode(_ mode: Mode) throws {}

    /// Starts or stops it; nothing is heard here.
    public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {}
}
