// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The phone. Available since iOS 2.0.
@preconcurrency @MainActor
public final class UIDevice: NSObject {
    /// The state of the battery.
    public enum BatteryState: Int, Sendable {
        /// The battery is not monitored.
        case unknown = 0
        /// The battery is discharging.
        case unplugged = 1
        /// The battery is charging.
        case charging = 2
        /// The battery is fully charged.
        case full = 3
    }

    private let app: any PhoneServices

    package init(app: any PhoneServices) {
        self.app = app
        super.init()
    }

    /// The phone of the app whose code is running.
    public class var current: UIDevice { UIDevice(app: PhoneContext.current.services) }

    /// The phone's name; always the model, as on Apple's systems for an app without an entitlement.
    public var name: String { model }
    /// The device's model.
    public var model: String { "iPhone" }
    /// The device's model, in the phone's language.
    public var localizedModel: String { model }
    /// The system's name.
    public var systemName: String { "iOS" }
    /// The system's version.
    public var systemVersion: String { app.systemVersion }
    /// The identifier that all apps of a vendor on this phone share.
    public var identifierForVendor: UUID? { app.identifierForVendor }
    /// The device's interface idiom; always a phone.
    public var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }
    /// The device's orientation; always portrait.
    public var orientation: UIDeviceOrientation { .portrait }
    /// Whether the battery is monitored; always `true`. Setting the property has no effect.
    public var isBatteryMonitoringEnabled: Bool {
        get { true }
        set {}
    }
    /// The battery level, 0 to 1; always 1.
    public var batteryLevel: Float { 1 }
    /// The state of the battery; always full.
    public var batteryState: BatteryState { .full }
    /// Whether the proximity sensor is monitored; always `false`. Setting the property has no
    /// effect.
    public var isProximityMonitoringEnabled: Bool {
        get { false }
        set {}
    }
    /// Whether the device supports multitasking.
    public var isMultitaskingSupported: Bool { true }

    /// Starts to monitor the device's orientation, which never changes here.
    public func beginGeneratingDeviceOrientationNotifications() {}

    /// Stops monitoring the device's orientation.
    public func endGeneratingDeviceOrientationNotifications() {}

    /// Posted after the device was rotated. Never posted here.
    public nonisolated static let orientationDidChangeNotification = Notification.Name(
        "UIDeviceOrientationDidChangeNotification")
    /// Posted after the battery level changed. Never posted here.
    public nonisolated static let batteryLevelDidChangeNotification = Notification.Name(
        "UIDeviceBatteryLevelDidChangeNotification")
    /// Posted after charging started or stopped. Never posted here.
    public nonisolated static let batteryStateDidChangeNotification = Notification.Name(
        "UIDeviceBatteryStateDidChangeNotification")
}

/// Returns the interface idiom; always a phone. Available since iOS 3.2.
@preconcurrency @MainActor
public func UI_USER_INTERFACE_IDIOM() -> UIUserInterfaceIdiom { .phone }
