// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppTemplate
import CommandSupport
import Foundation

/// Checks the arguments of `bellhop init` and writes the app.
enum NewApp {
    /// Returns the name if it contains only letters and digits, because it becomes part of Swift
    /// module names.
    static func name(_ text: String) throws -> String {
        let isGood =
            text.first.map { $0.isASCII && $0.isLetter } ?? false
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard isGood, text.utf8.count <= nameByteCountMax else {
            throw CommandFailure(
                .usage,
                "\"\(text)\" cannot be the app's name; use up to \(nameByteCountMax) letters and "
                    + "digits, beginning with a letter, or give another name with --name")
        }
        return text
    }

    /// The maximum length of a name in bytes. Longer names lead to file names that some tools
    /// reject.
    static let nameByteCountMax = 50

    static func bundleID(_ text: String) throws -> String {
        guard Topic.isPlausible(text), text.contains(".") else {
            throw CommandFailure(
                .usage, "\"\(text)\" is not a bundle identifier; use one such as com.example.trains"
            )
        }
        return text
    }

    /// Returns the app's reference to the Bellhop package: the given path or URL or, by default,
    /// the checkout that contains the app's folder.
    static func package(
        _ given: String?, branch: String, folder: URL
    ) throws -> AppTemplate.Package {
        if let given, given.contains("://") || given.hasPrefix("git@") {
            return .repository(url: given, branch: branch)
        }
        if let given {
            let path = URL(fileURLWithPath: given).standardizedFileURL
            guard isCheckout(path) else {
                throw CommandFailure(
                    .unreadable,
                    "\(given): this folder does not contain Bellhop's Package.swift; give the path "
                        + "of a Bellhop checkout or the URL of its repository")
            }
            return .path(relative(path, from: folder.appendingPathComponent("Push")))
        }
        var path = folder
        while path.path != "/" {
            path.deleteLastPathComponent()
            if isCheckout(path) {
                return .path(relative(path, from: folder.appendingPathComponent("Push")))
            }
        }
        throw CommandFailure(
            .usage,
            "\(folder.path) is not inside a Bellhop checkout; give the Bellhop package for the app "
                + "with --bellhop PATH or --bellhop URL")
    }

    private static func isCheckout(_ folder: URL) -> Bool {
        guard let manifest = try? Data(contentsOf: folder.appendingPathComponent("Package.swift"))
        else { return false }
        return String(decoding: manifest, as: UTF8.self).contains(#"name: "bellhop","#)
    }

    /// Returns a relative path from one folder to another.
    static func relative(_ target: URL, from folder: URL) -> String {
        let there = target.pathComponents
        let here = folder.standardizedFileURL.pathComponents
        let common = zip(there, here).prefix { $0 == $1 }.count
        let up = Array(repeating: "..", count: here.count - common)
        let path = (up + there[common...]).joined(separator: "/")
        return path.isEmpty ? "." : path
    }

    /// Writes all files. Writes none of them if the folder is not empty.
    static func write(_ files: [AppTemplate.File], to folder: URL) throws {
        let manager = FileManager.default
        let present = (try? manager.contentsOfDirectory(atPath: folder.path)) ?? []
        guard present.isEmpty else {
            throw CommandFailure(
                .cannotCreate, "\(folder.path) is not empty; give a folder that does not exist yet")
        }
        do {
            for file in files {
                let url = folder.appendingPathComponent(file.path)
                try manager.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(file.text.utf8).write(to: url)
            }
        } catch {
            throw CommandFailure(
                .cannotCreate,
                "\(folder.path): cannot write the app: \(error.localizedDescription)")
        }
    }
}
