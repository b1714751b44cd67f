// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A color. Available since iOS 2.0.
public class UIColor: ValueObject, RecordBacked, @unchecked Sendable {
    /// The components of a color, 0 to 1.
    public struct Record: ValueRecord {
        package var red: Double
        package var green: Double
        package var blue: Double
        package var alpha: Double
    }

    /// Creates a color from red, green, blue and opacity, each 0 to 1.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(
            record: Record(
                red: Double(red), green: Double(green), blue: Double(blue), alpha: Double(alpha)))
    }

    /// Creates a gray from brightness and opacity, each 0 to 1.
    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// Creates a color in the Display P3 color space; its components are stored unchanged.
    public convenience init(
        displayP3Red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat
    ) {
        self.init(red: displayP3Red, green: green, blue: blue, alpha: alpha)
    }

    /// Creates a color from the app's assets. The assets are not read: the initializer returns gray
    /// for every name, and `nil` for an empty name.
    public convenience init?(
        named name: String, in bundle: Bundle? = nil,
        compatibleWith traitCollection: UITraitCollection? = nil
    ) {
        guard !name.isEmpty else { return nil }
        self.init(white: 0.5, alpha: 1)
    }

    /// Creates a color from a function of traits. The function is called once, with the phone's
    /// traits.
    public convenience init(dynamicProvider: @escaping (UITraitCollection) -> UIColor) {
        self.init(record: dynamicProvider(.current).record)
    }

    /// Writes the color's components, each 0 to 1, to the pointers that are not `nil`.
    @discardableResult
    public func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        red?.pointee = CGFloat(record.red)
        green?.pointee = CGFloat(record.green)
        blue?.pointee = CGFloat(record.blue)
        alpha?.pointee = CGFloat(record.alpha)
        return true
    }

    /// Returns the color for traits; here, always the same color.
    public func resolvedColor(with traitCollection: UITraitCollection) -> UIColor { self }

    /// Returns the color with a different opacity.
    public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        var changed = record
        changed.alpha = Double(alpha)
        return UIColor(record: changed)
    }
}

