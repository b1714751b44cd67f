// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import HTTP2Core

/// Describes why a server ended a connection. APNs puts a JSON object with a `reason` into GOAWAY's
/// debug data ("Handling notification responses from APNs"); plain text has been observed too.
enum GoAwayReason {
    static func text(code: HTTP2ErrorCode, debugData: [UInt8]) -> String {
        guard !debugData.isEmpty else {
            return "GOAWAY \(code)"
        }
        guard let reason = RejectionBody(debugData)?.reason else {
            return TextFormat.printable(debugData)
        }
        let word = TextFormat.printable(reason.rawValue.utf8)
        guard let row = reason.row else { return word }
        return "\(word): \(row.meaning); \(row.remedy)"
    }
}
