// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension JSONObject {
    /// Takes the members of a value that encodes itself as an object, keys in alphabetical order.
    ///
    /// The strategies are those of a plain `JSONEncoder`, which ActivityKit expects of
    /// `content-state` and `attributes`: dates count seconds since 2001, data is base64. For
    /// payloads that are sent very often, write the object as a literal: that is ten times faster.
    ///
    /// - Throws: what the value's `encode(to:)` throws; ``PayloadError`` when the value is not an
    ///   object.
    public init(encoding value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = try JSONReader.read(encoder.encode(value)).value
        guard case .object(let object) = json else {
            throw PayloadError.notAnObject(json.typeInWords)
        }
        self = object
    }
}
