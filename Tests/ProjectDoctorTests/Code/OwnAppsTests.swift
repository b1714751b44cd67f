// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import Diagnostics
import Foundation
import PushLint
import Testing

@testable import ProjectDoctor

private let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL.path

/// The folders of this repository's apps, and in each the folders with the app's code.
private let apps: [(folder: String, sources: [String])] = [
    ("Examples/App", ["App", "Push/Sources"]),
    ("Examples/DemoApp", ["Sources", "Views", "Shared"]),
]

@Test(arguments: apps)
func `the code of the project's own apps has no findings`(
    app: (folder: String, sources: [String])
) throws {
    var project = AppProject()
    let tree = try DiskTree(root: root + "/" + app.folder)
    project.paths = tree.paths
    let location = Diagnostic.Location(file: app.folder)
    var target = AppTarget(name: "App", product: .application, location: location)
    for path in tree.paths where path.hasSuffix(".swift") {
        guard app.sources.contains(where: { path.hasPrefix($0 + "/") }),
            let text = tree.source(path)
        else { continue }
        project.sources[path] = SwiftSource(text)
        target.sourcePaths.append(path)
    }
    #expect(target.sourcePaths.count >= 6)
    project.targets = [target]
    let found = ProjectExamination(of: project, checks: DoctorCheck.codeChecks).diagnostics
    #expect(found == [])
}

@Test func `the demo app's categories and Live Activities are found`() throws {
    let tree = try DiskTree(root: root + "/Examples/DemoApp/Shared")
    let code = CodeIndex(tree.paths.compactMap { tree.source($0) }.map { SwiftSource($0) })
    #expect(
        code.categories.identifiers
            == ["MESSAGE", "ORDER", "REMINDER", "EVENT_REMINDER", "MAIL", "STOP", "DOORBELL"])
    #expect(code.categories.isComplete)
    #expect(code.categories.actionIdentifiers.contains("OPEN_DOOR"))
    #expect(Set(code.activities.keys) == ["OrderAttributes", "GameAttributes"])
    #expect(code.activities["OrderAttributes"]?.contentState?.map(\.key) == ["step", "arrival"])
}
