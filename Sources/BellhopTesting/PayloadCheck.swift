// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import PushLint
import Testing

/// How the payload of a push is checked before it is sent. APNs itself accepts nearly everything:
/// mistakes only show in what the phone does not do.
public enum PayloadCheck: Hashable, Sendable {
    /// A payload that is not JSON is not sent: ``TestPhoneError/Code/invalidPayload(_:)`` is
    /// thrown, with line and column. A payload with errors of `bellhop lint` is sent, and they are
    /// reported as warnings of the test that sent it. An empty payload is left to APNs, which
    /// refuses it. The default.
    case lint
    /// No check, for a test of how an app handles invalid payloads.
    case nothing

    /// Reads a payload and reports its errors.
    ///
    /// - Throws: ``TestPhoneError`` when it is not JSON.
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
        // Swift 6.2 has no warnings, and an intentionally invalid payload must not fail a test.
        withKnownIssue(text) { Issue.record(text, sourceLocation: sourceLocation) }
        #endif
    }
}
