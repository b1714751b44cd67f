// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// On Apple's systems, Foundation contains these declarations.
#if !canImport(Darwin)
extension String {
    /// A localization key with the values for its placeholders. Available since iOS 15.0.
    public struct LocalizationValue: ExpressibleByStringInterpolation, Equatable, Sendable {
        /// The key as it is written in the app's strings, for instance `%@ wrote`.
        package var key: String
        /// The values that replace the placeholders.
        package var arguments: [String]

        /// Creates a value from a key.
        public init(_ value: String) { self.init(key: value, arguments: []) }

        public init(stringLiteral value: String) { self.init(value) }

        public init(stringInterpolation: StringInterpolation) {
            self.init(key: stringInterpolation.key, arguments: stringInterpolation.arguments)
        }

        private init(key: String, arguments: [String]) {
            self.key = key
            self.arguments = arguments
        }

        /// Collects the segments of a key.
        public struct StringInterpolation: StringInterpolationProtocol, Sendable {
            var key = ""
            var arguments: [String] = []

            public init(literalCapacity: Int, interpolationCount: Int) {}

            public mutating func appendLiteral(_ literal: String) {
                key += literal.replacingOccurrences(of: "%", with: "%%")
            }

            /// Appends a number.
            public mutating func appendInterpolation(_ value: some BinaryInteger) {
                key += "%lld"
                arguments.append("\(value)")
            }

            /// Appends any other value.
            public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
                key += "%@"
                arguments.append("\(value)")
            }
        }

        /// Returns the format with its placeholders replaced by the values.
        func filled(into format: String) -> String {
            var text = ""
            var rest = arguments[...]
            var pieces = format.replacingOccurrences(of: "%lld", with: "%@")
                .components(separatedBy: "%@")
            text = pieces.removeFirst()
            for piece in pieces { text += (rest.popFirst() ?? "") + piece }
            return text.replacingOccurrences(of: "%%", with: "%")
        }
    }

    /// Looks up a key in the app's strings; the result is the key itself if the app's strings do
    /// not contain the key. Available since iOS 15.0.
    public init(
        localized keyAndValue: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
        locale: Locale = .current, comment: StaticString? = nil
    ) {
        let bundle = bundle ?? .main
        let format = bundle.localizedString(
            forKey: keyAndValue.key, value: keyAndValue.key, table: table)
        self = keyAndValue.filled(into: format)
    }

    /// Looks up a resource in the app's strings. Available since iOS 16.0.
    @_disfavoredOverload
    public init(localized resource: LocalizedStringResource) {
        self.init(
            localized: resource.defaultValue, table: resource.table, locale: resource.locale)
    }
}
#endif
