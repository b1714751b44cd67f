// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The disk below one SQLite file and its write-ahead log. It records the order in which both are
/// written and synchronized, and can make these calls fail. ``DiskShim`` passes SQLite's calls to
/// it.
final class ObservedDisk: Sendable {
    enum File: Int, Sendable { case database, log }

    /// An operation on the files, or a confirmation to a caller.
    enum Operation: Sendable {
        case write(File, offset: Int, bytes: [UInt8])
        case truncate(File, size: Int)
        case sync(File)
        /// A caller was informed that its change is stored.
        case confirmed(String)
    }

    /// How the disk fails.
    enum Fault: CaseIterable, Sendable {
        /// The disk is full, and stays full.
        case full
        /// One call fails, and later ones work.
        case error
        /// One call writes half of its bytes and reports a full disk, and later ones work.
        case shortWrite
    }

    /// A kind of call that SQLite makes.
    enum Step: Sendable { case write, truncate, sync }

    /// What to do instead of a step.
    enum Instead: Sendable { case fail(code: Int32), writeHalf(code: Int32) }

    private struct State {
        var operations: [Operation]?
        var fault: (kind: Fault, atStep: Int)?
        var steps = 0
        var faults = 0
    }

    /// The path of the database.
    let path: String
    private let state = Mutex(State())

    /// - Parameter path: the path of a database that is opened later.
    init(path: String) {
        self.path = path
        DiskShim.observe(path, self)
    }

    deinit { DiskShim.forget(path) }

    // MARK: Recording

    /// Begins to record. Nothing may write meanwhile.
    ///
    /// - Returns: the files as they are now.
    func startRecording() throws -> DiskImage {
        let image = try DiskImage(path: path)
        state.withLock { $0.operations = [] }
        return image
    }

    func confirm(_ what: String) { note(.confirmed(what)) }

    func stopRecording() -> [Operation] {
        state.withLock { state in
            defer { state.operations = nil }
            return state.operations ?? []
        }
    }

    func note(_ operation: Operation) { state.withLock { $0.operations?.append(operation) } }

    // MARK: Failing

    /// Makes the disk fail at a step, counted from 1, beginning with the next call.
    func fail(_ kind: Fault, atStep step: Int) {
        state.withLock { state in
            state.fault = (kind, step)
            state.steps = 0
            state.faults = 0
        }
    }

    /// Ends the fault.
    ///
    /// - Returns: the number of calls that failed.
    func endFault() -> Int {
        state.withLock { state in
            state.fault = nil
            return state.faults
        }
    }

    /// Counts a step, and decides whether it fails.
    func decide(_ step: Step) -> Instead? {
        state.withLock { state in
            guard let (kind, first) = state.fault else { return nil }
            state.steps += 1
            let isDue = kind == .full ? state.steps >= first : state.steps == first
            guard isDue else { return nil }
            // A full disk can still be synchronized and truncated.
            if kind != .error, step != .write { return nil }
            state.faults += 1
            switch (kind, step) {
            case (.full, _): return .fail(code: DiskShim.full)
            case (.shortWrite, _): return .writeHalf(code: DiskShim.full)
            case (.error, .write): return .fail(code: DiskShim.errorOfWrite)
            case (.error, .truncate): return .fail(code: DiskShim.errorOfTruncate)
            case (.error, .sync): return .fail(code: DiskShim.errorOfSync)
            }
        }
    }
}

/// The bytes of a database and of its write-ahead log.
struct DiskImage: Sendable {
    private var database: [UInt8]
    private var log: [UInt8]

    init(path: String) throws {
        database = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        log = Array(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")))
    }

    func write(to path: String) throws {
        try Data(database).write(to: URL(fileURLWithPath: path))
        try Data(log).write(to: URL(fileURLWithPath: path + "-wal"))
    }

    mutating func apply(_ operation: ObservedDisk.Operation) {
        switch operation {
        case .write(let file, let offset, let bytes):
            change(file) { content in
                Self.resize(&content, atLeast: offset + bytes.count)
                content.replaceSubrange(offset..<offset + bytes.count, with: bytes)
            }
        case .truncate(let file, let size):
            change(file) { content in
                if content.count > size { content.removeLast(content.count - size) }
                Self.resize(&content, atLeast: size)
            }
        case .sync, .confirmed: break
        }
    }

    /// Applies some of the sectors of a write: a disk writes a sector whole or not at all.
    mutating func applyTorn(
        _ operation: ObservedDisk.Operation, using generator: inout some RandomNumberGenerator
    ) {
        guard case .write(let file, let offset, let bytes) = operation else {
            return apply(operation)
        }
        var start = 0
        while start < bytes.count {
            // Sectors begin at multiples of their size in the file.
            let end = min(bytes.count, start + Self.sector - (offset + start) % Self.sector)
            if Bool.random(using: &generator) {
                apply(.write(file, offset: offset + start, bytes: Array(bytes[start..<end])))
            }
            start = end
        }
    }

    private static let sector = 512

    private static func resize(_ content: inout [UInt8], atLeast size: Int) {
        if content.count < size { content += [UInt8](repeating: 0, count: size - content.count) }
    }

    private mutating func change(_ file: ObservedDisk.File, _ body: (inout [UInt8]) -> Void) {
        switch file {
        case .database: body(&database)
        case .log: body(&log)
        }
    }
}

extension ObservedDisk.Operation {
    /// The file that the operation changes or synchronizes.
    var file: ObservedDisk.File? {
        switch self {
        case .write(let file, _, _), .truncate(let file, _), .sync(let file): file
        case .confirmed: nil
        }
    }
}
