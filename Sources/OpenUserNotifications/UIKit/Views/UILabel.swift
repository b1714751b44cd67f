// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A piece of text. Apple: since iOS 2.0.
@preconcurrency @MainActor
open class UILabel: UIView {
    /// The words.
    open var text: String?
    /// The words with attributes.
    open var attributedText: NSAttributedString?
    /// The words' colour.
    open var textColor: UIColor! = .black
    /// The words' font.
    open var font: UIFont! = .systemFont(ofSize: 17)
    /// How the words stand.
    open var textAlignment = NSTextAlignment.natural
    /// What becomes of words that have no room.
    open var lineBreakMode = NSLineBreakMode.byTruncatingTail
    /// Lines at most; 0 is any number.
    open var numberOfLines = 1
    /// Whether the words shrink to fit.
    open var adjustsFontSizeToFitWidth = false
    /// Whether the font follows the person's choice.
    open var adjustsFontForContentSizeCategory = false
    /// How small the words may become.
    open var minimumScaleFactor: CGFloat = 0

    open override class func appearance() -> UILabel { UILabel() }

    open override class func appearance(
        whenContainedInInstancesOf containerTypes: [AnyClass]
    ) -> UILabel {
        UILabel(frame: .zero)
    }
}
