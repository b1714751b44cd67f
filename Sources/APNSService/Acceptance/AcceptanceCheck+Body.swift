// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The size of the body. Its content is not judged: a wrong structure is accepted and shows
/// nothing. Source: "Generating a remote notification".
extension AcceptanceCheck {
    /// `PayloadEmpty`.
    static let emptyPayload = AcceptanceCheck("payload given", .body) { request, _ in
        request.request.body.isEmpty ? Refusal(.payloadEmpty) : nil
    }

    /// `PayloadTooLarge`: 4096 bytes, 5120 for VoIP; exactly so many are accepted.
    static let payloadSize = AcceptanceCheck("payload size", .body) { request, _ in
        let limit = request.pushType.traits.payloadByteCountMax
        guard request.request.body.count > limit else { return nil }
        return Refusal(
            .payloadTooLarge, because: "\(request.pushType.rawValue) pushes take \(limit) bytes")
    }
}
