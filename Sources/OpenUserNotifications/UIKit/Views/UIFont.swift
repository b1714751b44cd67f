// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A font. Available since iOS 2.0. The font has a name and a size, but no glyphs.
public final class UIFont: NSObject, Sendable {
    /// The weight of a font. Available since iOS 8.2.
    public struct Weight: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat

        public init(rawValue: CGFloat) { self.rawValue = rawValue }

        /// The lightest weight.
        public static let ultraLight = Self(rawValue: -0.8)
        /// A very light weight.
        public static let thin = Self(rawValue: -0.6)
        /// A light weight.
        public static let light = Self(rawValue: -0.4)
        /// The regular weight.
        public static let regular = Self(rawValue: 0)
        /// A weight that is slightly heavier than regular.
        public static let medium = Self(rawValue: 0.23)
        /// A weight that is nearly bold.
        public static let semibold = Self(rawValue: 0.3)
        /// The bold weight.
        public static let bold = Self(rawValue: 0.4)
        /// A weight that is heavier than bold.
        public static let heavy = Self(rawValue: 0.56)
        /// The heaviest weight.
        public static let black = Self(rawValue: 0.62)
    }

    /// The purpose of a text. Available since iOS 7.0.
    public struct TextStyle: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// A large title.
        public static let largeTitle = Self(rawValue: "UICTFontTextStyleTitle0")
        /// A title.
        public static let title1 = Self(rawValue: "UICTFontTextStyleTitle1")
        /// A smaller title.
        public static let title2 = Self(rawValue: "UICTFontTextStyleTitle2")
        /// The smallest title.
        public static let title3 = Self(rawValue: "UICTFontTextStyleTitle3")
        /// A headline.
        public static let headline = Self(rawValue: "UICTFontTextStyleHeadline")
        /// A subheadline.
        public static let subheadline = Self(rawValue: "UICTFontTextStyleSubhead")
        /// Body text.
        public static let body = Self(rawValue: "UICTFontTextStyleBody")
        /// A callout.
        public static let callout = Self(rawValue: "UICTFontTextStyleCallout")
        /// A footnote.
        public static let footnote = Self(rawValue: "UICTFontTextStyleFootnote")
        /// A caption.
        public static let caption1 = Self(rawValue: "UICTFontTextStyleCaption1")
        /// A smaller caption.
        public static let caption2 = Self(rawValue: "UICTFontTextStyleCaption2")
    }

    /// The font's name.
    public let fontName: String
    /// The font's size, in points.
    public let pointSize: CGFloat

    /// Creates a font with a name; `nil` for an empty name. Every other name is valid.
    public convenience init?(name fontName: String, size fontSize: CGFloat) {
        guard !fontName.isEmpty else { return nil }
        self.init(made: fontName, fontSize)
    }

    /// Creates a font from a descriptor; a size of 0 means the descriptor's size.
    public convenience init(descriptor: UIFontDescriptor, size pointSize: CGFloat) {
        self.init(
            made: descriptor.postscriptName, pointSize == 0 ? descriptor.pointSize : pointSize)
    }

    private init(made fontName: String, _ pointSize: CGFloat) {
        self.fontName = fontName
        self.pointSize = pointSize
        super.init()
    }

    /// Returns the system's font.
    public class func systemFont(ofSize fontSize: CGFloat) -> UIFont {
        UIFont(made: ".SFUI-Regular", fontSize)
    }

    /// Returns the system's font in a weight.
    public class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(made: weight.rawValue >= Weight.semibold.rawValue ? ".SFUI-Bold" : ".SFUI", fontSize)
    }

    /// Returns the system's font in bold.
    public class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont {
        UIFont(made: ".SFUI-Bold", fontSize)
    }

    /// Returns the system's font in italics.
    public class func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
        UIFont(made: ".SFUI-Italic", fontSize)
    }

    /// Returns the system's monospaced font.
    public class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(made: ".SFMono-Regular", fontSize)
    }

    /// Returns the system's font with monospaced digits.
    public class func monospacedDigitSystemFont(
        ofSize fontSize: CGFloat, weight: Weight
    ) -> UIFont {
        UIFont(made: ".SFUI-Digits", fontSize)
    }

    /// Returns the font for a text style. Here, the size does not depend on the person's choice.
    public class func preferredFont(forTextStyle style: TextStyle) -> UIFont {
        UIFont(made: ".SFUI-Regular", style == .largeTitle ? 34 : 17)
    }

    /// Returns the font in a different size.
    public func withSize(_ fontSize: CGFloat) -> UIFont { UIFont(made: fontName, fontSize) }

    /// The font's descriptor.
    public var fontDescriptor: UIFontDescriptor {
        UIFontDescriptor(name: fontName, size: pointSize)
    }

    /// The size of the system's font: 14.
    public class var systemFontSize: CGFloat { 14 }
    /// The size of the system's small font: 12.
    public class var smallSystemFontSize: CGFloat { 12 }
    /// The size of labels: 17.
    public class var labelFontSize: CGFloat { 17 }
}

