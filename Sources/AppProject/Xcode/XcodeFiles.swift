// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The paths of a project's file references, by reference identifier.
struct XcodeFiles {
    /// The maximum nesting depth of groups.
    private static let depthMax = 64

    /// The folder to which the project's paths are relative.
    let root: String
    /// The paths of files and folders in the checkout, by reference identifier. Build products and
    /// files of Xcode itself are not included.
    private(set) var paths: [String: String] = [:]
    /// The children of each variant group. A variant group represents one file in several
    /// languages.
    private var variants: [String: [String]] = [:]

    init(of project: XcodeObject, at path: String, in tree: CheckoutFiles) {
        // The path ends with App.xcodeproj/project.pbxproj. This is the folder that contains
        // App.xcodeproj.
        let folder = FilePath.folder(of: FilePath.folder(of: path))
        root = FilePath.join(folder, project["projectDirPath"] ?? "") ?? folder
        var seen: Set<String> = []
        if let main = project.object("mainGroup") { walk(main, in: root, depth: 0, &seen) }
        // Some generators write file references that belong to no group.
        for reference in project.objects.all("PBXFileReference") where paths[reference.id] == nil {
            guard !seen.contains(reference.id), reference["sourceTree"] == "SOURCE_ROOT" else {
                continue
            }
            walk(reference, in: root, depth: 0, &seen)
        }
        // In a project, the spelling of a path may differ from the file system, for instance in
        // letter case.
        paths = paths.mapValues(tree.actual)
    }

    private mutating func walk(
        _ object: XcodeObject, in folder: String?, depth: Int, _ seen: inout Set<String>
    ) {
        guard depth < Self.depthMax, seen.insert(object.id).inserted else { return }
        let path = object["path"] ?? ""
        let fullPath: String? =
            switch object["sourceTree"] ?? "<group>" {
            case "<group>": folder.flatMap { FilePath.join($0, path) }
            case "SOURCE_ROOT": FilePath.join(root, path)
            default: nil
            }
        if let fullPath, !(object["path"] ?? "").isEmpty { paths[object.id] = fullPath }
        if object.isa == "PBXVariantGroup" || object.isa == "XCVersionGroup" {
            variants[object.id] = object.strings("children")
        }
        for child in object.list("children") { walk(child, in: fullPath, depth: depth + 1, &seen) }
    }

    /// Returns the paths of the files that a reference in a build phase represents.
    func paths(of reference: String) -> [String] {
        if let children = variants[reference] { return children.compactMap { paths[$0] } }
        return paths[reference].map { [$0] } ?? []
    }
}
