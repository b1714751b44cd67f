// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The style of a part of a text for people.
package enum TextStyle: Sendable {
    case bold, dim, red, green, yellow
}

/// A function that applies a style to a text; the default returns the text unchanged.
package typealias TextPaint = (String, TextStyle) -> String
