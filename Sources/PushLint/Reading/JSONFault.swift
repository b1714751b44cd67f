// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// The rows of what the reader itself finds.
enum JSONFault {
    static let rows: [DiagnosticRule] = files + structure + texts + values

    /// What all of these lead to, as reason of a row.
    static let whyDropped =
        "APNs accepts a body without looking into it, and the device drops what it cannot read: "
        + "nothing appears, and nobody is told."

    /// The source of what is JSON and what is not.
    static let rfc = "RFC 8259, The JavaScript Object Notation (JSON) Data Interchange Format"
}
