// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// How a part of the text looks where a person reads it.
public enum TextStyle: Sendable {
    case bold, dim, red, green, yellow
}

/// Puts a style on a text; the plain one leaves it as it is.
public typealias TextPaint = (String, TextStyle) -> String
