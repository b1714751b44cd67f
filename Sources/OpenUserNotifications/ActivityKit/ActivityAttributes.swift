// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The attributes of a kind of Live Activity. Available since iOS 16.1.
public protocol ActivityAttributes: Decodable, Encodable {
    /// The content that changes while the Live Activity runs.
    associatedtype ContentState: Decodable, Encodable, Hashable
}
