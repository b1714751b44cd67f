// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import PushLint
import Testing

/// How the payload of a push is checked before the push is sent. APNs itself accepts nearly every
/// payload, so without this check, a mistake is noticed only when the phone does not behave as
/// expected.
public enum PayloadCheck: Hashable, Sendable {
    /// Checks the payload like `bellhop lint`; this is the default. If the payload is not JSON,
    /// ``TestPhoneError/Code/invalidPayload(_:)`` is thrown, with the line and column. If lint
    /// finds errors, they are recorded as warnings of the test, and the payload is sent. An empty
    /// payload is sent unchecked, and APNs rejects it.
    case lint
    /// Sends the payload unchecked, for a test of how an app handles invalid payloads.
    case nothing

    /// Parses a payload and reports its errors.
    ///
    /// - Throws: ``TestPhoneError`` when the payload is not JSON.
    func read(
        _ body: [UInt8], _ headers: PushHeaders, _ sourceLocation: SourceLocation
    ) throws -> Payload {
        guard self == .lint, !body.isEmpty else {
            return (try? Payload(reading: body)) ?? Payload()
        }
        do { _ = try JSONReader.read(body) } catch {
            throw TestPhoneError(.invalidPayload(error), at: sourceLocation)
        }
        for finding in Self.errors(in: body, headers) {
            Self.report(finding, sourceLocation)
        }
        return (try? Payload(reading: body)) ?? Payload()
    }

    /// Returns the findings of lint with the severity `error`.
    static func errors(in body: [UInt8], _ headers: PushHeaders) -> [Diagnostic] {
        var context = LintContext()
        if let type = headers.pushType { context.give(APNSHeader.pushType, type.rawValue) }
        if let priority = headers.priority {
            context.give(APNSHeader.priority, String(priority.rawValue))
        }
        return PayloadLinter().lint(SourceText(name: "payload", bytes: body), context: context)
            .filter { $0.severity == .error }
    }

    private static func report(_ finding: Diagnostic, _ sourceLocation: SourceLocation) {
        let position = finding.location.position.map { "\($0): " } ?? ""
        let remedy = finding.remedy.isEmpty ? "" : "; \(finding.remedy)"
        let problem = position + finding.message + remedy
        let text: Comment = "lint found an error in this payload: \(problem) [\(finding.rule)]"
        #if compiler(>=6.3)
        Issue.record(text, severity: .warning, sourceLocation: sourceLocation)
        #else
        // Swift 6.2 cannot record an issue as a warning. A known issue is recorded instead; it does
        // not fail the test, which may send an invalid payload intentionally.
        withKnownIssue(text) { Issue.record(text, sourceLocation: sourceLocation) }
        #endif
    }
}
