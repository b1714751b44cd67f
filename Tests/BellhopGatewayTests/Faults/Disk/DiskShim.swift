// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDBSQLite
import Synchronization

/// A layer between SQLite and its usual VFS ("The OS Interface", sqlite.org/vfs.html). It is the
/// default VFS of the test process and passes every call on. Writes to a database with an
/// ``ObservedDisk`` are also reported to that disk.
enum DiskShim {
    /// SQLite's result codes. The extended codes are defined by expressions in C, which Swift does
    /// not import.
    static let full: Int32 = 13
    static let errorOfWrite: Int32 = 10 | 3 << 8
    static let errorOfSync: Int32 = 10 | 4 << 8
    static let errorOfTruncate: Int32 = 10 | 6 << 8

    /// The kinds of files (SQLITE_OPEN_MAIN_DB and SQLITE_OPEN_WAL).
    fileprivate static let mainDatabase: Int32 = 0x100
    fileprivate static let log: Int32 = 0x80000

    /// The offsets of an open file's number and of SQLite's own file within the shim's file.
    fileprivate static let numberOffset = 8
    fileprivate static let innerOffset = 64

    fileprivate struct OpenFile: Sendable {
        // The test owns its disk.
        weak var disk: ObservedDisk?
        let kind: ObservedDisk.File
    }

    private struct Weak: Sendable { weak var disk: ObservedDisk? }

    private struct State: Sendable {
        var disks: [String: Weak] = [:]
        var files: [Int: OpenFile] = [:]
        var lastFile = 0
    }

    /// The addresses of SQLite's own VFS and of the shim's functions.
    fileprivate struct Installed: Sendable {
        let vfs: UInt
        let methods: UInt
    }

    private static let state = Mutex(State())
    fileprivate static let installed = install()

    static func observe(_ path: String, _ disk: ObservedDisk) {
        _ = installed
        state.withLock { $0.disks[canonical(path)] = Weak(disk: disk) }
    }

    static func forget(_ path: String) {
        state.withLock { $0.disks[canonical(path)] = nil }
    }

    /// SQLite resolves symbolic links in the names of files.
    private static func canonical(_ path: String) -> String {
        let url = URL(fileURLWithPath: path)
        guard let folder = realpath(url.deletingLastPathComponent().path, nil) else { return path }
        defer { free(folder) }
        return String(cString: folder) + "/" + url.lastPathComponent
    }

    fileprivate static func disk(of name: String, flags: Int32) -> OpenFile? {
        let isLog = flags & log != 0
        guard isLog || flags & mainDatabase != 0 else { return nil }
        let path = isLog ? String(name.dropLast("-wal".count)) : name
        guard let disk = state.withLock({ $0.disks[path]?.disk }) else { return nil }
        return OpenFile(disk: disk, kind: isLog ? .log : .database)
    }

    fileprivate static func add(_ file: OpenFile) -> Int {
        state.withLock { state in
            state.lastFile += 1
            state.files[state.lastFile] = file
            return state.lastFile
        }
    }

    fileprivate static func file(_ number: Int) -> OpenFile? { state.withLock { $0.files[number] } }

    fileprivate static func remove(_ number: Int) { state.withLock { $0.files[number] = nil } }

    private static func install() -> Installed {
        guard let usual = sqlite3_vfs_find(nil) else { return Installed(vfs: 0, methods: 0) }
        // SQLite uses the methods and the VFS for as long as the process lives.
        let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        methods.initialize(to: makeMethods())
        let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        vfs.initialize(to: usual.pointee)
        vfs.pointee.pNext = nil
        vfs.pointee.szOsFile += Int32(innerOffset)
        vfs.pointee.zName = UnsafePointer(strdup("bellhop-tests"))
        vfs.pointee.xOpen = openFile
        sqlite3_vfs_register(vfs, 1)
        return Installed(vfs: UInt(bitPattern: usual), methods: UInt(bitPattern: methods))
    }

