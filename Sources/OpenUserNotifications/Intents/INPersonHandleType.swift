// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The type of a handle's value. Available since iOS 10.0.
public enum INPersonHandleType: Int, Sendable {
    /// Any other value.
    case unknown = 0
    /// An email address.
    case emailAddress = 1
    /// A phone number.
    case phoneNumber = 2
}
