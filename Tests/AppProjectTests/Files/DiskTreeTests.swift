// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import Diagnostics
import Foundation
import Testing

/// Runs `body` with a temporary folder, which is removed afterwards.
private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("bellhop-disk-tree-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
}

private func write(_ text: String, _ path: String, in folder: URL) throws {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
}

@Test func `files are listed without dependencies and build products, and read up to the limit`()
    throws
{
    try withFolder { folder in
        for path in ["a.swift", "b/c.swift", "Pods/d.swift", ".git/config", "b/build/e.swift", "z"]
        {
            try write(path == "z" ? "" : "12345", path, in: folder)
        }
        let tree = try DiskTree(root: folder.path)
        #expect(tree.paths == ["a.swift", "b/c.swift", "z"])
        #expect(tree.read("a.swift", byteCountMax: 5) == Array("12345".utf8))
        #expect(tree.read("a.swift", byteCountMax: 4) == nil)
        #expect(tree.read("z", byteCountMax: 4) == [])
        #expect(tree.read("none", byteCountMax: 4) == nil)
        #expect(tree.problems.isEmpty)
    }
}

@Test func `links outside of the checkout and link cycles are not followed`() throws {
    try withFolder { folder in
        try write("outside", "secret.txt", in: folder)
        try write("inside", "app/real/a.swift", in: folder)
        let app = folder.appendingPathComponent("app")
        for (name, target) in [
            ("loop", "."), ("up", ".."), ("file", "../secret.txt"), ("gone", "nowhere"),
            ("self", "self"), ("real/back", ".."), ("alias.swift", "real/a.swift"),
        ] {
            try FileManager.default.createSymbolicLink(
                atPath: app.appendingPathComponent(name).path, withDestinationPath: target)
        }
        let tree = try DiskTree(root: app.path)
        #expect(tree.paths == ["alias.swift", "real/a.swift"])
        for path in [
            "../secret.txt", "file", "up/secret.txt", "/etc/hostname", "real/../../secret.txt",
        ] {
            #expect(tree.read(path, byteCountMax: 1_000) == nil)
        }
    }
}

@Test func `a path that is not a folder is rejected`() throws {
    try withFolder { folder in
        try write("x", "file", in: folder)
        #expect(throws: DiskTreeError.self) { try DiskTree(root: folder.path + "/file") }
        #expect(throws: DiskTreeError.self) { try DiskTree(root: folder.path + "/none") }
    }
}

@Test func `reading a checkout does not write to it`() throws {
    let before = try ProjectData.files("Synchronized")
    _ = try ProjectData.read("Synchronized")
    #expect(try ProjectData.files("Synchronized") == before)
}
