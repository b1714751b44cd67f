// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopGateway

extension MasterKeys {
    /// The master key of databases that tests open without a file beside them.
    static let testing = MasterKeys.generate()
}
