// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The response to `POST /v1/lint`: what would be sent, and the findings about it.
public struct PayloadReport: Hashable, Sendable, Codable {
    /// A header that the sender did not state, and that follows from the payload.
    public struct Inferred: Hashable, Sendable, Codable {
        public var header: String
        public var value: String
        /// The reason, for instance `aps contains an alert, a sound or a badge`.
        public var because: String

        public init(header: String, value: String, because: String) {
            self.header = header
            self.value = value
            self.because = because
        }
    }

    public var pushType: PushType
    /// The size of the body that is sent, in bytes.
    public var byteCount: Int
    /// The maximum size of a body of the push type, in bytes.
    public var byteCountMax: Int
    public var inferred: [Inferred]
    /// The findings in the order of their positions.
    public var findings: [PayloadFinding]

    public init(
        pushType: PushType, byteCount: Int, byteCountMax: Int, inferred: [Inferred],
        findings: [PayloadFinding]
    ) {
        self.pushType = pushType
        self.byteCount = byteCount
        self.byteCountMax = byteCountMax
        self.inferred = inferred
        self.findings = findings
    }

    enum CodingKeys: String, CodingKey {
        case inferred, findings
        case pushType = "push_type"
        case byteCount = "byte_count"
        case byteCountMax = "byte_count_max"
    }
}

/// A finding of lint about a payload or a header.
public struct PayloadFinding: Hashable, Sendable, Codable {
    /// A half-open range of bytes in the payload's text (UTF-8), counted from 0.
    public struct Span: Hashable, Sendable, Codable {
        public var from: Int
        public var to: Int

        public init(_ range: Range<Int>) {
            from = range.lowerBound
            to = range.upperBound
        }
    }

    /// A change that keeps the meaning of the payload.
    public struct Fix: Hashable, Sendable, Codable {
        /// The replacement of a range by a text.
        public struct Edit: Hashable, Sendable, Codable {
            public var from: Int
            public var to: Int
            public var text: String

            public init(_ range: Range<Int>, _ text: String) {
                from = range.lowerBound
                to = range.upperBound
                self.text = text
            }
        }

        /// The change, for instance `remove the comma`.
        public var title: String
        /// The edits in order, without overlap. All ranges refer to the text before the fix.
        public var edits: [Edit]

        public init(title: String, edits: [Edit]) {
            self.title = title
            self.edits = edits
        }
    }

    /// The identifier of the rule.
    public var rule: String
    /// `error`, `warning` or `note`.
    public var severity: String
    /// What is wrong, as a phrase.
    public var detail: String
    /// What to do, as a phrase; empty if ``detail`` includes it.
    public var remedy: String
    /// Why the finding matters, in one to three sentences.
    public var why: String
    /// The path of keys to the value, such as `aps.alert.title`; `nil` if the finding is not about
    /// one value.
    public var keyPath: String?
    /// The place in the payload's text; `nil` if the finding is about a header or about the whole
    /// payload.
    public var range: Span?
    /// The line and the column, from 1, of the range's start.
    public var line: Int?
    public var column: Int?
    /// The fix; `nil` if a person must decide what to do.
    public var fix: Fix?

    public init(
        rule: String, severity: String, detail: String, remedy: String, why: String,
        keyPath: String?, range: Span?, line: Int?, column: Int?, fix: Fix?
    ) {
        self.rule = rule
        self.severity = severity
        self.detail = detail
        self.remedy = remedy
        self.why = why
        self.keyPath = keyPath
        self.range = range
        self.line = line
        self.column = column
        self.fix = fix
    }

    enum CodingKeys: String, CodingKey {
        case rule, severity, detail, remedy, why, range, line, column, fix
        case keyPath = "key_path"
    }
}
