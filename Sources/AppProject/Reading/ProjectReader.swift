// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Reads a checkout: what kinds of manifests there are, and what they say.
public enum ProjectReader {
    public static func read(_ files: some FileTree) -> AppProject {
        var project = AppProject()
        project.paths = files.paths
        for path in project.paths where path.hasSuffix(".swift") {
            if let text = files.source(path) { project.sources[path] = SwiftSource(text) }
        }
        for path in project.paths where path == "project.yml" || path.hasSuffix("/project.yml") {
            guard let manifest = XcodeGenManifest(reading: path, in: files) else { continue }
            project.manifests.append(path)
            project.targets += manifest.targets
        }
        return project
    }
}
