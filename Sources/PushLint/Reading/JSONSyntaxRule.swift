// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// The rows for the findings of the reader itself.
enum JSONSyntaxRule {
    static let rows: [DiagnosticRule] = files + structure + texts + values

    /// The consequence of all these errors, used as the reason of each row.
    static let whyDropped =
        "APNs accepts a body without looking into it, and the device drops what it cannot read: "
        + "nothing appears, and nobody is told."

    /// The source that defines valid JSON.
    static let rfc = "RFC 8259, The JavaScript Object Notation (JSON) Data Interchange Format"
}
