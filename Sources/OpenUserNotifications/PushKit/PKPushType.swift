// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A kind of push that PushKit delivers. Available since iOS 8.0.
public struct PKPushType: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The type of pushes that announce an incoming call. Available since iOS 9.0.
    public static let voIP = PKPushType(rawValue: "PKPushTypeVoIP")
    /// The type of pushes with data for a complication. Available since iOS 9.0, deprecated in
    /// 13.0.
    public static let complication = PKPushType(rawValue: "PKPushTypeComplication")
    /// The type of pushes about a change in a file provider. Available since iOS 11.0.
    public static let fileProvider = PKPushType(rawValue: "PKPushTypeFileProvider")
}
