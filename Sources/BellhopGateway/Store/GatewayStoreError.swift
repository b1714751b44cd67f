// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Why the gateway's storage did not do something, in one line.
public struct GatewayStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is.
    public enum Code: String, Hashable, Sendable {
        /// The file or its directory cannot be created or written.
        case unwritable
        /// Another process uses it.
        case inUse
        /// It is damaged or not a database.
        case corrupt
        /// A newer Bellhop made it.
        case tooNew
        /// The disk is full.
        case diskFull
        /// It was closed.
        case closed
        /// Anything else.
        case failed
    }

    public let code: Code
    /// What is wrong and the next thing to try.
    public let message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}
