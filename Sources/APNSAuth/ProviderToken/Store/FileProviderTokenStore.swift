// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// Keeps provider tokens in a folder, for the processes of one machine, or of several that share a
/// file system with locks.
///
/// Each key has a file of its own, readable by its owner only and replaced as a whole, and a lock
/// beside it, which the system gives back when a process ends, however it ends.
public struct FileProviderTokenStore: ProviderTokenStore {
    /// The largest file that is read, in bytes; a token has some 200.
    static let fileByteCountMax = 8192
    /// How often the lock is tried for, and how long it is waited in between: a second in all. It
    /// is held for as long as a small file takes to be read and written.
    static let lockAttemptsMax = 200
    static let lockWait = Duration.milliseconds(5)

    private let folder: String
    private let time: TimeSource

    /// - Parameters:
    ///   - folder: where the files are; made, for its owner only, when it is not there.
    ///   - time: waits for the lock.
    public init(folder: String, time: TimeSource = .system) {
        self.folder = folder
        self.time = time
    }

    public func load(_ name: String) async throws -> SharedProviderToken? {
        // Files are replaced as a whole, so reading needs no lock.
        try read(try path(name))
    }

    public func replace(
        _ seen: SharedProviderToken?, with new: SharedProviderToken, name: String
    ) async throws -> SharedProviderToken? {
        let path = try path(name)
        if mkdir(folder, 0o700) != 0, errno != EEXIST { throw failure("make the folder", folder) }
        let lock = try await lock(path + ".lock")
        defer { lock.release() }
        let present = try read(path)
        guard present == seen else { return present }
        try write(new, to: path)
        return new
    }

    private func path(_ name: String) throws(FileProviderTokenStoreError) -> String {
        let isPlain = name.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || $0 == UInt8(ascii: ".")
        }
        guard isPlain, !name.isEmpty, name.first != "." else { throw .init("name", folder, "") }
        return folder + "/" + name + ".json"
    }

    // MARK: Reading

    private func read(_ path: String) throws(FileProviderTokenStoreError) -> SharedProviderToken? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("read", path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .init("read", path, "not a file")
        }
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw .init("trust", path, "others can read or write it, or own it; remove it")
        }
        var bytes = [UInt8](repeating: 0, count: Self.fileByteCountMax)
        let count = bytes.withUnsafeMutableBytes { systemRead(descriptor, $0) }
        guard count >= 0 else { throw failure("read", path) }
        guard
            let token = try? JSONDecoder().decode(
                SharedProviderToken.self, from: Data(bytes.prefix(count)))
        else { throw .init("read", path, "it is damaged; remove it") }
        return token
    }

    // MARK: Writing

    /// Writes a file whole or not at all, readable by its owner only. The caller holds the lock.
    private func write(
        _ token: SharedProviderToken, to path: String
    ) throws(FileProviderTokenStoreError) {
        guard let data = try? JSONEncoder().encode(token) else { throw failure("write", path) }
        let temporary = path + ".new"
        _ = unlink(temporary)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = open(temporary, flags, 0o600)
        guard descriptor >= 0 else { throw failure("write", temporary) }
        defer { close(descriptor) }
        let count = data.withUnsafeBytes { systemWrite(descriptor, $0) }
        guard count == data.count, rename(temporary, path) == 0 else {
            let error = failure("write", path)
            _ = unlink(temporary)
            throw error
        }
    }

    private struct Lock {
        let descriptor: Int32
        func release() { close(descriptor) }
    }

    private func lock(_ path: String) async throws -> Lock {
        let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("lock", path) }
        do {
            for _ in 0..<Self.lockAttemptsMax {
                if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return Lock(descriptor: descriptor) }
                guard errno == EWOULDBLOCK || errno == EINTR else { throw failure("lock", path) }
                try await time.sleep(for: Self.lockWait)
            }
            throw FileProviderTokenStoreError("lock", path, "another process keeps it")
        } catch {
            close(descriptor)
            throw error
        }
    }

    private func failure(_ action: String, _ path: String) -> FileProviderTokenStoreError {
        FileProviderTokenStoreError(action, path, String(cString: strerror(errno)))
    }
}

/// Why a ``FileProviderTokenStore`` could not be used.
public struct FileProviderTokenStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line: what could not be done, where, and why.
    public let description: String

    init(_ action: String, _ path: String, _ reason: String) {
        description =
            "\(path): cannot \(action) the shared provider token"
            + (reason.isEmpty ? "" : ": \(reason)")
    }
}

/// The system's calls, which methods of the same names would hide.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, bytes.baseAddress, bytes.count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
