// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// A payload with its headers, as a completed ``PushDecision`` produces it.
public struct PushDraft: Hashable, Sendable {
    /// The values that only the sender knows, such as texts and identifiers.
    public struct Contents: Hashable, Sendable {
        private var values: [PushField: String] = [:]
        /// The app's bundle identifier; if `nil`, the draft has no topic.
        public var bundleID: String?
        /// The current time in seconds since 1970, from which the times of a Live Activity are
        /// computed.
        public var epochSeconds: Int

        public init(epochSeconds: Int) { self.epochSeconds = epochSeconds }

        /// The value of a field. Reading an empty value returns `nil`.
        public subscript(field: PushField) -> String? {
            get { values[field] }
            set { values[field] = newValue.flatMap { $0.isBlank ? nil : $0 } }
        }
    }

    /// A header with its full name.
    public struct Header: Hashable, Sendable {
        public let name: String
        public let value: String
    }

    /// The headers in the order in which they are written.
    public let headers: [Header]
    public let payload: JSONObject
    /// What the app needs in order to handle this push, as phrases without a full stop.
    public let needs: [String]

    /// The payload as indented JSON.
    public var json: String { JSONWriter.text(.object(payload), style: .indented) + "\n" }

    /// The whole file: the headers between two `---` lines, followed by the payload.
    public var file: String {
        let lines = headers.map { "\($0.name): \($0.value)\n" }.joined()
        return "---\n\(lines)---\n\(json)"
    }

    /// The headers as options of `bellhop push`.
    public var options: [String] {
        headers.flatMap { header in
            let name =
                header.name == APNSHeader.pushType ? "type" : String(header.name.dropFirst(5))
            return ["--\(name)", header.value]
        }
    }
}

extension PushDecision {
    /// Returns the draft for the answers given so far.
    ///
    /// - Throws: ``PushDecisionError`` if a question is unanswered, or if the draft uses a value
    ///   that is missing or unusable.
    public func draft(_ contents: PushDraft.Contents) throws(PushDecisionError) -> PushDraft {
        if let question = open.first { throw .isOpen(question) }
        try check(contents)
        var parts = DraftParts(answers: answers, contents: contents)
        parts.write()
        return PushDraft(headers: parts.headers, payload: parts.payload, needs: parts.needs)
    }
}
