// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import DeviceModel
public import DeviceSimulator

/// An app that a test installed on its phone.
public struct AppUnderTest: Sendable {
    public let phone: TestPhone
    public let bundleID: String

    /// The app as it is now; what it was when it is not installed any more.
    public var state: InstalledApp? { phone.state[bundleID] }

    /// The number on the icon.
    public var badge: Int { state?.badge ?? 0 }

    /// What its notifications may do.
    public var settings: SettingsSnapshot { phone.state.settingsSnapshot(of: bundleID) }

    /// What waits for its trigger.
    public var pending: [PendingRequest] { state?.pending ?? [] }

    /// The phone as the app's code sees it, in the phone's own words.
    public var system: AppSystem { phone.device.system(for: bundleID) }
}

extension TestPhone {
    /// Installs an app that has no code: what it would do is its
    /// ``DeviceModel/InstalledApp/behaviour``.
    @discardableResult
    public func install(_ app: InstalledApp) async throws -> AppUnderTest {
        try await perform(.install(app))
        return AppUnderTest(phone: self, bundleID: app.bundleID)
    }
}
