// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The phone. Apple: since iOS 2.0.
@MainActor
public final class UIDevice: NSObject {
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
    /// The system's name.
    public var systemName: String { "iOS" }
    /// The system's version.
    public var systemVersion: String { app.systemVersion }
    /// The same for all apps of a vendor on this phone.
    public var identifierForVendor: UUID? { app.identifierForVendor }
}
