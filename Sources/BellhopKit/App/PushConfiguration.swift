// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What an app decides about its notifications.
public struct PushConfiguration {
    /// The App Group that app and extensions share.
    public var appGroup: String?
    /// The app's server.
    public var backend: any DeviceBackend
    public var keys = PayloadKeys()
    /// Takes what the person opens.
    public var router: (any PushOpening)?

    public init(backend: any DeviceBackend, appGroup: String? = nil) {
        self.backend = backend
        self.appGroup = appGroup
    }
}
