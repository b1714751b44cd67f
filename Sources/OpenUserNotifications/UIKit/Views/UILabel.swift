// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A piece of text. Apple: since iOS 2.0.
@MainActor
open class UILabel: UIView {
    /// The words.
    open var text: String?
    /// The words with attributes.
    open var attributedText: NSAttributedString?
    /// The words' colour.
    open var textColor: UIColor?
    /// Lines at most; 0 is any number.
    open var numberOfLines = 1
}
