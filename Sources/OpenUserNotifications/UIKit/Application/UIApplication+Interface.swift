// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What concerns the app's interface, of which nothing is drawn.
extension UIApplication {
    /// The window that takes events. Deprecated in iOS 13.0.
    public var keyWindow: UIWindow? { phoneApp?.keyWindow ?? windows.last { $0.isKeyWindow } }

    /// The app's windows: those of its scenes, else the delegate's. Deprecated in iOS 15.0.
    public var windows: [UIWindow] {
        let windows = connectedScenes.compactMap { $0 as? UIWindowScene }.flatMap(\.windows)
        if !windows.isEmpty { return windows }
        return (delegate?.window ?? phoneApp?.keyWindow).map { [$0] } ?? []
    }

    /// The scenes that the system remembers.
    public var openSessions: Set<UISceneSession> { Set(connectedScenes.map(\.session)) }

    /// Whether there may be several scenes at a time: not on a phone.
    public var supportsMultipleScenes: Bool { false }

    /// How the interface is turned. Deprecated in iOS 13.0.
    public var statusBarOrientation: UIInterfaceOrientation { .portrait }

    /// Where the status bar is. Deprecated in iOS 13.0.
    public var statusBarFrame: CGRect {
        CGRect(x: 0, y: 0, width: UIScreen.size.width, height: 54)
    }

    /// How large the person wants text.
    public var preferredContentSizeCategory: UIContentSizeCategory { .large }

    /// In which direction the interface runs.
    public var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }

    /// Whether the app may have other icons; not here.
    public var supportsAlternateIcons: Bool { false }

    /// The icon in place of the app's own: none.
    public var alternateIconName: String? { nil }

    /// Changes the icon; does nothing here.
    public func setAlternateIconName(
        _ alternateIconName: String?,
        completionHandler: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
    ) {
        if let completionHandler { Task { @MainActor in completionHandler(nil) } }
    }

    /// Ends scenes; does nothing on a phone, which has one.
    public func requestSceneSessionDestruction(
        _ sceneSession: UISceneSession, options: Any?,
        errorHandler: ((any Error) -> Void)? = nil
    ) {}

    /// Opens a scene; does nothing on a phone, which has one.
    public func requestSceneSessionActivation(
        _ sceneSession: UISceneSession?, userActivity: NSUserActivity?, options: Any?,
        errorHandler: ((any Error) -> Void)? = nil
    ) {}

    /// Takes events of a headset; there are none.
    public func beginReceivingRemoteControlEvents() {}

    /// Takes no events of a headset.
    public func endReceivingRemoteControlEvents() {}

    /// Asks to be woken now and then. Deprecated in iOS 13.0. The phone wakes apps by
    /// ``BGTaskScheduler`` only.
    public func setMinimumBackgroundFetchInterval(_ minimumBackgroundFetchInterval: TimeInterval) {}

    /// As often as the system likes. Deprecated in iOS 13.0.
    public nonisolated class var backgroundFetchIntervalMinimum: TimeInterval { 0 }

    /// Never. Deprecated in iOS 13.0.
    public nonisolated class var backgroundFetchIntervalNever: TimeInterval {
        .greatestFiniteMagnitude
    }

    /// What other apps may add to this one. Apple: since iOS 8.0.
    public struct ExtensionPointIdentifier: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// Keyboards.
        public static let keyboard = Self(rawValue: "com.apple.keyboard-service")
    }
}

/// Starts an app by hand. There is no run loop to enter outside of Apple's systems, so it returns
/// at once; tests launch the app on a virtual phone. Apple: since iOS 2.0.
@discardableResult
public func UIApplicationMain(
    _ argc: Int32, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
    _ principalClassName: String?, _ delegateClassName: String?
) -> Int32 {
    0
}
