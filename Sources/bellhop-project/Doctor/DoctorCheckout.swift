// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import CommandSupport
import Diagnostics

/// The checkout that was specified on the command line, after it was read.
struct DoctorCheckout {
    let files: DiskTree
    let project: AppProject
    /// The text that precedes a path in the checkout to make the path relative to the current
    /// folder.
    private let prefix: String
    /// The maximum number of manifests that the first line of the report lists.
    private static let manifestCountMax = 5

    /// - Parameter directory: a folder. For a project or workspace, the enclosing folder is used.
    /// - Throws: ``CommandFailure`` with status 66 if there is nothing to read.
    init(_ directory: String) throws {
        var folder = directory
        while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        if folder.hasSuffix(".xcodeproj") || folder.hasSuffix(".xcworkspace") {
            let parts = folder.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            folder = parts.isEmpty ? "." : parts.joined(separator: "/")
        }
        prefix = folder == "." ? "" : folder + (folder == "/" ? "" : "/")
        do { files = try DiskTree(root: folder) } catch {
            throw CommandFailure(
                .unreadable, "\(TerminalText.text(error.description)); name the folder of an app")
        }
        // Localized strings are needed only for checking payloads.
        project = ProjectReader.read(files, withStrings: false)
        guard project.hasApp || hasServer else {
            let reason = project.problems.first.map { ": \($0)" } ?? ""
            throw CommandFailure(
                .unreadable,
                TerminalText.text(
                    "\(directory): this folder contains no readable project, package, Info.plist "
                        + "or code about notifications, and no server\(reason); name the folder "
                        + "of an app or of a server"))
        }
    }

    /// Whether a folder without an app is examined. This is the case if the folder contains a
    /// server, or keys that only a server should have.
    private var hasServer: Bool {
        project.server.hasManifest || !project.server.signingKeys.isEmpty
            || !project.firebase.serviceAccounts.isEmpty
    }

    /// Returns a finding in which the path of the file is relative to the current folder.
    func placed(_ diagnostic: Diagnostic) -> Diagnostic {
        var diagnostic = diagnostic
        diagnostic.location.file = prefix + diagnostic.location.file
        return diagnostic
    }

    /// Returns the text of a file to which findings refer. The file's path is relative to the
    /// current folder.
    func source(_ path: String) -> SourceText? {
        files.source(path).map { SourceText(name: prefix + $0.name, bytes: $0.bytes) }
    }

    /// A description of the files that were read, in one line.
    var summary: String {
        guard project.hasApp else {
            return "no app; doctor looked only for keys that a checkout must not contain"
        }
        let apps = project.apps.map(\.name)
        let others = project.targets.count - apps.count
        let names = apps.isEmpty ? "no app" : apps.joined(separator: ", ")
        let more = others > 0 ? " and \(others) other target\(others == 1 ? "" : "s")" : ""
        let manifests = project.manifests.map { prefix + $0 }
        let isFolder = project.targets.allSatisfy { $0.maker == .folder }
        let source =
            isFolder || manifests.isEmpty
            ? "property lists and code only, because there is no readable project"
            : manifests.prefix(Self.manifestCountMax).joined(separator: ", ")
                + (manifests.count > Self.manifestCountMax
                    ? " and \(manifests.count - Self.manifestCountMax) more" : "")
        return TerminalText.text("\(names)\(more), read from \(source)")
    }
}
