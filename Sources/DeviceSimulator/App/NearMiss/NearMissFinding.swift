// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import DeviceModel

/// App code that can be searched for misspelled method names.
public protocol NearMissFinding: Sendable {
    /// Returns the app's method that was probably meant to implement a callback.
    ///
    /// - Parameter wasCalled: Whether the phone called the app and found no such method. If
    ///   `false`, a method with the right name is treated as implemented.
    func nearMiss(
        of kind: Callback.Kind, wasCalled: Bool, on system: AppSystem
    ) async -> NearMiss?
}

extension NearMissFinding {
    /// Returns `nil`. This default implementation is for code without delegate methods.
    public func nearMiss(
        of kind: Callback.Kind, wasCalled: Bool, on system: AppSystem
    ) async -> NearMiss? { nil }
}
