// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension APNSID {
    init?(utf8 bytes: borrowing Span<UInt8>) {
        self.init(String(copying: bytes))
    }
}

extension PushRequest {
    var pathByteCount: Int { path.utf8.count }

    func appendPath(to bytes: inout [UInt8]) { bytes += path.utf8 }
}
