// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import Diagnostics

extension AppTarget.Maker {
    /// Returns a remedy that is suitable for the tool that defines the target. For example, changes
    /// to a generated project would be lost when the project is generated again.
    func adapted(_ remedy: String, at location: Diagnostic.Location) -> String {
        let tool: String
        let manifest: String
        switch self {
        case .xcodeGen(let path): (tool, manifest) = ("XcodeGen", path)
        case .tuist(let path): (tool, manifest) = ("Tuist", path)
        case .xcode, .package, .folder: return remedy
        }
        let isAboutProject =
            ["Xcode", "target", "capability", "embed", "Embed"].contains { remedy.contains($0) }
            || location.file.hasSuffix("project.pbxproj")
        guard isAboutProject, !remedy.isEmpty, !remedy.contains(manifest) else { return remedy }
        let plain = remedy.replacing(", in Xcode", with: "").replacing(" in Xcode", with: "")
        return "\(plain): in \(manifest), from which \(tool) generates the project"
    }
}
