// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The options of a request for permission. The raw values are those of Apple's type. Source:
/// `UNAuthorizationOptions`.
public struct AuthorizationOptions: OptionSet, Hashable, Sendable, Codable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let badge = AuthorizationOptions(rawValue: 1)
    public static let sound = AuthorizationOptions(rawValue: 2)
    public static let alert = AuthorizationOptions(rawValue: 4)
    public static let carPlay = AuthorizationOptions(rawValue: 8)
    public static let criticalAlert = AuthorizationOptions(rawValue: 16)
    public static let providesAppNotificationSettings = AuthorizationOptions(rawValue: 32)
    public static let provisional = AuthorizationOptions(rawValue: 64)
    /// The option for announcements by Siri; the system has ignored it since iOS 15.
    public static let announcement = AuthorizationOptions(rawValue: 128)
    /// The option for time-sensitive notifications; the system has ignored it since iOS 15, because
    /// the entitlement decides.
    public static let timeSensitive = AuthorizationOptions(rawValue: 256)

    /// The options that most apps request.
    public static let interactions: AuthorizationOptions = [.alert, .sound, .badge]

    /// Returns the options that have an effect, without the deprecated options and without those
    /// whose capability the app lacks.
    func effective(for capabilities: AppCapabilities) -> AuthorizationOptions {
        var options = subtracting([.announcement, .timeSensitive])
        if !capabilities.criticalAlerts { options.remove(.criticalAlert) }
        if !capabilities.carPlay { options.remove(.carPlay) }
        return options
    }
}
