// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import Diagnostics

/// A payload file, read once: its text for messages and lint, and its content.
package struct PushFile: Sendable {
    /// The text of the file, with the file's name for messages.
    package let source: SourceText
    package let file: APNSFile

    package init(source: SourceText, file: APNSFile) {
        self.source = source
        self.file = file
    }

    /// Reads a payload.
    ///
    /// - Throws: ``WorkFailure`` of kind `badInput` with name, line and column.
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

    /// Returns a note about a body that exceeds the limit of its push type. The push is sent
    /// nevertheless, and APNs rejects it.
    func sizeNote(_ type: PushType) -> String? {
        let limit = type.traits.payloadByteCountMax
        guard file.body.count > limit else { return nil }
        return "the payload has \(file.body.count) bytes; \(type.rawValue) pushes have at most "
            + "\(limit)"
    }
}
