// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Encodes and decodes the resources of Bellhop's HTTP APIs as JSON in which dates are RFC 3339
/// text, in UTC and with milliseconds.
public enum APIJSON {
    private static var dateStyle: Date.ISO8601FormatStyle {
        Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    }

    /// Returns the bytes of a resource with sorted keys, so that equal resources have equal text.
    ///
    /// - Parameter isPretty: whether the text is indented for human readers.
    public static func encode(_ value: some Encodable, isPretty: Bool = false) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(text(of: date))
        }
        return try encoder.encode(value)
    }

    /// Returns the bytes of a resource with a newline at the end, for output in a terminal.
    public static func encodeLine(
        _ value: some Encodable, isPretty: Bool = false
    ) throws -> Data {
        try encode(value, isPretty: isPretty) + Data("\n".utf8)
    }

    /// Reads a resource.
    public static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
    {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            guard let date = date(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "the string is not an RFC 3339 time")
            }
            return date
        }
        return try decoder.decode(type, from: data)
    }

    /// Returns a date as text, for instance `2026-01-31T09:05:00.000Z`.
    public static func text(of date: Date) -> String { date.formatted(dateStyle) }

    /// Reads a date with or without fractions of a second (RFC 3339 section 5.6).
    public static func date(_ text: String) -> Date? {
        (try? Date(text, strategy: dateStyle)) ?? (try? Date(text, strategy: .iso8601))
    }
}
