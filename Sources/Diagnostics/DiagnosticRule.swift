// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// One row of a table of rules: what is looked for, why it matters, and how it looks wrong and
/// right.
///
/// Commands, pages and SARIF read this row; the rule's check stands beside it in one file.
public struct DiagnosticRule: Hashable, Sendable, Identifiable {
    /// In lower case with hyphens, stable, for instance `misspelled-key`.
    public let id: String
    /// The severity of its findings, unless a configuration says otherwise.
    public let severity: Severity
    /// What is wrong, as a phrase without a full stop.
    public let title: String
    /// Why it matters: what Apple's systems do with it. One to three sentences.
    public let why: String
    /// What to do, as a phrase without a full stop.
    public let remedy: String
    /// Files with the fault, which a test checks that the rule finds.
    public let wrong: RuleExample
    /// The same, mended, in which the rule finds nothing.
    public let right: RuleExample
    /// Where the rule comes from and how sure it is.
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

/// What a rule is shown by: a payload, a source file, or a few files of a project.
public struct RuleExample: Hashable, Sendable, ExpressibleByStringLiteral {
    /// One file of an example.
    public struct File: Hashable, Sendable {
        /// Its path in the example, for instance `App/AppDelegate.swift`.
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

    /// One payload, in a file `payload.apns`.
    public init(stringLiteral text: String) { files = [File("payload.apns", text)] }

    /// The text of the first file.
    public var text: String { files.first?.text ?? "" }
}
