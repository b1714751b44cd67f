// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import PushLint

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Applies the fixes of findings repeatedly, until no fix remains.
struct LintFixing {
    /// The maximum number of rounds. A fix can make another fix possible, so several rounds may be
    /// necessary.
    private static let roundCountMax = 16

    let source: SourceText
    /// The titles of the applied fixes, in order.
    let titles: [String]

    /// - Parameter lint: a function that returns the findings in a text, except the findings of
    ///   disabled rules.
    init(of original: SourceText, lint: (SourceText) -> [Diagnostic]) {
        var source = original
        var titles: [String] = []
        for _ in 0..<Self.roundCountMax {
            let before = lint(source)
            let fixes = TextFix.compatible(before.compactMap(\.fix), in: source.bytes.count)
            guard !fixes.isEmpty else { break }
            let fixed = TextFix.apply(fixes, to: source.bytes)
            let next = SourceText(name: source.name, bytes: fixed.text)
            // A fix that increases the number of errors is rejected.
            guard fixed.text != source.bytes,
                Self.errorCount(lint(next)) <= Self.errorCount(before)
            else { break }
            titles += fixes.map(\.title)
            source = next
        }
        self.source = source
        self.titles = titles
    }

    private static func errorCount(_ found: [Diagnostic]) -> Int {
        found.count { $0.severity == .error }
    }

    /// The titles without duplicates. Each title has the number of its occurrences.
    var summary: String {
        var parts: [String] = []
        var counts: [String: Int] = [:]
        for title in titles { counts[title, default: 0] += 1 }
        for title in titles {
            // Each title is listed once, at its first occurrence.
            guard let count = counts.removeValue(forKey: title) else { continue }
            parts.append(count > 1 ? "\(title) (\(count) times)" : title)
        }
        return parts.joined(separator: ", ")
    }

    /// Writes the text to the file atomically, and preserves the file's mode. A symbolic link
    /// remains a symbolic link.
    ///
    /// - Throws: ``CommandFailure`` with status 73 if the file cannot be written.
    func write() throws {
        let path = URL(fileURLWithPath: source.name).resolvingSymlinksInPath().path
        var status = stat()
        let mode = stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0o644
        let temporary = path + ".bellhop-\(getpid())"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(source.name) }
        var bytes = source.bytes[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            bytes = bytes.dropFirst(count)
        }
        let isWritten = bytes.isEmpty && fchmod(descriptor, mode) == 0 && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, rename(temporary, path) == 0 else {
            let failure = Self.failure(source.name)
            unlink(temporary)
            throw failure
        }
    }

    private static func failure(_ path: String) -> CommandFailure {
        CommandFailure(
            .cannotCreate, "\(path): cannot write this file: \(Errno.text); check its permissions")
    }
}

/// Calls the system's `write` function. Inside a type, a method named `write` would hide that
/// function.
private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, start, count)
}
