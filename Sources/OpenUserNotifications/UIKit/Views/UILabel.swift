// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A text label. Available since iOS 2.0.
@preconcurrency @MainActor
open class UILabel: UIView {
    /// The text.
    open var text: String?
    /// The text with attributes.
    open var attributedText: NSAttributedString?
    /// The text color.
    open var textColor: UIColor! = .black
    /// The font.
    open var font: UIFont! = .systemFont(ofSize: 17)
    /// The text alignment.
    open var textAlignment = NSTextAlignment.natural
    /// How text that does not fit on a line is wrapped or truncated.
    open var lineBreakMode = NSLineBreakMode.byTruncatingTail
    /// The maximum number of lines; 0 for no limit.
    open var numberOfLines = 1
    /// Whether the text shrinks to fit.
    open var adjustsFontSizeToFitWidth = false
    /// Whether the font follows the text size that the person chose.
    open var adjustsFontForContentSizeCategory = false
    /// The smallest scale to which the text shrinks.
    open var minimumScaleFactor: CGFloat = 0

    open override class func appearance() -> UILabel { UILabel() }

    open override class func appearance(
        whenContainedInInstancesOf containerTypes: [AnyClass]
    ) -> UILabel {
        UILabel(frame: .zero)
    }
}
