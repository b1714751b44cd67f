// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An action that a person wants to perform. Available since iOS 10.0. Apps use one of the
/// conforming types.
public protocol INIntent: NSObjectProtocol, Sendable {}
