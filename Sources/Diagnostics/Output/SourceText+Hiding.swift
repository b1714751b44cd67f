// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension SourceText {
    /// Returns the text with the given ranges replaced by asterisks. Quotation marks, line ends and
    /// all byte offsets remain unchanged.
    func hiding(_ ranges: [Range<Int>]) -> SourceText {
        guard !ranges.isEmpty else { return self }
        let kept: Set<UInt8> = [0x0A, 0x0D, UInt8(ascii: "\"")]
        var hidden = bytes
        for range in ranges {
            for index in range.clamped(to: hidden.indices) where !kept.contains(hidden[index]) {
                hidden[index] = UInt8(ascii: "*")
            }
        }
        return SourceText(name: name, bytes: hidden)
    }
}
