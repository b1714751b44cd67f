// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// A finding: the rule, the location, the problem, the remedy, and a fix if there is one.
public struct Diagnostic: Hashable, Sendable {
    /// The identifier of the rule.
    public var rule: String
    public var severity: Severity
    /// The problem, as a phrase without a full stop.
    public var message: String
    /// The remedy, as a phrase without a full stop; empty if the message includes it.
    public var remedy: String
    public var location: Location
    /// A fix that does not change the meaning of the text; `nil` if a person must decide.
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

    /// The location of a finding.
    public struct Location: Hashable, Sendable {
        /// The name of the file as it was given, or a description of another origin, such as
        /// `standard input` or `command line`.
        public var file: String
        /// The half-open range in the text, in bytes counted from 0; `nil` if the finding concerns
        /// the whole file.
        public var range: Range<Int>?
        /// The position of the start of the range. Lines and columns are numbered from 1.
        public var position: SourcePosition?
        /// The path of keys to the value, for instance `aps.alert.title-loc-args[1]`; empty if the
        /// finding is not about a value.
        public var keyPath: String
        /// Whether the range contains a secret or personal data, which must not be shown.
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
    /// The finding in one line, for instance `hello.apns:3:5: error: … [misspelled-key]`.
    public var description: String {
        let position = location.position.map { ":\($0.line):\($0.column)" } ?? ""
        let advice = remedy.isEmpty ? "" : "; \(remedy)"
        return "\(location.file)\(position): \(severity.rawValue): \(message)\(advice) [\(rule)]"
    }
}
