// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Identifies findings so that they are recognized after lines have moved: by rule, file and the
/// keys that lead to the value, or by the line's text if there are no keys. Repeated findings in a
/// file are numbered.
public struct DiagnosticFingerprint {
    /// The number of bytes of a line that are included.
    private static let lineByteCountMax = 256

    private var seen: [UInt64: Int] = [:]

    public init() {}

    /// Returns the fingerprint of the next finding: 16 hex digits. Findings must always be passed
    /// in the same order. The fingerprint does not reveal the text.
    public mutating func next(_ diagnostic: Diagnostic, in source: SourceText?) -> String {
        var hash = Self.basis
        Self.mix(diagnostic.rule.utf8, into: &hash)
        Self.mix(diagnostic.location.file.utf8, into: &hash)
        if diagnostic.location.keyPath.isEmpty {
            Self.mix(Self.lineBytes(of: diagnostic.location, in: source), into: &hash)
        } else {
            Self.mix(diagnostic.location.keyPath.utf8, into: &hash)
        }
        let index = seen[hash, default: 0]
        seen[hash] = index + 1
        if index > 0 { Self.mix(String(index).utf8, into: &hash) }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Returns the line without white space, so that its indentation does not matter.
    private static func lineBytes(
        of location: Diagnostic.Location, in source: SourceText?
    ) -> [UInt8] {
        guard let source, let position = location.position else { return [] }
        return source.line(position.line).prefix(lineByteCountMax).filter { $0 > 0x20 }
    }

    // FNV-1a, 64 bits: it need not protect a secret, and gives equal output on all platforms.
    private static let basis: UInt64 = 0xcbf2_9ce4_8422_2325
    private static let prime: UInt64 = 0x0100_0000_01b3

    private static func mix(_ bytes: some Sequence<UInt8>, into hash: inout UInt64) {
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* prime }
        hash = (hash ^ 0xFF) &* prime
    }
}

extension DiagnosticReport {
    /// The findings with their fingerprints.
    public var fingerprinted: [(diagnostic: Diagnostic, fingerprint: String)] {
        var fingerprint = DiagnosticFingerprint()
        return diagnostics.map { ($0, fingerprint.next($0, in: source($0.location.file))) }
    }
}
