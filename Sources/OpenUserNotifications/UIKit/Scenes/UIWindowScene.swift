// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A scene with windows. Available since iOS 13.0.
@preconcurrency @MainActor
open class UIWindowScene: UIScene {
    /// The bounds of the phone's screen, in points. Bellhop uses the size of a current iPhone;
    /// nothing is drawn on the screen.
    let coordinateBounds = CGRect(origin: .zero, size: UIScreen.size)

    /// The scene's windows, from back to front.
    public internal(set) var windows: [UIWindow] = []

    /// The window that receives events.
    public var keyWindow: UIWindow? { windows.last { $0.isKeyWindow } }

    /// The phone's screen.
    public var screen: UIScreen { .main }
    /// The orientation of the interface; always portrait.
    public var interfaceOrientation: UIInterfaceOrientation { .portrait }
    /// The phone's traits.
    public var traitCollection: UITraitCollection { .current }
    /// The scene's coordinate space.
    public var coordinateSpace: any UICoordinateSpace { UIScreen.main }

    /// Requests a change of the orientation. Has no effect here, and the handler is not called.
    public func requestGeometryUpdate(
        _ geometryPreferences: GeometryPreferences, errorHandler: ((any Error) -> Void)? = nil
    ) {}

    /// Preferences for the geometry of a scene. Available since iOS 16.0.
    @preconcurrency @MainActor
    public class GeometryPreferences: NSObject {
        /// Preferences for the geometry of a scene on iOS. Available since iOS 16.0.
        @preconcurrency @MainActor
        public final class iOS: GeometryPreferences {
            /// The preferred orientations.
            public var interfaceOrientations: UIInterfaceOrientationMask

            /// Creates preferences with orientations.
            public init(interfaceOrientations: UIInterfaceOrientationMask) {
                self.interfaceOrientations = interfaceOrientations
                super.init()
            }
        }
    }

    /// The manager of the status bar.
    public var statusBarManager: UIStatusBarManager? { UIStatusBarManager() }
}

/// The manager of a scene's status bar. Available since iOS 13.0.
@preconcurrency @MainActor
public final class UIStatusBarManager: NSObject {
    /// The status bar's frame, in points.
    public var statusBarFrame: CGRect { CGRect(x: 0, y: 0, width: UIScreen.size.width, height: 54) }
    /// Whether the status bar is hidden; always `false`.
    public var isStatusBarHidden: Bool { false }
    /// The status bar's style.
    public var statusBarStyle: UIStatusBarStyle { .default }
}
