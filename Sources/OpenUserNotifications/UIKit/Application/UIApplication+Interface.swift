// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The part of UIKit's API that concerns the app's interface. The interface is never drawn.
extension UIApplication {
    /// The window that receives events. Deprecated in iOS 13.0.
    public var keyWindow: UIWindow? { phoneApp?.keyWindow ?? windows.last { $0.isKeyWindow } }

    /// The windows of the app's scenes or, in an app without scenes, the app delegate's window.
    /// Deprecated in iOS 15.0.
    public var windows: [UIWindow] {
        let windows = connectedScenes.compactMap { $0 as? UIWindowScene }.flatMap(\.windows)
        if !windows.isEmpty { return windows }
        return (delegate?.window ?? phoneApp?.keyWindow).map { [$0] } ?? []
    }

    /// The sessions of the connected scenes.
    public var openSessions: Set<UISceneSession> { Set(connectedScenes.map(\.session)) }

    /// Whether the app may have several scenes at the same time; always `false` on a phone.
    public var supportsMultipleScenes: Bool { false }

    /// The orientation of the interface; always portrait. Deprecated in iOS 13.0.
    public var statusBarOrientation: UIInterfaceOrientation { .portrait }

    /// The status bar's frame. Deprecated in iOS 13.0.
    public var statusBarFrame: CGRect {
        CGRect(x: 0, y: 0, width: UIScreen.size.width, height: 54)
    }

    /// The text size that the person chose; always large.
    public var preferredContentSizeCategory: UIContentSizeCategory { .large }

    /// The layout direction of the interface; always left to right.
    public var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }

    /// Whether the app may change its icon; always `false` here.
    public var supportsAlternateIcons: Bool { false }

    /// The name of the alternate icon; always `nil`.
    public var alternateIconName: String? { nil }

    /// Changes the icon. Has no effect here.
    public func setAlternateIconName(
        _ alternateIconName: String?,
        completionHandler: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
    ) {
        if let completionHandler { Task { @MainActor in completionHandler(nil) } }
    }

    /// Closes a scene. Has no effect on a phone, which has one scene.
    public func requestSceneSessionDestruction(
        _ sceneSession: UISceneSession, options: Any?,
        errorHandler: ((any Error) -> Void)? = nil
    ) {}

    /// Opens a scene. Has no effect on a phone, which has one scene.
    public func requestSceneSessionActivation(
        _ sceneSession: UISceneSession?, userActivity: NSUserActivity?, options: Any?,
        errorHandler: ((any Error) -> Void)? = nil
    ) {}

    /// Starts to receive remote control events, for instance from headphones. No events occur here.
    public func beginReceivingRemoteControlEvents() {}

    /// Stops receiving remote control events.
    public func endReceivingRemoteControlEvents() {}

    /// Requests periodic background fetches. Deprecated in iOS 13.0. Has no effect here: the phone
    /// wakes apps only through ``BGTaskScheduler``.
    public func setMinimumBackgroundFetchInterval(_ minimumBackgroundFetchInterval: TimeInterval) {}

    /// The shortest interval that the system supports. Deprecated in iOS 13.0.
    public nonisolated class var backgroundFetchIntervalMinimum: TimeInterval { 0 }

    /// An interval that prevents background fetches. Deprecated in iOS 13.0.
    public nonisolated class var backgroundFetchIntervalNever: TimeInterval {
        .greatestFiniteMagnitude
    }

    /// A kind of app extension. Available since iOS 8.0.
    public struct ExtensionPointIdentifier: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// Custom keyboards.
        public static let keyboard = Self(rawValue: "com.apple.keyboard-service")
    }
}

/// Starts an app. Outside of Apple's systems, there is no run loop to enter, so this function
/// returns immediately; tests launch the app on a virtual phone. Available since iOS 2.0.
@discardableResult
public func UIApplicationMain(
    _ argc: Int32, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
    _ principalClassName: String?, _ delegateClassName: String?
) -> Int32 {
    0
}
