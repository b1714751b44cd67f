// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Which phone and app the running code belongs to.
package enum PhoneContext {
    /// The app whose code runs; nil for a plain test, which has the default device.
    @TaskLocal package static var running: PhoneApp?

    /// The app whose code runs, else the one on the default device.
    package static var current: PhoneApp { running ?? DefaultDevice.app }
}
