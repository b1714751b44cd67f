// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import DeviceModel

/// The parts of the phone's screen that a person sees.
public struct Screen: Sendable {
    private let device: Device

    init(_ device: Device) { self.device = device }

    public var isLocked: Bool { device.isLocked }

    /// The notification in the banner at the top of the unlocked screen.
    public var banner: DeliveredNotification? { device.banner?.notification }

    /// All delivered notifications, on the Lock Screen or in Notification Center, in order from the
    /// newest to the oldest.
    public var notifications: [DeliveredNotification] {
        device.apps.flatMap(\.delivered).sorted { $0.deliveredAt > $1.deliveredAt }
    }

    /// The notifications on the Lock Screen while the phone is locked, in order from the newest to
    /// the oldest.
    public var lockScreen: [DeliveredNotification] {
        device.isLocked ? notifications.filter(\.isOnLockScreen) : []
    }

    /// The prompt that the system shows.
    public var prompt: Prompt? { device.prompts.first }

    /// The notification in the long look.
    public var expanded: Device.Expanded? { device.expanded }

    /// The Live Activities on the Lock Screen, in the order in which they are shown.
    public var activities: [LiveActivity] { device.lockScreenActivities }

    /// The Live Activity in the Dynamic Island.
    public var island: LiveActivity? { device.islandActivity }

    /// The app in use.
    public var app: InstalledApp? { device.foregroundApp }
}

extension TestPhone {
    /// The parts of the screen that the person currently sees.
    public var screen: Screen { Screen(state) }
}
