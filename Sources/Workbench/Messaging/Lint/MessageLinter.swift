// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import Diagnostics
package import PushLint

/// Checks messages for FCM and Web Push, as ``/PushLint/PayloadLinter`` checks payloads for APNs.
package struct MessageLinter: Sendable {
    /// The transport for which messages are checked: FCM or Web Push.
    package let transport: PushTransport
    /// The facts about the app, for the payload for APNs inside a message of FCM.
    let context: LintContext

    package init(_ transport: PushTransport, context: LintContext = LintContext()) {
        self.transport = transport
        self.context = context
    }

    /// Returns all findings in one message, ordered by position.
    package func lint(_ source: SourceText) -> [Diagnostic] {
        let found = transport == .fcm ? fcmFindings(source) : webPushFindings(source)
        return found.sorted {
            ($0.location.range?.lowerBound ?? -1) < ($1.location.range?.lowerBound ?? -1)
        }
    }

    /// Returns the reason why a file in a folder is not examined; `nil` if it may be a message.
    package func reasonAgainst(_ source: SourceText) -> String? {
        guard source.bytes.contains(UInt8(ascii: "{")) else { return "the file has no JSON object" }
        guard let object = (try? JSONReader.read(source.bytes))?.value.objectValue else {
            return "the file is not JSON"
        }
        switch transport {
        case .fcm:
            let isWrapped = object["message"]?.objectValue != nil
            let isAddressed = ["token", "fid", "topic", "condition"].contains { object[$0] != nil }
            let hasContent = ["notification", "data", "android", "apns", "webpush"].contains {
                object[$0]?.objectValue != nil
            }
            return isWrapped || (isAddressed && hasContent)
                ? nil : "the file is not a message for FCM"
        case .apns, .webPush:
            return object["web_push"] == nil ? "the file is not a declarative message" : nil
        }
    }
}

extension DiagnosticRule {
    /// Makes a finding of this rule in a text. If no remedy is given, the finding has the rule's
    /// own remedy.
    func finding(
        _ message: String, in source: SourceText, at range: Range<Int>?, keyPath: String = "",
        remedy: String? = nil
    ) -> Diagnostic {
        Diagnostic(
            rule: id, severity: severity, message: message, remedy: remedy ?? self.remedy,
            location: source.location(range, keyPath: keyPath))
    }
}
