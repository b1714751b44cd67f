// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// Reads lists of device tokens. Such a list contains one token in hex digits on each line.
package enum DeviceTokenList {
    /// The maximum number of device tokens in a list.
    package static let countMax = 1_000_000

    /// Reads a list. Blank lines are ignored.
    ///
    /// - Parameter name: the file's name, for messages.
    /// - Throws: ``WorkFailure`` of kind `badInput`, whose message contains the file's name and the
    ///   line.
    package static func read(_ bytes: [UInt8], name: String) throws(WorkFailure) -> [DeviceToken] {
        var tokens: [DeviceToken] = []
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
        for (index, line) in lines.enumerated() {
            let start = line.drop(while: isBlank)
            let end = start.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start.startIndex
            let text = String(decoding: start[..<end], as: UTF8.self)
            guard !text.isEmpty else { continue }
            do { tokens.append(try DeviceToken(hex: text)) } catch {
                throw WorkFailure(.badInput, "\(name):\(index + 1): \(error)")
            }
            guard tokens.count <= countMax else {
                throw WorkFailure(
                    .badInput,
                    "\(name): the file has more than \(countMax) device tokens; give fewer (they "
                        + "are used in turn)")
            }
        }
        guard !tokens.isEmpty else {
            throw WorkFailure(
                .badInput, "\(name): the file has no device token; write one on each line")
        }
        return tokens
    }
}
