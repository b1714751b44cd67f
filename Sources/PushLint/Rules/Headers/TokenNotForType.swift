// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let tokenNotForType = LintRule(
        "token-not-for-type", .error, "the push type does not allow a provider token",
        why: "MDM pushes are sent over a connection that the MDM push certificate authenticates. "
            + "APNs takes the topic from the certificate.",
        remedy: "connect with the MDM push certificate and send no authorization header",
        wrong: """
            ---
            apns-push-type: mdm
            authorization: bearer provider-token
            ---
            {"mdm": "F0E1D2C3-0000-4000-8000-000000000000"}
            """,
        right: """
            ---
            apns-push-type: mdm
            ---
            {"mdm": "F0E1D2C3-0000-4000-8000-000000000000"}
            """,
        claim: .documented("Sending notification requests to APNs")
    ) { push, report in
        guard let type = push.statedType,
            !type.traits.authentication.contains(.providerToken),
            push.value(of: APNSHeader.authorization) != nil
        else { return }
        report.add(
            "\(type.rawValue) pushes require a certificate instead of a token",
            header: APNSHeader.authorization)
        report.hideLast()
    }
}