extension UIColor {
    /// The color black.
    public class var black: UIColor { UIColor(white: 0, alpha: 1) }
    /// The color white.
    public class var white: UIColor { UIColor(white: 1, alpha: 1) }
    /// A transparent color.
    public class var clear: UIColor { UIColor(white: 0, alpha: 0) }
    /// The color red.
    public class var red: UIColor { UIColor(red: 1, green: 0, blue: 0, alpha: 1) }
    /// The color green.
    public class var green: UIColor { UIColor(red: 0, green: 1, blue: 0, alpha: 1) }
    /// The color blue.
    public class var blue: UIColor { UIColor(red: 0, green: 0, blue: 1, alpha: 1) }
    /// The color gray.
    public class var gray: UIColor { UIColor(white: 0.5, alpha: 1) }
    /// The system's red.
    public class var systemRed: UIColor { UIColor(red: 1, green: 0.22, blue: 0.24, alpha: 1) }
    /// The system's green.
    public class var systemGreen: UIColor { UIColor(red: 0.2, green: 0.78, blue: 0.35, alpha: 1) }
    /// The system's blue.
    public class var systemBlue: UIColor { UIColor(red: 0, green: 0.53, blue: 1, alpha: 1) }
    /// The system's orange.
    public class var systemOrange: UIColor { UIColor(red: 1, green: 0.55, blue: 0.16, alpha: 1) }
    /// The background of the interface.
    public class var systemBackground: UIColor { .white }
    /// The color of primary text.
    public class var label: UIColor { .black }
    /// The color dark gray.
    public class var darkGray: UIColor { UIColor(white: 1.0 / 3, alpha: 1) }
    /// The color light gray.
    public class var lightGray: UIColor { UIColor(white: 2.0 / 3, alpha: 1) }
    /// The color yellow.
    public class var yellow: UIColor { UIColor(red: 1, green: 1, blue: 0, alpha: 1) }
    /// The color orange.
    public class var orange: UIColor { UIColor(red: 1, green: 0.5, blue: 0, alpha: 1) }
    /// The color purple.
    public class var purple: UIColor { UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1) }
    /// The color brown.
    public class var brown: UIColor { UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1) }
    /// The color cyan.
    public class var cyan: UIColor { UIColor(red: 0, green: 1, blue: 1, alpha: 1) }
    /// The color magenta.
    public class var magenta: UIColor { UIColor(red: 1, green: 0, blue: 1, alpha: 1) }
    /// The system's yellow.
    public class var systemYellow: UIColor { UIColor(red: 1, green: 0.8, blue: 0, alpha: 1) }
    /// The system's pink.
    public class var systemPink: UIColor { UIColor(red: 1, green: 0.18, blue: 0.33, alpha: 1) }
    /// The system's purple.
    public class var systemPurple: UIColor { UIColor(red: 0.8, green: 0.19, blue: 0.88, alpha: 1) }
    /// The system's teal.
    public class var systemTeal: UIColor { UIColor(red: 0, green: 0.76, blue: 0.82, alpha: 1) }
    /// The system's indigo.
    public class var systemIndigo: UIColor { UIColor(red: 0.38, green: 0.33, blue: 0.96, alpha: 1) }
    /// The system's gray.
    public class var systemGray: UIColor { UIColor(red: 0.56, green: 0.56, blue: 0.58, alpha: 1) }
    /// A gray that is lighter than ``systemGray``.
    public class var systemGray2: UIColor { UIColor(red: 0.68, green: 0.68, blue: 0.7, alpha: 1) }
    /// A gray that is lighter than ``systemGray``.
    public class var systemGray3: UIColor { UIColor(red: 0.78, green: 0.78, blue: 0.8, alpha: 1) }
    /// A gray that is lighter than ``systemGray``.
    public class var systemGray4: UIColor { UIColor(red: 0.82, green: 0.82, blue: 0.84, alpha: 1) }
    /// A gray that is lighter than ``systemGray``.
    public class var systemGray5: UIColor { UIColor(red: 0.9, green: 0.9, blue: 0.92, alpha: 1) }
    /// The lightest of the system's grays.
    public class var systemGray6: UIColor { UIColor(red: 0.95, green: 0.95, blue: 0.97, alpha: 1) }
    /// The color of secondary text.
    public class var secondaryLabel: UIColor {
        UIColor(red: 0.24, green: 0.24, blue: 0.26, alpha: 1)
    }
    /// The color of tertiary text.
    public class var tertiaryLabel: UIColor {
        UIColor(red: 0.24, green: 0.24, blue: 0.26, alpha: 1)
    }
    /// The color of placeholder text.
    public class var placeholderText: UIColor {
        UIColor(red: 0.24, green: 0.24, blue: 0.26, alpha: 1)
    }
    /// The color of separators.
    public class var separator: UIColor { UIColor(red: 0.24, green: 0.24, blue: 0.26, alpha: 1) }
    /// The color of links.
    public class var link: UIColor { UIColor(red: 0, green: 0.48, blue: 1, alpha: 1) }
    /// The background of content on the primary background.
    public class var secondarySystemBackground: UIColor {
        UIColor(red: 0.95, green: 0.95, blue: 0.97, alpha: 1)
    }
    /// The background of content on the secondary background.
    public class var tertiarySystemBackground: UIColor {
        UIColor(red: 1, green: 1, blue: 1, alpha: 1)
    }
    /// The background of grouped content.
    public class var systemGroupedBackground: UIColor {
        UIColor(red: 0.95, green: 0.95, blue: 0.97, alpha: 1)
    }
    /// The background of a group.
    public class var secondarySystemGroupedBackground: UIColor {
        UIColor(red: 1, green: 1, blue: 1, alpha: 1)
    }
    /// The tint color of controls.
    public class var tintColor: UIColor { UIColor(red: 0, green: 0.48, blue: 1, alpha: 1) }
}
