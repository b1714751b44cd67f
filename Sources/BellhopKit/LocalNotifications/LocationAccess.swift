// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotificationsShim

/// Whether the app may use the person's location, which location triggers require (rule `LCL-13`).
public enum LocationAccess: Hashable, Sendable {
    case none
    /// The app may use the location: either always or only while the app is in use, which is
    /// sufficient.
    ///
    /// - Parameter isPrecise: whether the person allows the precise location.
    case allowed(isPrecise: Bool)

    /// The current location authorization: of `CLLocationManager`, or of the virtual phone.
    @MainActor public static var current: LocationAccess {
        #if canImport(CoreLocation) && !BELLHOP_VIRTUAL_PHONE
        let manager = CLLocationManager()
        switch manager.authorizationStatus {
        case .authorizedAlways: return .allowed(isPrecise: manager.isPrecise)
        #if os(iOS) || os(watchOS) || os(visionOS)
        case .authorizedWhenInUse: return .allowed(isPrecise: manager.isPrecise)
        #endif
        default: return .none
        }
        #else
        let app = RunningApp.current
        return app.isLocationAllowed ? .allowed(isPrecise: app.isLocationPrecise) : .none
        #endif
    }
}

#if canImport(CoreLocation) && !BELLHOP_VIRTUAL_PHONE
extension CLLocationManager {
    fileprivate var isPrecise: Bool { accuracyAuthorization == .fullAccuracy }
}
#endif
