// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// Conditions about the transports of endpoints.
enum SQLTransports {
    /// The states in which something is sent to an endpoint.
    private static let usable: SQL = "('active', 'suspect')"

    /// Returns the condition that an endpoint is the one at which its installation gets messages.
    ///
    /// An installation may have an APNs token and an FCM token, which lead to the same app on the
    /// same device. It gets a message once: with APNs, otherwise with FCM, otherwise with Web Push.
    /// A transport whose endpoint is dead comes after the others. The names of the transports are
    /// in this order. For the usual endpoint, a usable token of APNs, nothing else is read.
    ///
    /// - Parameter alias: the name of the endpoint in the statement.
    static func preferred(_ alias: String) -> SQL {
        """
        (\(text: alias).transport = 'apns' AND \(text: alias).state IN \(usable) OR NOT EXISTS (
            SELECT 1 FROM endpoint o
            WHERE o.installation = \(text: alias).installation
                AND o.family = \(text: alias).family
                AND o.transport <> \(text: alias).transport
                AND (o.state IN \(usable) AND \(text: alias).state NOT IN \(usable)
                    OR (o.state IN \(usable) OR \(text: alias).state NOT IN \(usable))
                        AND o.transport < \(text: alias).transport)))
        """
    }
}
