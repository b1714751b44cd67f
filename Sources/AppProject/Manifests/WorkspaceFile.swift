// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// An Xcode workspace, read only to report projects that are missing from the checkout. The
/// projects themselves are found without the workspace.
struct WorkspaceFile {
    /// The maximum number of missing projects that are reported for a workspace.
    private static let referenceCountMax = 1_000

    private(set) var problems: [Diagnostic] = []

    init(reading source: SourceText, in tree: CheckoutFiles) {
        let text = String(decoding: source.bytes, as: UTF8.self)
        guard text.contains("<Workspace") else {
            problems.append(
                PlistError("this is not an Xcode workspace", offset: 0)
                    .diagnostic(in: source, rule: .unreadableProject))
            return
        }
        // In App.xcworkspace/contents.xcworkspacedata, paths are relative to the folder of
        // App.xcworkspace.
        let folder = FilePath.folder(of: FilePath.folder(of: source.name))
        for number in 1...source.lineCount {
            guard problems.count < Self.referenceCountMax else { return }
            let line = String(decoding: source.line(number), as: UTF8.self)
            let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
            guard line.contains("location"), parts.count >= 3 else { continue }
            let reference = parts[1].split(separator: ":", maxSplits: 1)
            guard reference.count == 2, reference[0] == "group",
                reference[1].hasSuffix(".xcodeproj")
            else { continue }
            guard let path = FilePath.join(folder, String(reference[1])), !FilePath.isSkipped(path),
                !tree.contains(path + "/project.pbxproj")
            else { continue }
            // A group in the workspace may add a folder to the path, so the project may be in
            // another folder.
            let name = FilePath.name(of: path)
            guard !tree.paths.contains(where: { $0.hasSuffix("/\(name)/project.pbxproj") }) else {
                continue
            }
            problems.append(
                Diagnostic(
                    rule: ProjectProblem.missingFile.rawValue, severity: .note,
                    message: "the workspace contains \(path), which is not in the checkout",
                    location: source.location(line: number)))
        }
    }
}
