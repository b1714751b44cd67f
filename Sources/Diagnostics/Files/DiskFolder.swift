// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// System calls for listing and reading a checkout.
///
/// A checkout may have thousands of files. Direct system calls are faster: they list a folder
/// together with the kinds of its entries, and read a file without copying its bytes.
enum DiskFolder {
    enum Kind: Hashable {
        case file, folder, link, other
    }

    /// Returns the entries of a folder, excluding `.` and `..`; `nil` if the folder is not
    /// readable.
    static func entries(of path: String) -> [(name: String, kind: Kind)]? {
        guard let stream = opendir(path) else { return nil }
        defer { closedir(stream) }
        guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return nil }
        var entries: [(name: String, kind: Kind)] = []
        while let entry = readdir(stream) {
            let start = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
            let name = String(cString: start)
            guard name != ".", name != ".." else { continue }
            let kind: Kind
            switch Int(entry.pointee.d_type) {
            case Int(DT_REG): kind = .file
            case Int(DT_DIR): kind = .folder
            case Int(DT_LNK): kind = .link
            // Some file systems do not list the kinds of entries.
            case Int(DT_UNKNOWN): kind = self.kind(of: path + "/" + name, followingLink: false)
            default: kind = .other
            }
            entries.append((name, kind))
        }
        return entries
    }

    /// Returns the kind of the file at a path.
    static func kind(of path: String, followingLink: Bool = true) -> Kind {
        var status = stat()
        guard (followingLink ? stat(path, &status) : lstat(path, &status)) == 0 else {
            return .other
        }
        switch status.st_mode & mode_t(S_IFMT) {
        case mode_t(S_IFREG): return .file
        case mode_t(S_IFDIR): return .folder
        case mode_t(S_IFLNK): return .link
        default: return .other
        }
    }

    /// Returns a path with all symbolic links resolved. Returns `nil` if no file or folder exists
    /// at the path.
    static func realPath(of path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Returns the bytes of a file. Returns `nil` if it is not a regular file, is not readable, or
    /// contains more bytes than the limit, regardless of the size that the file system reports.
    static func read(_ path: String, byteCountMax: Int) -> [UInt8]? {
        // The file is opened without blocking. Otherwise, if a pipe has replaced the file, opening
        // it would wait for a writer indefinitely.
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG),
            status.st_size <= byteCountMax
        else { return nil }
        let capacity = Int(status.st_size)
        var isWhole = true
        let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            while count < capacity, let start = buffer.baseAddress {
                #if canImport(Darwin)
                let read = Darwin.read(file, start + count, capacity - count)
                #elseif canImport(Musl)
                let read = Musl.read(file, start + count, capacity - count)
                #else
                let read = Glibc.read(file, start + count, capacity - count)
                #endif
                guard read != 0 else { break }
                if read < 0 {
                    if errno == EINTR { continue }
                    isWhole = false
                    break
                }
                count += read
            }
        }
        return isWhole ? bytes : nil
    }
}
