// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The behaviour of an app where there is no code to run, as on the phones of a fleet and in
/// explanations. A phone that runs an app's real code ignores this behaviour.
public struct AppBehaviour: Hashable, Sendable, Codable {
    /// The reaction of a service extension to a notification.
    public enum Extension: String, Hashable, Sendable, Codable, CaseIterable {
        /// Delivers the notification without changes.
        case unchanged
        /// Delivers the notification with a changed text.
        case changes
        /// Delivers the notification without changes, but only after
        /// `serviceExtensionTimeWillExpire()` (`NSE-5`).
        case deliversLate = "delivers-late"
        /// Never calls its handler (`NSE-5`, `NSE-6`).
        case hangs
        case crashes
        /// Uses more memory than allowed (`NSE-7`).
        case runsOutOfMemory = "runs-out-of-memory"
        /// Takes too long to start (`NSE-8`).
        case startsSlowly = "starts-slowly"
        /// Delivers empty content (`NSE-10`, `NSE-11`).
        case empties
    }

    /// Whether there is a notification center delegate with `willPresent` (`FG-1`).
    public var implementsWillPresent = true
    /// Whether there is a notification center delegate at all (`FG-11`).
    public var hasCenterDelegate = true
    /// Whether the delegate is set before the launch has finished (`RSP-12`).
    public var setsDelegateInTime = true
    /// The options that `willPresent` returns.
    public var presentation: PresentationOptions = .all
    /// Whether the app delegate implements the callback for `content-available`.
    public var implementsBackgroundCallback = true
    public var serviceExtension = Extension.unchanged
    /// Whether the app reports a call for each VoIP push (`LC-10`).
    public var reportsCalls = true

    enum CodingKeys: String, CodingKey {
        case presentation
        case implementsWillPresent = "implements_will_present"
        case hasCenterDelegate = "has_center_delegate"
        case setsDelegateInTime = "sets_delegate_in_time"
        case implementsBackgroundCallback = "implements_background_callback"
        case serviceExtension = "service_extension"
        case reportsCalls = "reports_calls"
    }

    public init(presentation: PresentationOptions = .all) { self.presentation = presentation }
}
