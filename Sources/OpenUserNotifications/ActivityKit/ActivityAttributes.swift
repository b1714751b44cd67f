// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What a kind of Live Activity is about. Apple: since iOS 16.1.
public protocol ActivityAttributes: Decodable, Encodable {
    /// What changes while it runs.
    associatedtype ContentState: Decodable, Encodable, Hashable
}
