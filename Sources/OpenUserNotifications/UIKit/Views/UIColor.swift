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
}
