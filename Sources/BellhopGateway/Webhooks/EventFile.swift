// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel
import LocalSystem

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The file or the standard output to which a gateway writes all events, one JSON object in each
/// line.
///
/// Events are written at least once: after a crash, the last ones may be repeated.
actor EventFile {
    private let output: AppendedFile

    /// - Parameter path: the path of the file, which is created if it does not exist; `-` for the
    ///   standard output.
    /// - Throws: `SystemError` if the file cannot be written.
    init(path: String) throws(SystemError) {
        output = try AppendedFile(path)
    }

    /// Writes events durably.
    func write(_ events: [GatewayEvent]) -> WebhookPolicy.Outcome {
        var bytes: [UInt8] = []
        do {
            for event in events { bytes += try GatewayJSON.encodeLine(event) }
            try output.append(bytes)
            return .response(status: 200, retryAfter: nil)
        } catch {
            return .failed("the event file cannot be written: \(error)")
        }
    }
}
