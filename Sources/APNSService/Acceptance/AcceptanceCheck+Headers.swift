// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Checks of the headers' format. Source: "Sending notification requests to APNs".
extension AcceptanceCheck {
    private static let fewHeaders = 32

    /// `DuplicateHeaders`: no header may occur twice, except `cookie`, which HTTP/2 allows a client
    /// to split (RFC 9113 section 8.2.3).
    static let duplicateHeaders = AcceptanceCheck("duplicate headers", .headers) { request, _ in
        let headers = request.request.headers
        let names: [String]
        if headers.count <= fewHeaders {
            // Comparing a few names costs less than hashing them.
            names = headers.indices.filter { index in
                headers[..<index].contains { $0.name == headers[index].name }
            }.map { headers[$0].name }
        } else {
            var seen: Set<String> = []
            names = headers.map(\.name).filter { !seen.insert($0).inserted }
        }
        return names.first { $0 != "cookie" }.map {
            Refusal(.duplicateHeaders, because: "\($0.prefix(64)) occurs twice")
        }
    }

    /// `BadMessageId`: the value must be a UUID in the 8-4-4-4-12 form, in either letter case.
    static let messageID = AcceptanceCheck("apns-id", .headers) { request, _ in
        request.id.isUnusable ? Refusal(.badMessageID) : nil
    }

    /// `BadExpirationDate`: the value must be a whole number of seconds, written in digits only. A
    /// past date is accepted.
    static let expiration = AcceptanceCheck("apns-expiration", .headers) { request, _ in
        request.expiration.isUnusable ? Refusal(.badExpirationDate) : nil
    }

    /// `BadPriority`: the value must be 10, 5 or 1, and the push type must permit it.
    static let priority = AcceptanceCheck("apns-priority", .headers) { request, service in
        let rule = service.options.priorityRule
        let taken = request.pushType.traits.priorities
        switch request.priority {
        case .unusable: return Refusal(.badPriority)
        case .value(let priority):
            guard rule != .acceptAny, !taken.contains(priority) else { return nil }
            return Refusal(
                .badPriority,
                because: "\(request.pushType.rawValue) pushes accept "
                    + taken.map { String($0.rawValue) }.joined(separator: " or ")
                    + ", not \(priority.rawValue)")
        case .absent:
            guard rule == .refuseAssumedToo, !taken.contains(.assumedWhenAbsent) else { return nil }
            return Refusal(
                .badPriority,
                because:
                    "apns-priority is absent, so 10 is assumed, which \(request.pushType.rawValue) "
                    + "pushes do not accept")
        }
    }

    /// `BadCollapseId`: the value must have 1 to 64 bytes of UTF-8.
    static let collapseID = AcceptanceCheck("apns-collapse-id", .headers) { request, _ in
        request.collapseID.isUnusable ? Refusal(.badCollapseID) : nil
    }

    /// `InvalidPushType`: the value must be a known push type; the header may be absent.
    static let pushType = AcceptanceCheck("apns-push-type", .headers) { request, _ in
        request.givenPushType.isUnusable ? Refusal(.invalidPushType) : nil
    }
}
