// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A scene with windows. Apple: since iOS 13.0.
@MainActor
open class UIWindowScene: UIScene {
    /// The screen of a phone, in points. Chosen: nothing is drawn on it.
    let coordinateBounds = CGRect(x: 0, y: 0, width: 393, height: 852)

    /// Its windows, from back to front.
    public internal(set) var windows: [UIWindow] = []

    /// The window that takes events.
    public var keyWindow: UIWindow? { windows.last { $0.isKeyWindow } }
}
