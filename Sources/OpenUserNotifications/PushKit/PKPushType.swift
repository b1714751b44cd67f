// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A kind of push that PushKit delivers. Apple: since iOS 8.0.
public struct PKPushType: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// An incoming call. Since iOS 9.0.
    public static let voIP = PKPushType(rawValue: "PKPushTypeVoIP")
    /// Data for a complication. Since iOS 9.0, deprecated in 13.0.
    public static let complication = PKPushType(rawValue: "PKPushTypeComplication")
    /// A change in a file provider. Since iOS 11.0.
    public static let fileProvider = PKPushType(rawValue: "PKPushTypeFileProvider")
}
