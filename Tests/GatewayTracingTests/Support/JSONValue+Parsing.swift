// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension JSONValue {
    init(parsing text: String) throws { self = try JSONReader.read(Array(text.utf8)).value }

    /// The value under a key of an object.
    subscript(_ key: String) -> JSONValue? { objectValue?[key] }
}
