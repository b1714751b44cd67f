// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// The rules for the errors that the JSON reader itself finds.
enum JSONSyntaxRule {
    static let rows: [DiagnosticRule] = files + structure + texts + values

    /// The consequence of these errors. Each rule uses this text as its reason.
    static let whyDropped =
        "APNs accepts a body without parsing it. The device drops a payload that it cannot parse: "
        + "it shows nothing and reports no error."

    /// The source that defines valid JSON.
    static let rfc = "RFC 8259, The JavaScript Object Notation (JSON) Data Interchange Format"
}
