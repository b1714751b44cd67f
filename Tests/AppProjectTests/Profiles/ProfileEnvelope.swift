// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Writes the envelope of a profile, with definite or indefinite lengths.
enum ProfileEnvelope {
    static func make(_ content: [UInt8], isOpen: Bool) -> [UInt8] {
        let signedData: [UInt8] = [0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 2]
        let plain: [UInt8] = [0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 1]
        let version: [UInt8] = [2, 1, 1]
        let text =
            isOpen
            ? field(
                0x24,
                field(4, Array(content.prefix(20)), false)
                    + field(4, Array(content.dropFirst(20)), false), true)
            : field(4, content, false)
        let info = field(0x30, plain + field(0xA0, text, isOpen), isOpen)
        let signed = field(
            0x30, version + field(0x31, [], false) + info + field(0x31, [], false), isOpen)
        return field(0x30, signedData + field(0xA0, signed, isOpen), isOpen)
    }

    private static func field(_ tag: UInt8, _ body: [UInt8], _ isOpen: Bool) -> [UInt8] {
        if isOpen { return [tag, 0x80] + body + [0, 0] }
        switch body.count {
        case ..<128: return [tag, UInt8(body.count)] + body
        default: return [tag, 0x82, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
        }
    }

    /// A profile for development.
    static func sample(isOpen: Bool) -> [UInt8] { make(Array(content.utf8), isOpen: isOpen) }

    private static let content = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
        <key>Name</key><string>Tidings Development</string>
        <key>UUID</key><string>0b1c2d3e-0000-4000-8000-000000000001</string>
        <key>TeamIdentifier</key><array><string>TEAM123456</string></array>
        <key>ExpirationDate</key><date>2027-01-02T03:04:05Z</date>
        <key>ProvisionedDevices</key><array><string>a</string><string>b</string></array>
        <key>Entitlements</key><dict>
        <key>application-identifier</key><string>TEAM123456.com.example.*</string>
        <key>aps-environment</key><string>development</string>
        </dict></dict></plist>
        """
}
