// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// On Apple's systems, Foundation contains this declaration.
#if !canImport(Darwin)
/// A string that is localized when it is shown. Available since iOS 16.0.
public struct LocalizedStringResource: ExpressibleByStringInterpolation, Equatable, Sendable {
    /// The key in the app's strings.
    public let key: String
    /// The text that is used when the app's strings lack the key.
    public let defaultValue: String.LocalizationValue
    /// The name of the strings file; `nil` for the default file.
    public let table: String?
    /// The locale whose language is used.
    public var locale: Locale

    /// Creates a resource from the key in the app's strings.
    public init(
        _ keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
        comment: StaticString? = nil
    ) {
        key = keyAndValue.key
        defaultValue = keyAndValue
        self.table = table
        self.locale = locale
    }

    public init(stringLiteral value: String) { self.init(String.LocalizationValue(value)) }

    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(String.LocalizationValue(stringInterpolation: stringInterpolation))
    }
}
#endif
