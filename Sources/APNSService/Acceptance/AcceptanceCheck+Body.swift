// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Checks of the body's size. The content of the body is not checked, because APNs accepts a
/// payload with a wrong structure; the device then displays nothing. Source: "Generating a remote
/// notification".
extension AcceptanceCheck {
    /// `PayloadEmpty`: the body must not be empty.
    static let emptyPayload = AcceptanceCheck("payload given", .body) { request, _ in
        request.request.body.isEmpty ? Refusal(.payloadEmpty) : nil
    }

    /// `PayloadTooLarge`: the limit is 4096 bytes, or 5120 bytes for VoIP. A body of exactly this
    /// size is accepted.
    static let payloadSize = AcceptanceCheck("payload size", .body) { request, _ in
        let limit = request.pushType.traits.payloadByteCountMax
        guard request.request.body.count > limit else { return nil }
        return Refusal(
            .payloadTooLarge,
            because: "\(request.pushType.rawValue) pushes accept at most \(limit) bytes")
    }
}
