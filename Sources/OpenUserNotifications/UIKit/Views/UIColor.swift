// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A colour. Apple: since iOS 2.0.
public class UIColor: ValueObject, RecordBacked, @unchecked Sendable {
    /// The parts of a colour, 0 to 1.
    public struct Record: ValueRecord {
        package var red: Double
        package var green: Double
        package var blue: Double
        package var alpha: Double
    }

    /// A colour of red, green, blue and opacity, each 0 to 1.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(
            record: Record(
                red: Double(red), green: Double(green), blue: Double(blue), alpha: Double(alpha)))
    }

    /// A grey of brightness and opacity, each 0 to 1.
    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// A colour of a wide screen; the numbers are taken as they are.
    public convenience init(
        displayP3Red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat
    ) {
        self.init(red: displayP3Red, green: green, blue: blue, alpha: alpha)
    }

    /// A colour of the app's assets, which are not read: grey; nil for an empty name.
    public convenience init?(
        named name: String, in bundle: Bundle? = nil,
        compatibleWith traitCollection: UITraitCollection? = nil
    ) {
        guard !name.isEmpty else { return nil }
        self.init(white: 0.5, alpha: 1)
    }

    /// A colour that depends on traits: what it is on the phone.
    public convenience init(dynamicProvider: @escaping (UITraitCollection) -> UIColor) {
        self.init(record: dynamicProvider(.current).record)
    }

    /// Writes the parts of the colour, each 0 to 1.
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

    /// What it is under some traits: the same.
    public func resolvedColor(with traitCollection: UITraitCollection) -> UIColor { self }

    /// The same colour with another opacity.
    public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        var changed = record
        changed.alpha = Double(alpha)
        return UIColor(record: changed)
    }
}

extension UIColor {
    /// Black.
    public class var black: UIColor { UIColor(white: 0, alpha: 1) }
    /// White.
    public class var white: UIColor { UIColor(white: 1, alpha: 1) }
    /// Invisible.
    public class var clear: UIColor { UIColor(white: 0, alpha: 0) }
    /// Red.
    public class var red: UIColor { UIColor(red: 1, green: 0, blue: 0, alpha: 1) }
    /// Green.
    public class var green: UIColor { UIColor(red: 0, green: 1, blue: 0, alpha: 1) }
    /// Blue.
    public class var blue: UIColor { UIColor(red: 0, green: 0, blue: 1, alpha: 1) }
    /// Grey.
    public class var gray: UIColor { UIColor(white: 0.5, alpha: 1) }
    /// The system's red.
    public class var systemRed: UIColor { UIColor(red: 1, green: 0.22, blue: 0.24, alpha: 1) }
    /// The system's green.
    public class var systemGreen: UIColor { UIColor(red: 0.2, green: 0.78, blue: 0.35, alpha: 1) }
    /// The system's blue.
    public class var systemBlue: UIColor { UIColor(red: 0, green: 0.53, blue: 1, alpha: 1) }
    /// The system's orange.
    public class var systemOrange: UIColor { UIColor(red: 1, green: 0.55, blue: 0.16, alpha: 1) }
    /// What stands behind everything.
    public class var systemBackground: UIColor { .white }
    /// The colour of text.
    public class var label: UIColor { .black }
    /// Dark grey.
    public class var darkGray: UIColor { UIColor(white: 1.0 / 3, alpha: 1) }
    /// Light grey.
    public class var lightGray: UIColor { UIColor(white: 2.0 / 3, alpha: 1) }
    /// Yellow.
    public class var yellow: UIColor { UIColor(red: 1, green: 1, blue: 0, alpha: 1) }
    /// Orange.
    public class var orange: UIColor { UIColor(red: 1, green: 0.5, blue: 0, alpha: 1) }
    /// Purple.
    public class var purple: UIColor { UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1) }
    /// Brown.
    public class var brown: UIColor { UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1) }
    /// Cyan.
    public class var cyan: UIColor { UIColor(red: 0, green: 1, blue: 1, alpha: 1) }
    /// Magenta.
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
    /// The system's grey.
    public class var systemGray: UIColor { UIColor(red: 0.56, green: 0.56, blue: 0.58, alpha: 1) }
    /// A lighter grey.
    public class var systemGray2: UIColor { UIColor(red: 0.68, green: 0.68, blue: 0.7, alpha: 1) }
    /// A lighter grey.
    public class var systemGray3: UIColor { UIColor(red: 0.78, green: 0.78, blue: 0.8, alpha: 1) }
    /// A lighter grey.
    public class var systemGray4: UIColor { UIColor(red: 0.82, green: 0.82, blue: 0.84, alpha: 1) }
    /// A lighter grey.
    public class var systemGray5: UIColor { UIColor(red: 0.9, green: 0.9, blue: 0.92, alpha: 1) }
    /// The lightest grey.
    public class var systemGray6: UIColor { UIColor(red: 0.95, green: 0.95, blue: 0.97, alpha: 1) }
    /// The colour of text below.
    public class var secondaryLabel: UIColor {
        UIColor(red: 0.24, green: 0.24, blue: 0.26, alpha: 1)
    }
    /// The colour of text that matters less.
    public class var tertiaryLabel: UIColor {
        UIColor(red: 0.24, green: 0.24, blue: 0.26, alpha: 1)
    }
    /// The colour of text that is to be replaced.
    public class var placeholderText: UIColor {
        UIColor(red: 0.24, green: 0.24, blue: 0.26, alpha: 1)
    }
    /// The colour of thin lines.
    public class var separator: UIColor { UIColor(red: 0.24, green: 0.24, blue: 0.26, alpha: 1) }
    /// The colour of links.
    public class var link: UIColor { UIColor(red: 0, green: 0.48, blue: 1, alpha: 1) }
    /// What stands behind a part.
    public class var secondarySystemBackground: UIColor {
        UIColor(red: 0.95, green: 0.95, blue: 0.97, alpha: 1)
    }
    /// What stands behind a part of a part.
    public class var tertiarySystemBackground: UIColor {
        UIColor(red: 1, green: 1, blue: 1, alpha: 1)
    }
    /// What stands behind groups.
    public class var systemGroupedBackground: UIColor {
        UIColor(red: 0.95, green: 0.95, blue: 0.97, alpha: 1)
    }
    /// What stands behind a group.
    public class var secondarySystemGroupedBackground: UIColor {
        UIColor(red: 1, green: 1, blue: 1, alpha: 1)
    }
    /// The colour of what can be touched.
    public class var tintColor: UIColor { UIColor(red: 0, green: 0.48, blue: 1, alpha: 1) }
}
