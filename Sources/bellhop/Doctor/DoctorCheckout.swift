// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

/// The checkout that a person named, read.
struct DoctorCheckout {
    let files: DiskTree
    let project: AppProject
    /// What stands before the checkout's paths so that they lead there from here.
    private let prefix: String

    /// - Parameter directory: a folder; for a project or workspace, the folder it is in.
    /// - Throws: ``CommandFailure`` with status 66 when there is nothing to read.
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
        project = ProjectReader.read(files)
        guard !project.targets.isEmpty else {
            let reason = project.problems.first.map { ": \($0)" } ?? ""
            throw CommandFailure(
                .unreadable,
                TerminalText.text(
                    "\(directory): no target of an Xcode project, XcodeGen or Tuist manifest or "
                        + "package can be read here\(reason); name the folder of an app"))
        }
    }

    /// A finding with its file as it is found from here.
    func placed(_ diagnostic: Diagnostic) -> Diagnostic {
        var diagnostic = diagnostic
        diagnostic.location.file = prefix + diagnostic.location.file
        return diagnostic
    }

    /// The text of a file that findings point into, under its name from here.
    func source(_ path: String) -> SourceText? {
        files.source(path).map { SourceText(name: prefix + $0.name, bytes: $0.bytes) }
    }

    /// What was read, in one line.
    var words: String {
        let apps = project.apps.map(\.name)
        let others = project.targets.count - apps.count
        let names = apps.isEmpty ? "no app" : apps.joined(separator: ", ")
        let more = others > 0 ? " and \(others) other target\(others == 1 ? "" : "s")" : ""
        return TerminalText.text(
            "\(names)\(more), read from "
                + project.manifests.map { prefix + $0 }.joined(separator: ", "))
    }
}
