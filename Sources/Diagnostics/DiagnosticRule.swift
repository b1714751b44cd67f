// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The description of a rule. It states which problem the rule finds and why the problem matters,
/// and contains an example with the problem and one without it.
///
/// Commands, reference pages and SARIF use this description. The description and the check of a
/// rule are in the same source file.
public struct DiagnosticRule: Hashable, Sendable, Identifiable {
    /// The stable identifier, in lower case with hyphens, for instance `misspelled-key`.
    public let id: String
    /// The default severity of the rule's findings. A configuration may change it.
    public let severity: Severity
    /// The problem, as a phrase without a full stop.
    public let title: String
    /// The reason for the rule, in one to three sentences that state how Apple's systems behave in
    /// this case.
    public let why: String
    /// The remedy, as a phrase without a full stop.
    public let remedy: String
    /// Files that have the problem. A test verifies that the rule finds the problem.
    public let wrong: RuleExample
    /// The same files after the fix. The rule has no findings in them.
    public let right: RuleExample
    /// The source of the rule, and how reliable the source is.
    public let claim: Claim

    public init(
        id: String, severity: Severity, title: String, why: String, remedy: String,
        wrong: RuleExample, right: RuleExample, claim: Claim
    ) {
        self.id = id
        self.severity = severity
        self.title = title
        self.why = why
        self.remedy = remedy
        self.wrong = wrong
        self.right = right
        self.claim = claim
    }
}

/// An example for a rule: a payload, a source file, or a few files of a project.
public struct RuleExample: Hashable, Sendable, ExpressibleByStringLiteral {
    /// A file of an example.
    public struct File: Hashable, Sendable {
        /// The file's path in the example, for instance `App/AppDelegate.swift`.
        public let path: String
        public let text: String

        public init(_ path: String, _ text: String) {
            self.path = path
            self.text = text
        }
    }

    public let files: [File]

    public init(_ files: File...) { self.files = files }

    public init(_ files: [File]) { self.files = files }

    /// Makes an example with one payload, in the file `payload.apns`.
    public init(stringLiteral text: String) { files = [File("payload.apns", text)] }

    /// The text of the first file.
    public var text: String { files.first?.text ?? "" }
}
