// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The phone's screen. Available since iOS 2.0. Nothing is drawn on the screen.
@preconcurrency @MainActor
public final class UIScreen: NSObject, UICoordinateSpace {
    /// The size of the screen, in points. Bellhop uses the size of a current iPhone.
    package static let size = CGSize(width: 393, height: 852)

    private override init() { super.init() }

    /// The phone's screen.
    public static let main = UIScreen()
    /// All screens; the phone has only one.
    public class var screens: [UIScreen] { [main] }

    /// The bounds of the screen, in points.
    public var bounds: CGRect { CGRect(origin: .zero, size: Self.size) }
    /// The bounds of the screen, in pixels.
    public var nativeBounds: CGRect {
        CGRect(x: 0, y: 0, width: Self.size.width * scale, height: Self.size.height * scale)
    }
    /// The number of pixels per point: 3.
    public var scale: CGFloat { 3 }
    /// The number of pixels per point: 3.
    public var nativeScale: CGFloat { scale }
    /// The number of frames per second: 60.
    public var maximumFramesPerSecond: Int { 60 }
    /// Whether the screen is recorded or mirrored; always `false`.
    public var isCaptured: Bool { false }
    /// The brightness of the screen, 0 to 1. The value is stored, but has no effect.
    public var brightness: CGFloat = 0.5
    /// The traits of the screen.
    public var traitCollection: UITraitCollection { .current }
}

/// A coordinate space. Available since iOS 8.0.
@preconcurrency @MainActor
public protocol UICoordinateSpace: NSObjectProtocol {
    /// The bounds of the space, in points.
    var bounds: CGRect { get }
}
