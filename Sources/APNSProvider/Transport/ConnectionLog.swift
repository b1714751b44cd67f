// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Logging

/// Logs fixed messages about connections, without tokens or message text.
struct ConnectionLog {
    let logger: Logger?
    let address: String

    func note(_ message: Logger.Message, _ id: ConnectionID) {
        logger?.debug(message, metadata: ["connection": "\(id)", "endpoint": "\(address)"])
    }
}
