// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a person wants to do. Apple: since iOS 10.0. Apps use one of its subclasses.
public protocol INIntent: NSObjectProtocol, Sendable {}
