// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Foundation

extension UNError {
    /// Converts an error that the virtual phone returned. If the app is not installed, the code is
    /// `notificationsNotAllowed`.
    init(_ failure: NotificationFailure) {
        self.init(
            failure.code.flatMap(Code.init(rawValue:)) ?? .notificationsNotAllowed,
            userInfo: [NSLocalizedDescriptionKey: failure.description])
    }
}

extension ActivityAuthorizationError {
    init(_ failure: ActivityFailure) {
        self =
            switch failure {
            case .attributesTooLarge: .attributesTooLarge
            case .denied: .denied
            case .globalMaximumExceeded: .globalMaximumExceeded
            case .malformedActivityIdentifier: .malformedActivityIdentifier
            case .missingProcessIdentifier: .missingProcessIdentifier
            case .persistenceFailure: .persistenceFailure
            case .reconnectNotPermitted: .reconnectNotPermitted
            case .targetMaximumExceeded: .targetMaximumExceeded
            case .unentitled: .unentitled
            case .unsupported: .unsupported
            case .unsupportedTarget: .unsupportedTarget
            case .visibility: .visibility
            }
    }
}

extension BGTaskScheduler.Error {
    init(model failure: RefreshFailure) {
        let code: Code =
            switch failure {
            case .unavailable: .unavailable
            case .tooManyPendingTaskRequests: .tooManyPendingTaskRequests
            case .notPermitted: .notPermitted
            }
        self.init(code)
    }
}

extension NSError {
    /// Creates the error that an app delegate receives when registration failed.
    convenience init(_ failure: RegistrationFailure) {
        self.init(
            domain: failure.code == nil ? "BellhopRegistrationErrorDomain" : NSCocoaErrorDomain,
            code: failure.code ?? 0,
            userInfo: [NSLocalizedDescriptionKey: failure.description])
    }
}
