// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The limits of the data that is recorded about a span. They also limit the length of a line of
/// the file.
enum SpanLimits {
    /// The maximum number of attributes of a span. The attributes that are last in alphabetical
    /// order are dropped, and the span contains their number.
    static let attributesMax = 32
    /// The maximum number of events of a span. Later events are dropped, and the span contains
    /// their number.
    static let eventsMax = 8
    /// The maximum number of bytes of a name or a text. The rest of a longer text is cut off.
    static let textByteCountMax = 256
}
