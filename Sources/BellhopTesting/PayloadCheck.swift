// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import PushLint
import Testing

/// What is checked about the payload of a push before it is sent. APNs itself takes nearly
/// everything: what is wrong shows only by what the phone does not do.
public enum PayloadCheck: Hashable, Sendable {
    /// What is not JSON is not sent: ``TestPhoneError/Code/invalidPayload(_:)`` is thrown, with
    /// line and column. What `bellhop lint` calls an error is sent, and reported as a warning of
    /// the test that sent it. An empty text is left to APNs, which refuses it. The default.
    case lint
    /// Nothing, for a test of what an app does with payloads that are wrong.
    case nothing

    /// Reads a payload and reports what is wrong with it.
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

    /// What lint calls an error.
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
        let place = finding.location.position.map { "\($0): " } ?? ""
        let remedy = finding.remedy.isEmpty ? "" : "; \(finding.remedy)"
        let text: Comment =
            "lint refuses this payload: \(place)\(finding.message)\(remedy) [\(finding.rule)]"
        #if compiler(>=6.3)
        Issue.record(text, severity: .warning, sourceLocation: sourceLocation)
        #else
        // Swift 6.2 has no warnings, and a payload that is meant to be wrong must not fail a test.
        withKnownIssue(text) { Issue.record(text, sourceLocation: sourceLocation) }
        #endif
    }
}
