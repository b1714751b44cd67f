// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// Proves fixes before they are offered: with all of them applied, the text must mean what was
/// read from it.
enum FixCheck {
    /// The faults of a reading, without their fixes if those would change the value.
    static func checked(
        _ result: TolerantReader.Result, of bytes: [UInt8], from start: Int
    ) -> [JSONFinding] {
        let fixes = result.faults.compactMap(\.fix)
        guard !fixes.isEmpty else { return result.faults }
        let mended = TextFix.apply(fixes, to: bytes).text
        // What is mended is seldom all: the rest is read as before.
        let value = TolerantReader.read(mended, from: start).root?.value
        guard value != result.root?.value else { return result.faults }
        return result.faults.map { fault in
            var fault = fault
            fault.fix = nil
            return fault
        }
    }
}
