// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A scene with windows. Apple: since iOS 13.0.
@preconcurrency @MainActor
open class UIWindowScene: UIScene {
    /// The screen of a phone, in points. Chosen: nothing is drawn on it.
    let coordinateBounds = CGRect(origin: .zero, size: UIScreen.size)

    /// Its windows, from back to front.
    public internal(set) var windows: [UIWindow] = []

    /// The window that takes events.
    public var keyWindow: UIWindow? { windows.last { $0.isKeyWindow } }

    /// The phone's screen.
    public var screen: UIScreen { .main }
    /// How the interface is turned.
    public var interfaceOrientation: UIInterfaceOrientation { .portrait }
    /// The traits of the phone.
    public var traitCollection: UITraitCollection { .current }
    /// Where points of the scene are.
    public var coordinateSpace: any UICoordinateSpace { UIScreen.main }

    /// Asks to be turned; the interface is not turned here, and the handler is not called.
    public func requestGeometryUpdate(
        _ geometryPreferences: GeometryPreferences, errorHandler: ((any Error) -> Void)? = nil
    ) {}

    /// How a scene is to stand. Apple: since iOS 16.0.
    @preconcurrency @MainActor
    public class GeometryPreferences: NSObject {
        /// How the interface of a phone is to be turned. Apple: since iOS 16.0.
        @preconcurrency @MainActor
        public final class iOS: GeometryPreferences {
            /// How it is to be turned.
            public var interfaceOrientations: UIInterfaceOrientationMask

            /// Says how it is to be turned.
            public init(interfaceOrientations: UIInterfaceOrientationMask) {
                self.interfaceOrientations = interfaceOrientations
                super.init()
            }
        }
    }

    /// The status bar.
    public var statusBarManager: UIStatusBarManager? { UIStatusBarManager() }
}

/// The status bar of a scene. Apple: since iOS 13.0.
@preconcurrency @MainActor
public final class UIStatusBarManager: NSObject {
    /// Where it is, in points.
    public var statusBarFrame: CGRect { CGRect(x: 0, y: 0, width: UIScreen.size.width, height: 54) }
    /// Whether there is none.
    public var isStatusBarHidden: Bool { false }
    /// How it looks.
    public var statusBarStyle: UIStatusBarStyle { .default }
}
