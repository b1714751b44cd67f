// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ServiceLogEntry: CustomStringConvertible {
    /// A description in one line, without the payload's text: time, status, reason, push type,
    /// recipient and delivery status.
    public var description: String {
        let response = reason.map { "\(status) \($0.rawValue)" } ?? "\(status)"
        var what = [pushType?.rawValue ?? "push"]
        if let topic { what.append("to \(topic)") }
        if let token { what.append("(\(token))") }
        if let channelID { what.append("through channel \(channelID.text)") }
        var size = "\(payloadByteCount) bytes"
        if let priority { size += ", priority \(priority)" }
        if let collapseID { size += ", collapse-id \(collapseID)" }
        let outcome = [delivery?.rawValue, explanation.isEmpty ? nil : explanation]
        return
            ([
                time.formatted(.iso8601), response, what.joined(separator: " "), size,
                outcome.compactMap(\.self).joined(separator: ": "),
            ] + oddities).filter { !$0.isEmpty }.joined(separator: "  ")
    }
}
