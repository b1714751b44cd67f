// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A font. Apple: since iOS 2.0. It has a name, a size and a weight, and no letters.
public final class UIFont: NSObject, Sendable {
    /// How heavy letters are. Apple: since iOS 8.2.
    public struct Weight: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat

        public init(rawValue: CGFloat) { self.rawValue = rawValue }

        /// The lightest.
        public static let ultraLight = Self(rawValue: -0.8)
        /// Very light.
        public static let thin = Self(rawValue: -0.6)
        /// Light.
        public static let light = Self(rawValue: -0.4)
        /// As usual.
        public static let regular = Self(rawValue: 0)
        /// A little heavier.
        public static let medium = Self(rawValue: 0.23)
        /// Nearly bold.
        public static let semibold = Self(rawValue: 0.3)
        /// Bold.
        public static let bold = Self(rawValue: 0.4)
        /// Heavier than bold.
        public static let heavy = Self(rawValue: 0.56)
        /// The heaviest.
        public static let black = Self(rawValue: 0.62)
    }

    /// What a text is for. Apple: since iOS 7.0.
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
        /// What stands below a headline.
        public static let subheadline = Self(rawValue: "UICTFontTextStyleSubhead")
        /// The text itself.
        public static let body = Self(rawValue: "UICTFontTextStyleBody")
        /// A remark.
        public static let callout = Self(rawValue: "UICTFontTextStyleCallout")
        /// A note.
        public static let footnote = Self(rawValue: "UICTFontTextStyleFootnote")
        /// A caption.
        public static let caption1 = Self(rawValue: "UICTFontTextStyleCaption1")
        /// A smaller caption.
        public static let caption2 = Self(rawValue: "UICTFontTextStyleCaption2")
    }

    /// Its name.
    public let fontName: String
    /// Its size, in points.
    public let pointSize: CGFloat

    /// A font by its name; there is one for every name that is not empty.
    public convenience init?(name fontName: String, size fontSize: CGFloat) {
        guard !fontName.isEmpty else { return nil }
        self.init(made: fontName, fontSize)
    }

    /// A font by its description; size 0 takes the description's.
    public convenience init(descriptor: UIFontDescriptor, size pointSize: CGFloat) {
        self.init(
            made: descriptor.postscriptName, pointSize == 0 ? descriptor.pointSize : pointSize)
    }

    private init(made fontName: String, _ pointSize: CGFloat) {
        self.fontName = fontName
        self.pointSize = pointSize
        super.init()
    }

    /// The system's font.
    public class func systemFont(ofSize fontSize: CGFloat) -> UIFont {
        UIFont(made: ".SFUI-Regular", fontSize)
    }

    /// The system's font in a weight.
    public class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(made: weight.rawValue >= Weight.semibold.rawValue ? ".SFUI-Bold" : ".SFUI", fontSize)
    }

    /// The system's font, bold.
    public class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont {
        UIFont(made: ".SFUI-Bold", fontSize)
    }

    /// The system's font, slanted.
    public class func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
        UIFont(made: ".SFUI-Italic", fontSize)
    }

    /// The system's font with letters of one width.
    public class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(made: ".SFMono-Regular", fontSize)
    }

    /// The system's font with digits of one width.
    public class func monospacedDigitSystemFont(
        ofSize fontSize: CGFloat, weight: Weight
    ) -> UIFont {
        UIFont(made: ".SFUI-Digits", fontSize)
    }

    /// The font for a kind of text; its size does not follow the person's choice here.
    public class func preferredFont(forTextStyle style: TextStyle) -> UIFont {
        UIFont(made: ".SFUI-Regular", style == .largeTitle ? 34 : 17)
    }

    /// The same font in another size.
    public func withSize(_ fontSize: CGFloat) -> UIFont { UIFont(made: fontName, fontSize) }

    /// Its description.
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

/// Sizes that follow the person's choice. Apple: since iOS 11.0. They do not follow it here.
public final class UIFontMetrics: NSObject, Sendable {
    /// Sizes for a kind of text.
    public init(forTextStyle textStyle: UIFont.TextStyle) { super.init() }

    /// Sizes for text.
    public static let `default` = UIFontMetrics(forTextStyle: .body)

    /// A font in the size that the person wants: as it is.
    public func scaledFont(for font: UIFont) -> UIFont { font }

    /// A size that the person wants: as it is.
    public func scaledValue(for value: CGFloat) -> CGFloat { value }
}

/// What a font is like. Apple: since iOS 7.0.
public final class UIFontDescriptor: NSObject, Sendable {
    /// What is special about a font.
    public struct SymbolicTraits: OptionSet, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Slanted.
        public static let traitItalic = Self(rawValue: 1 << 0)
        /// Bold.
        public static let traitBold = Self(rawValue: 1 << 1)
    }

    /// A family of designs. Apple: since iOS 13.0.
    public struct SystemDesign: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// As usual.
        public static let `default` = Self(rawValue: "NSCTFontUIFontDesignDefault")
        /// With round ends.
        public static let rounded = Self(rawValue: "NSCTFontUIFontDesignRounded")
        /// With serifs.
        public static let serif = Self(rawValue: "NSCTFontUIFontDesignSerif")
        /// With letters of one width.
        public static let monospaced = Self(rawValue: "NSCTFontUIFontDesignMonospaced")
    }

    /// The font's name.
    public let postscriptName: String
    /// The font's size, in points.
    public let pointSize: CGFloat

    /// The description of a font.
    public init(name: String, size: CGFloat) {
        postscriptName = name
        pointSize = size
        super.init()
    }

    /// The description of the font for a kind of text.
    public class func preferredFontDescriptor(
        withTextStyle style: UIFont.TextStyle
    ) -> UIFontDescriptor {
        UIFont.preferredFont(forTextStyle: style).fontDescriptor
    }

    /// The same with traits; the name stays what it is.
    public func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> UIFontDescriptor? { self }

    /// The same in another design; the name stays what it is.
    public func withDesign(_ design: SystemDesign) -> UIFontDescriptor? { self }
}

// Foundation has these names on Apple's systems only.
#if !canImport(Darwin)
extension NSAttributedString.Key {
    /// A ``UIFont``.
    public static let font = Self(rawValue: "NSFont")
    /// The ``UIColor`` of letters.
    public static let foregroundColor = Self(rawValue: "NSColor")
    /// The ``UIColor`` behind letters.
    public static let backgroundColor = Self(rawValue: "NSBackgroundColor")
    /// How lines stand.
    public static let paragraphStyle = Self(rawValue: "NSParagraphStyle")
    /// How a text is underlined.
    public static let underlineStyle = Self(rawValue: "NSUnderline")
    /// Points between letters.
    public static let kern = Self(rawValue: "NSKern")
    /// Where a text leads.
    public static let link = Self(rawValue: "NSLink")
}
#endif