    private static func makeMethods() -> sqlite3_io_methods {
        var methods = sqlite3_io_methods()
        // Version 2 has shared memory. Version 3 also maps files, which would hide reads.
        methods.iVersion = 2
        methods.xClose = closeFile
        methods.xWrite = writeFile
        methods.xTruncate = truncateFile
        methods.xSync = syncFile
        methods.xRead = { file, buffer, count, offset in
            inner(file).map { $1.xRead($0, buffer, count, offset) } ?? misuse
        }
        methods.xFileSize = { file, size in
            inner(file).map { $1.xFileSize($0, size) } ?? misuse
        }
        methods.xLock = { file, level in inner(file).map { $1.xLock($0, level) } ?? misuse }
        methods.xUnlock = { file, level in inner(file).map { $1.xUnlock($0, level) } ?? misuse }
        methods.xCheckReservedLock = { file, result in
            inner(file).map { $1.xCheckReservedLock($0, result) } ?? misuse
        }
        methods.xFileControl = { file, operation, argument in
            inner(file).map { $1.xFileControl($0, operation, argument) } ?? misuse
        }
        methods.xSectorSize = { file in inner(file).map { $1.xSectorSize($0) } ?? 0 }
        methods.xDeviceCharacteristics = { file in
            inner(file).map { $1.xDeviceCharacteristics($0) } ?? 0
        }
        methods.xShmMap = { file, page, size, extends, result in
            inner(file).map { $1.xShmMap($0, page, size, extends, result) } ?? misuse
        }
        methods.xShmLock = { file, offset, count, flags in
            inner(file).map { $1.xShmLock($0, offset, count, flags) } ?? misuse
        }
        methods.xShmBarrier = { file in
            if let (own, methods) = inner(file) { methods.xShmBarrier(own) }
        }
        methods.xShmUnmap = { file, deletes in
            inner(file).map { $1.xShmUnmap($0, deletes) } ?? misuse
        }
        return methods
    }
}

/// SQLite's result code for a file that is not one of the shim's (SQLITE_MISUSE).
private let misuse: Int32 = 21

private typealias FilePointer = UnsafeMutablePointer<sqlite3_file>

/// SQLite's own file within the shim's, and its functions.
private func inner(_ file: FilePointer?) -> (FilePointer, sqlite3_io_methods)? {
    guard let file else { return nil }
    let own = UnsafeMutableRawPointer(file).advanced(by: DiskShim.innerOffset)
        .assumingMemoryBound(to: sqlite3_file.self)
    guard let methods = own.pointee.pMethods else { return nil }
    return (own, methods.pointee)
}

private func number(of file: FilePointer?) -> Int {
    guard let file else { return 0 }
    return UnsafeRawPointer(file).load(fromByteOffset: DiskShim.numberOffset, as: Int.self)
}

private func openFile(
    _: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?, _ file: FilePointer?,
    _ flags: Int32, _ result: UnsafeMutablePointer<Int32>?
) -> Int32 {
    let usual = UnsafeMutablePointer<sqlite3_vfs>(bitPattern: DiskShim.installed.vfs)
    guard let usual, let file else { return misuse }
    guard let name, let observed = DiskShim.disk(of: String(cString: name), flags: flags) else {
        return usual.pointee.xOpen(usual, name, file, flags, result)
    }
    let memory = UnsafeMutableRawPointer(file)
    let own = memory.advanced(by: DiskShim.innerOffset).assumingMemoryBound(to: sqlite3_file.self)
    let status = usual.pointee.xOpen(usual, name, own, flags, result)
    guard status == 0 else {
        file.pointee.pMethods = nil
        return status
    }
    memory.storeBytes(
        of: DiskShim.add(observed), toByteOffset: DiskShim.numberOffset, as: Int.self)
    file.pointee.pMethods = UnsafePointer(bitPattern: DiskShim.installed.methods)
    return status
}

private func closeFile(_ file: FilePointer?) -> Int32 {
    DiskShim.remove(number(of: file))
    return inner(file).map { $1.xClose($0) } ?? misuse
}

private func writeFile(
    _ file: FilePointer?, _ bytes: UnsafeRawPointer?, _ count: Int32, _ offset: Int64
) -> Int32 {
    guard let (own, methods) = inner(file), let bytes else { return misuse }
    let open = DiskShim.file(number(of: file))
    switch open?.disk?.decide(.write) {
    case .fail(let code): return code
    case .writeHalf(let code):
        _ = methods.xWrite(own, bytes, count / 2, offset)
        return code
    case nil: break
    }
    let status = methods.xWrite(own, bytes, count, offset)
    if status == 0, let open {
        let copy = Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
        open.disk?.note(.write(open.kind, offset: Int(offset), bytes: copy))
    }
    return status
}

private func truncateFile(_ file: FilePointer?, _ size: Int64) -> Int32 {
    guard let (own, methods) = inner(file) else { return misuse }
    let open = DiskShim.file(number(of: file))
    if case .fail(let code) = open?.disk?.decide(.truncate) { return code }
    let status = methods.xTruncate(own, size)
    if status == 0, let open { open.disk?.note(.truncate(open.kind, size: Int(size))) }
    return status
}

private func syncFile(_ file: FilePointer?, _ flags: Int32) -> Int32 {
    guard let (own, methods) = inner(file) else { return misuse }
    let open = DiskShim.file(number(of: file))
    if case .fail(let code) = open?.disk?.decide(.sync) { return code }
    let status = methods.xSync(own, flags)
    if status == 0, let open { open.disk?.note(.sync(open.kind)) }
    return status
}
