// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The phone and app to which the running code belongs.
package enum PhoneContext {
    /// The app whose code is running; `nil` in a plain test, which uses the default device.
    @TaskLocal package static var running: PhoneApp?

    /// The app whose code is running; in a plain test, the app on the default device.
    package static var current: PhoneApp { running ?? DefaultDevice.app }
}
