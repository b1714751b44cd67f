// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Computes fingerprints, which identify findings even after lines have moved. A fingerprint
/// depends on the rule, on the file, and on the key path of the value or, without a key path, on
/// the text of the line. Equal findings in a file are numbered.
public struct DiagnosticFingerprint {
    /// The number of bytes of a line that the fingerprint includes.
    private static let lineByteCountMax = 256

    private var seen: [UInt64: Int] = [:]

    public init() {}

    /// Returns the fingerprint of the next finding, which has 16 hex digits. The fingerprints
    /// depend on the order of the findings, which must always be the same. A fingerprint does not
    /// reveal the text.
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

    // The constants of FNV-1a with 64 bits. A cryptographic hash is not needed, and the result is
    // the same on all platforms.
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
