// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import CommandSupport
import LocalSystem
import Workbench

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The report of an import: a CSV file with a record for each entry that was not imported.
struct RefusalReport: ~Copyable {
    private let descriptor: Int32
    private let path: String

    /// - Parameter continues: whether records are added to an existing file.
    init(_ path: String, continues: Bool) throws {
        self.path = path
        let start = continues ? O_APPEND : O_TRUNC
        descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | start, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure(
                .cannotCreate,
                "\(path.printable): \(SystemError.last); choose another path for --report")
        }
        if !continues { try add(CSVWriter.line(["line", "kind", "reason", "fix"])) }
    }

    deinit { close(descriptor) }

    /// Adds records.
    ///
    /// - Parameter kind: `refused` for entries that the gateway refused, or `set aside` for entries
    ///   that were not sent to the gateway.
    func add(_ entries: [(line: Int, refusal: ImportRefusal)], kind: String) throws {
        guard !entries.isEmpty else { return }
        try add(
            entries.map { entry in
                CSVWriter.line([
                    "\(entry.line)", kind, entry.refusal.reason, entry.refusal.fix,
                ])
            }.joined())
    }

    private func add(_ text: String) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw CommandFailure(
                    .cannotCreate, "\(path.printable): \(SystemError.last); check the disk")
            }
            rest = rest.dropFirst(count)
        }
    }
}
