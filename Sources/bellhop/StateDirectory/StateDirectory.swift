// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Where servers keep what must survive a restart and tell clients where they are: `.bellhop/` in
/// the working directory unless told otherwise. Only its owner can look inside.
struct StateDirectory: Sendable {
    static let defaultPath = ".bellhop"

    let path: String

    /// The files of the directory.
    enum File: String {
        /// The authority whose certificate the simulator's TLS shows; clients trust it.
        case authorityCertificate = "ca.pem"
        case authorityKey = "ca-key.pem"
        /// The key of the simulator's own team.
        case simulatorKey = "simulator-key.p8"
        /// Phones, tokens and what is stored for them.
        case simulatorState = "simulator.json"
        case gatewayDatabase = "gateway.sqlite"
        /// The gateway's key for development.
        case developmentKey = "development-key"
        /// The client key of the demo app, as a real app would carry it.
        case clientKey = "client-key"
        /// Where a running simulator and gateway are.
        case simulatorAddress = "apns.json"
        case gatewayAddress = "gateway.json"
        case simulatorLock = "apns.lock"
        case gatewayLock = "gateway.lock"
    }

    init(_ path: String?) { self.path = path ?? Self.defaultPath }

    func path(of file: File) -> String { path + "/" + file.rawValue }

    /// Makes the directory, readable by its owner only, if it is not there.
    func create() throws {
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            throw CommandFailure(
                .cannotCreate,
                "\(path): cannot make the state directory: \(Errno.text); choose another with "
                    + "--state-dir"
            )
        }
        guard access(path, W_OK | X_OK) == 0, isDirectory else {
            let problem = isDirectory ? Errno.text : "not a directory"
            throw CommandFailure(
                .cannotCreate,
                "\(path): cannot write into the state directory: \(problem); "
                    + "choose another with --state-dir")
        }
    }

    private var isDirectory: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Reads a file; `nil` when it is not there.
    func read(_ file: File) -> Data? { FileManager.default.contents(atPath: path(of: file)) }

    func readText(_ file: File) -> String? {
        read(file).map { String(decoding: $0, as: UTF8.self).trimmingBlanks }
    }

    /// Writes a file whole or not at all, readable by its owner only.
    func write(_ data: some Sequence<UInt8>, to file: File) throws {
        let target = path(of: file)
        let temporary = target + ".new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unwritable(target) }
        defer { close(descriptor) }
        var rest = Array(data)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw unwritable(target) }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0, rename(temporary, target) == 0 else {
            throw unwritable(target)
        }
    }

    /// Renames a file that cannot be used, so that nothing is lost; in place of an earlier one.
    ///
    /// - Returns: the new path.
    func putAside(_ file: File) throws -> String {
        let backup = path(of: file) + ".bak"
        guard rename(path(of: file), backup) == 0 else { throw unwritable(backup) }
        return backup
    }

    func remove(_ file: File) { _ = unlink(path(of: file)) }

    private func unwritable(_ target: String) -> CommandFailure {
        CommandFailure(
            .cannotCreate,
            "\(target): cannot write: \(Errno.text); choose another place with --state-dir")
    }

    /// Takes a lock that the system gives back when the process ends, however it ends.
    ///
    /// - Throws: ``CommandFailure`` with status 73 when another process holds it.
    func lock(_ file: File, holder: String) throws -> StateLock {
        let descriptor = open(path(of: file), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unwritable(path(of: file)) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw CommandFailure(
                .cannotCreate,
                "\(path): \(holder) is already running with this state directory; stop it, or "
                    + "choose another "
                    + "with --state-dir")
        }
        return StateLock(descriptor: descriptor)
    }
}

/// A held lock; given back when it is released or the process ends.
struct StateLock: ~Copyable {
    private let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Gives the lock back; call it last, so that the compiler keeps it until then.
    consuming func release() {}

    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}

private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, start, count)
}

extension String {
    /// The text without blanks and line ends around it.
    var trimmingBlanks: String {
        let characters = drop { $0.isWhitespace }
        return String(characters.reversed().drop { $0.isWhitespace }.reversed())
    }
}
