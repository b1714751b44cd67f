// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI

extension TokenName {
    /// Whether the name has exactly the parts that its token family needs, within the gateway's
    /// limits. A single invalid name would make the gateway refuse the whole registration.
    var isValid: Bool {
        let parts = [attributesType, activity].compactMap(\.self)
        guard
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.count <= GatewayLimits.nameByteCountMax })
        else { return false }
        switch family {
        case .liveActivity: return attributesType != nil && activity != nil
        case .liveActivityStart: return attributesType != nil && activity == nil
        default: return parts.isEmpty
        }
    }
}
