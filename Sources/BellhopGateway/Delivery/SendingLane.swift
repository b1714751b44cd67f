// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// Deliveries that have the same app and the same APNs environment, and so the same sender and the
/// same servers: what goes wrong with one of them usually goes wrong with all.
public struct SendingLane: Hashable, Sendable, CustomStringConvertible {
    public let bundleID: String
    public let environment: APNSEnvironment

    public init(bundleID: String, environment: APNSEnvironment) {
        self.bundleID = bundleID
        self.environment = environment
    }

    /// Reads a ``description``. A bundle identifier has no slash.
    public init?(_ text: String) {
        guard let slash = text.lastIndex(of: "/"),
            let environment = APNSEnvironment(rawValue: String(text[text.index(after: slash)...]))
        else { return nil }
        self.init(bundleID: String(text[..<slash]), environment: environment)
    }

    /// The lane in one word, for instance `com.example.app/sandbox`.
    public var description: String { "\(bundleID)/\(environment.rawValue)" }
}
