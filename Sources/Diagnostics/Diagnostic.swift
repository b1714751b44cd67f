// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// One finding: which rule, where, what is wrong there, what to do, and how to mend it.
public struct Diagnostic: Hashable, Sendable {
    /// The identifier of the rule.
    public var rule: String
    public var severity: Severity
    /// What is wrong here, as a phrase without a full stop.
    public var message: String
    /// What to do, as a phrase without a full stop; empty when the message says it.
    public var remedy: String
    public var location: Location
    /// How it can be mended without changing what the text means; `nil` when a person must decide.
    public var fix: TextFix?

    public init(
        rule: String, severity: Severity, message: String, remedy: String = "",
        location: Location, fix: TextFix? = nil
    ) {
        self.rule = rule
        self.severity = severity
        self.message = message
        self.remedy = remedy
        self.location = location
        self.fix = fix
    }

    /// Where a finding is.
    public struct Location: Hashable, Sendable {
        /// The file as it was named, or what stands for it: `standard input`, `command line`.
        public var file: String
        /// Bytes of the file, from 0, end excluded; `nil` when it concerns the whole file.
        public var range: Range<Int>?
        /// Where the range starts, counted from line 1 and column 1.
        public var position: SourcePosition?
        /// The keys to the value, for instance `aps.alert.title-loc-args[1]`; empty when there is
        /// none.
        public var keyPath: String
        /// Whether the range holds what must not be shown: a secret, personal data.
        public var isSecret = false

        public init(
            file: String, range: Range<Int>? = nil, position: SourcePosition? = nil,
            keyPath: String = ""
        ) {
            self.file = file
            self.range = range
            self.position = position
            self.keyPath = keyPath
        }
    }
}

extension Diagnostic: CustomStringConvertible {
    /// For instance `hello.apns:3:5: error: … [misspelled-key]`.
    public var description: String {
        let place = location.position.map { ":\($0.line):\($0.column)" } ?? ""
        let advice = remedy.isEmpty ? "" : "; \(remedy)"
        return "\(location.file)\(place): \(severity.rawValue): \(message)\(advice) [\(rule)]"
    }
}
