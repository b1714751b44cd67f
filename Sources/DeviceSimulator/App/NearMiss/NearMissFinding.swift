// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import DeviceModel

/// App code that can be asked for slips in the names of its methods.
public protocol NearMissFinding: Sendable {
    /// A method of the app that was probably meant to be the one for a callback.
    ///
    /// - Parameter wasCalled: whether the phone called the app and found the method missing;
    ///   otherwise a method of the right name counts as implemented.
    func nearMiss(
        of kind: Callback.Kind, wasCalled: Bool, on system: AppSystem
    ) async -> NearMiss?
}

extension NearMissFinding {
    /// None, for code without such methods.
    public func nearMiss(
        of kind: Callback.Kind, wasCalled: Bool, on system: AppSystem
    ) async -> NearMiss? { nil }
}
