// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import Diagnostics

/// A payload file that is read once. It contains the text, for messages and lint, and the parsed
/// content.
package struct PushFile: Sendable {
    /// The text of the file, together with the file's name for messages.
    package let source: SourceText
    package let file: APNSFile

    package init(source: SourceText, file: APNSFile) {
        self.source = source
        self.file = file
    }

    /// Reads a payload.
    ///
    /// - Throws: ``WorkFailure`` of kind `badInput`, whose message contains the file's name, the
    ///   line and the column.
    package init(reading source: SourceText) throws(WorkFailure) {
        self.source = source
        do { file = try APNSFile(reading: source.bytes) } catch {
            throw WorkFailure(.badInput, "\(source.name.printable): \(error)")
        }
    }

    /// The headers above the JSON.
    package var headers: PushHeaders {
        get throws(WorkFailure) { try PushHeaders(file.frontMatter, in: source) }
    }

    /// Returns a note if the body exceeds the limit of its push type, and `nil` otherwise. The push
    /// is sent even if it is too large, and APNs rejects it.
    func sizeNote(_ type: PushType) -> String? {
        let limit = type.traits.payloadByteCountMax
        guard file.body.count > limit else { return nil }
        return "the payload has \(file.body.count) bytes; \(type.rawValue) pushes have at most "
            + "\(limit)"
    }
}
