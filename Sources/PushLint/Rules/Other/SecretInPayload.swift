// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let secretInPayload = LintRule(
        "secret-in-payload", .warning, "the payload contains a secret in clear text",
        why: "Apple's servers, the device's log and every service extension can read a payload. "
            + "APNs stores the payload while a device is offline, and the Lock Screen shows its "
            + "texts.",
        remedy: "send an identifier and let the app fetch the secret, or encrypt the payload and "
            + "let a service extension decrypt it",
        wrong: #"{"aps": {"alert": "Welcome, Ada"}, "password": "tulip-42"}"#,
        right: #"{"aps": {"alert": "Welcome, Ada"}, "account": 4711}"#,
        claim: .chosen("Data that passes through other systems is not secret")
    ) { push, report in
        for text in push.texts {
            guard let kind = Secret.kind(of: text.text, key: text.key) else { continue }
            report.add("the payload contains \(kind) in clear text", atSecret: text.node)
        }
    }
}

extension LintReport {
    /// Adds a finding at a value that must not appear in reports.
    mutating func add(_ message: String, atSecret node: JSONNode) {
        add(message, at: node)
        hideLast()
    }

    /// Marks the location of the last finding as secret, so that reports do not show its text.
    mutating func hideLast() {
        guard let last = diagnostics.indices.last else { return }
        diagnostics[last].location.isSecret = true
    }
}
