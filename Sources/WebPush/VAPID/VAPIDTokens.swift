// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
import Synchronization

/// The tokens of one key, one for each push service. A service remembers a token whose signature it
/// has checked. Therefore, the same token is used for many messages.
package final class VAPIDTokens: Sendable {
    /// The maximum number of origins whose tokens are kept. When it is reached, all tokens are
    /// discarded.
    package static let originCountMax = 1000

    private let key: VAPIDKey
    private let subject: String
    private let time: TimeSource
    private let tokens = Mutex<[String: VAPIDToken]>([:])

    package init(key: VAPIDKey, subject: String, time: TimeSource) {
        self.key = key
        self.subject = subject
        self.time = time
    }

    package func token(for origin: String) throws -> VAPIDToken {
        let now = time.now
        return try tokens.withLock { tokens in
            if let token = tokens[origin], !token.isDue(at: now) { return token }
            if tokens.count >= Self.originCountMax { tokens.removeAll() }
            let token = try VAPIDToken(key: key, origin: origin, subject: subject, now: now)
            tokens[origin] = token
            return token
        }
    }
}
