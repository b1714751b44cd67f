// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Where the files of a project lie: paths of its file references by their identifiers.
struct XcodeFiles {
    /// Groups inside each other.
    private static let depthMax = 64

    /// The folder that the project's paths start from.
    let root: String
    /// Paths of files and folders in the checkout. What is made or brought by Xcode has none.
    private(set) var paths: [String: String] = [:]
    /// Children of groups that stand for one file in many languages.
    private var variants: [String: [String]] = [:]

    init(of project: XcodeObject, at path: String, in tree: CheckoutFiles) {
        // App/App.xcodeproj/project.pbxproj
        let folder = FilePath.folder(of: FilePath.folder(of: path))
        root = FilePath.join(folder, project["projectDirPath"] ?? "") ?? folder
        var seen: Set<String> = []
        if let main = project.object("mainGroup") { walk(main, in: root, depth: 0, &seen) }
        // References outside of the groups, as some generators write them.
        for reference in project.objects.all("PBXFileReference") where paths[reference.id] == nil {
            guard !seen.contains(reference.id), reference["sourceTree"] == "SOURCE_ROOT" else {
                continue
            }
            walk(reference, in: root, depth: 0, &seen)
        }
        // A project may spell a path otherwise than the disk does.
        paths = paths.mapValues(tree.actual)
    }

    private mutating func walk(
        _ object: XcodeObject, in folder: String?, depth: Int, _ seen: inout Set<String>
    ) {
        guard depth < Self.depthMax, seen.insert(object.id).inserted else { return }
        let path = object["path"] ?? ""
        let place: String? =
            switch object["sourceTree"] ?? "<group>" {
            case "<group>": folder.flatMap { FilePath.join($0, path) }
            case "SOURCE_ROOT": FilePath.join(root, path)
            default: nil
            }
        if let place, !(object["path"] ?? "").isEmpty { paths[object.id] = place }
        if object.isa == "PBXVariantGroup" || object.isa == "XCVersionGroup" {
            variants[object.id] = object.strings("children")
        }
        for child in object.list("children") { walk(child, in: place, depth: depth + 1, &seen) }
    }

    /// The paths that a reference in a build phase stands for.
    func paths(of reference: String) -> [String] {
        if let children = variants[reference] { return children.compactMap { paths[$0] } }
        return paths[reference].map { [$0] } ?? []
    }
}
