// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension JSONObject {
    /// Makes an object from the members of an encodable value, with its keys in alphabetical order.
    ///
    /// Dates and data are encoded with the default strategies of `JSONEncoder`: dates as seconds
    /// since 2001, and data as base64. ActivityKit expects these strategies in `content-state` and
    /// `attributes`. For payloads that are sent very often, write the object as a literal; this is
    /// ten times faster.
    ///
    /// - Throws: The error of the value's `encode(to:)`; ``PayloadError`` when the value is not an
    ///   object.
    public init(encoding value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = try JSONReader.read(encoder.encode(value)).value
        guard case .object(let object) = json else {
            throw PayloadError.notAnObject(json.typeName)
        }
        self = object
    }
}
