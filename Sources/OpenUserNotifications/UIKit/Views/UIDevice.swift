// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The phone. Apple: since iOS 2.0.
@preconcurrency @MainActor
public final class UIDevice: NSObject {
    /// What the battery does.
    public enum BatteryState: Int, Sendable {
        /// Nobody watches it.
        case unknown = 0
        /// It runs down.
        case unplugged = 1
        /// It is charged.
        case charging = 2
        /// It is full.
        case full = 3
    }

    private let app: any PhoneServices

    package init(app: any PhoneServices) {
        self.app = app
        super.init()
    }

    /// The phone of the app whose code runs.
    public class var current: UIDevice { UIDevice(app: PhoneContext.current.services) }

    /// The phone's name; without an entitlement only the model.
    public var name: String { model }
    /// What kind of device it is.
    public var model: String { "iPhone" }
    /// What kind of device it is, in the phone's language.
    public var localizedModel: String { model }
    /// The system's name.
    public var systemName: String { "iOS" }
    /// The system's version.
    public var systemVersion: String { app.systemVersion }
    /// The same for all apps of a vendor on this phone.
    public var identifierForVendor: UUID? { app.identifierForVendor }
    /// A phone.
    public var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }
    /// How it is held: upright.
    public var orientation: UIDeviceOrientation { .portrait }
    /// Whether somebody watches the battery; it is full whatever is set.
    public var isBatteryMonitoringEnabled: Bool {
        get { true }
        set {}
    }
    /// How full the battery is, 0 to 1.
    public var batteryLevel: Float { 1 }
    /// What the battery does.
    public var batteryState: BatteryState { .full }
    /// Whether somebody watches for a hand; there is none.
    public var isProximityMonitoringEnabled: Bool {
        get { false }
        set {}
    }
    /// Whether it can do several things at once.
    public var isMultitaskingSupported: Bool { true }

    /// Watches how the phone is held; it stays upright.
    public func beginGeneratingDeviceOrientationNotifications() {}

    /// Watches no longer how the phone is held.
    public func endGeneratingDeviceOrientationNotifications() {}

    /// The phone was turned. Never posted here.
    public nonisolated static let orientationDidChangeNotification = Notification.Name(
        "UIDeviceOrientationDidChangeNotification")
    /// The battery's level changed. Never posted here.
    public nonisolated static let batteryLevelDidChangeNotification = Notification.Name(
        "UIDeviceBatteryLevelDidChangeNotification")
    /// The battery is charged, or no longer. Never posted here.
    public nonisolated static let batteryStateDidChangeNotification = Notification.Name(
        "UIDeviceBatteryStateDidChangeNotification")
}

/// What kind of device the interface is for: a phone. Apple: since iOS 3.2.
@preconcurrency @MainActor
public func UI_USER_INTERFACE_IDIOM() -> UIUserInterfaceIdiom { .phone }