/// Scales fonts to the text size that the person chose. Available since iOS 11.0. Here, the size
/// does not change.
public final class UIFontMetrics: NSObject, Sendable {
    /// Creates metrics for a text style.
    public init(forTextStyle textStyle: UIFont.TextStyle) { super.init() }

    /// The metrics for body text.
    public static let `default` = UIFontMetrics(forTextStyle: .body)

    /// Returns the scaled font; here, the font itself.
    public func scaledFont(for font: UIFont) -> UIFont { font }

    /// Returns the scaled value; here, the value itself.
    public func scaledValue(for value: CGFloat) -> CGFloat { value }
}

/// A description of a font. Available since iOS 7.0.
public final class UIFontDescriptor: NSObject, Sendable {
    /// Stylistic traits of a font.
    public struct SymbolicTraits: OptionSet, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// The font is italic.
        public static let traitItalic = Self(rawValue: 1 << 0)
        /// The font is bold.
        public static let traitBold = Self(rawValue: 1 << 1)
    }

    /// A design of the system's font. Available since iOS 13.0.
    public struct SystemDesign: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The default design.
        public static let `default` = Self(rawValue: "NSCTFontUIFontDesignDefault")
        /// A rounded design.
        public static let rounded = Self(rawValue: "NSCTFontUIFontDesignRounded")
        /// A design with serifs.
        public static let serif = Self(rawValue: "NSCTFontUIFontDesignSerif")
        /// A monospaced design.
        public static let monospaced = Self(rawValue: "NSCTFontUIFontDesignMonospaced")
    }

    /// The font's name.
    public let postscriptName: String
    /// The font's size, in points.
    public let pointSize: CGFloat

    /// Creates a descriptor.
    public init(name: String, size: CGFloat) {
        postscriptName = name
        pointSize = size
        super.init()
    }

    /// Returns the descriptor of the font for a text style.
    public class func preferredFontDescriptor(
        withTextStyle style: UIFont.TextStyle
    ) -> UIFontDescriptor {
        UIFont.preferredFont(forTextStyle: style).fontDescriptor
    }

    /// Returns the descriptor with traits; here, the descriptor itself.
    public func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> UIFontDescriptor? { self }

    /// Returns the descriptor in another design; here, the descriptor itself.
    public func withDesign(_ design: SystemDesign) -> UIFontDescriptor? { self }
}

// Only Foundation on Apple's systems defines these attribute names.
#if !canImport(Darwin)
extension NSAttributedString.Key {
    /// The ``UIFont`` of the text.
    public static let font = Self(rawValue: "NSFont")
    /// The ``UIColor`` of the text.
    public static let foregroundColor = Self(rawValue: "NSColor")
    /// The ``UIColor`` of the text's background.
    public static let backgroundColor = Self(rawValue: "NSBackgroundColor")
    /// The paragraph style.
    public static let paragraphStyle = Self(rawValue: "NSParagraphStyle")
    /// The style of the underline.
    public static let underlineStyle = Self(rawValue: "NSUnderline")
    /// The kerning, in points.
    public static let kern = Self(rawValue: "NSKern")
    /// The link of the text.
    public static let link = Self(rawValue: "NSLink")
}
#endif
