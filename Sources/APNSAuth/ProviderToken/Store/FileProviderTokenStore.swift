// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import LocalSystem

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Stores provider tokens in a folder that is shared by the processes of one machine, or of several
/// machines with a common file system that supports locks.
///
/// Each key has its own file, which only its owner can read and which is always replaced as a
/// whole, and a lock file in the same folder. The system releases the lock when a process ends for
/// any reason.
public struct FileProviderTokenStore: ProviderTokenStore {
    /// The maximum size of a file in bytes; a token has about 200 bytes.
    static let fileByteCountMax = 8192
    /// The maximum number of attempts to take the lock, and the wait between two attempts.
    /// Together, the attempts last one second. The lock is held only while a small file is read and
    /// written.
    static let lockAttemptsMax = 200
    static let lockWait = Duration.milliseconds(5)

    private let folder: String
    private let time: TimeSource

    /// - Parameters:
    ///   - folder: the folder of the files. If the folder does not exist, it is created so that
    ///     only its owner can access it.
    ///   - time: the clock for waiting for the lock.
    public init(folder: String, time: TimeSource = .system) {
        self.folder = folder
        self.time = time
    }

    public func load(_ name: String) async throws -> SharedProviderToken? {
        // Files are replaced as a whole, so reading a file needs no lock.
        try read(try path(name))
    }

    public func replace(
        _ seen: SharedProviderToken?, with new: SharedProviderToken, name: String
    ) async throws -> SharedProviderToken? {
        let path = try path(name)
        do throws(SystemError) { try PrivateFolder.make(folder) } catch {
            throw FileProviderTokenStoreError("create the folder of", folder, error.description)
        }
        let lock = try await lock(path + ".lock")
        let present = try read(path)
        if present == seen { try write(new, to: path) }
        lock.release()
        return present == seen ? new : present
    }

    private func path(_ name: String) throws(FileProviderTokenStoreError) -> String {
        let isPlain = name.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || $0 == UInt8(ascii: ".")
        }
        guard isPlain, !name.isEmpty, name.first != "." else {
            throw .init("use the name of", folder, "")
        }
        return folder + "/" + name + ".json"
    }

    // MARK: Reading

    private func read(_ path: String) throws(FileProviderTokenStoreError) -> SharedProviderToken? {
        let bytes: [UInt8]?
        do throws(PrivateFile.ReadingFailure) {
            bytes = try PrivateFile.read(path, byteCountMax: Self.fileByteCountMax)
        } catch {
            switch error {
            case .unreadable(let error): throw .init("read", path, error.description)
            case .notAFile: throw .init("read", path, "it is not a file")
            case .notPrivate:
                throw .init("trust", path, "other users own it, or can read or write it; remove it")
            }
        }
        guard let bytes else { return nil }
        guard let token = try? JSONDecoder().decode(SharedProviderToken.self, from: Data(bytes))
        else { throw .init("read", path, "it is damaged; remove it") }
        return token
    }

    // MARK: Writing

    /// Writes a file, readable by its owner only, either completely or not at all. The caller holds
    /// the lock.
    private func write(
        _ token: SharedProviderToken, to path: String
    ) throws(FileProviderTokenStoreError) {
        guard let data = try? JSONEncoder().encode(token) else {
            throw .init("write", path, "it cannot be encoded")
        }
        do throws(SystemError) { try PrivateFile.replace(path, with: Array(data)) } catch {
            throw FileProviderTokenStoreError("write", path, error.description)
        }
    }

    private func lock(_ path: String) async throws -> FileLock {
        for _ in 0..<Self.lockAttemptsMax {
            do throws(SystemError) {
                if let lock = try FileLock.take(path) { return lock }
            } catch { throw FileProviderTokenStoreError("lock", path, error.description) }
            try await time.sleep(for: Self.lockWait)
        }
        throw FileProviderTokenStoreError("lock", path, "another process has locked it")
    }
}

/// The reason why a ``FileProviderTokenStore`` could not be used.
public struct FileProviderTokenStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line that states which operation failed, for which file, and why.
    public let description: String

    init(_ action: String, _ path: String, _ reason: String) {
        description =
            "\(path): cannot \(action) the shared provider token"
            + (reason.isEmpty ? "" : ": \(reason)")
    }
}
