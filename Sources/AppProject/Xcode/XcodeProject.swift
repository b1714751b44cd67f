// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// An Xcode project, read from its `project.pbxproj`. All formats are supported, with groups or
/// with synchronized folders, which Xcode 16 introduced.
struct XcodeProject {
    private(set) var targets: [AppTarget] = []
    private(set) var problems: [Diagnostic] = []
    /// The folders of packages in the checkout.
    private(set) var packageFolders: [String] = []

    private let objects: XcodeObjects
    private let references: XcodeFiles
    private let tree: CheckoutFiles
    private let name: String

    /// - Throws: ``PlistError`` if the file is not an Xcode project.
    init(reading source: SourceText, in tree: CheckoutFiles) throws(PlistError) {
        let objects = try XcodeObjects(reading: source)
        self.objects = objects
        self.tree = tree
        references = XcodeFiles(of: objects.root, at: source.name, in: tree)
        let bundle = FilePath.name(of: FilePath.folder(of: source.name))
        name = bundle.hasSuffix(".xcodeproj") ? String(bundle.dropLast(10)) : bundle
        for target in objects.root.list("targets").prefix(FileTreeLimits.targetCountMax) {
            targets.append(read(target))
        }
        for package in objects.all("XCLocalSwiftPackageReference") {
            if let path = package["relativePath"] ?? package["path"],
                let folder = FilePath.join(references.root, path)
            {
                packageFolders.append(tree.actual(folder))
            }
        }
        // Before Xcode 15, a local package was a folder reference among the files.
        packageFolders += references.paths.values.filter {
            tree.contains($0 + "/Package.swift") && !packageFolders.contains($0)
        }.sorted()
    }

    private mutating func read(_ object: XcodeObject) -> AppTarget {
        var target = AppTarget(
            name: object["name"] ?? object["productName"] ?? object.id,
            product: XcodeProduct.product(ofType: object["productType"] ?? "", isa: object.isa),
            location: object.location)
        readFiles(of: object, into: &target)
        readDependencies(of: object, into: &target)
        var reader = XcodeConfigurations(
            project: objects.root, name: name, references: references, tree: tree)
        target.configurations = reader.configurations(
            of: object, target: target.name, product: target.product)
        let scripts = BuildScripts(in: tree, root: references.root).text(
            of: object.list("buildPhases").filter { $0.isa == "PBXShellScriptBuildPhase" }
                .compactMap { $0["shellScript"] })
        for index in target.configurations.indices {
            target.configurations[index].scripts = scripts
        }
        problems += reader.problems
        target.platforms = reader.platforms
        return target
    }

    // MARK: - Files

    private func readFiles(of object: XcodeObject, into target: inout AppTarget) {
        var sources: Set<String> = []
        var objectiveC: Set<String> = []
        var resources: Set<String> = []
        for phase in object.list("buildPhases") {
            let paths = phase.list("files").flatMap { references.paths(of: $0["fileRef"] ?? "") }
            switch phase.isa {
            case "PBXSourcesBuildPhase":
                sources.formUnion(paths.filter { FilePath.ending(of: $0) == "swift" })
                objectiveC.formUnion(
                    paths.filter { ["m", "mm"].contains(FilePath.ending(of: $0)) })
                // String catalogs and data models may be listed among the compiled sources.
                resources.formUnion(paths.filter { FilePath.ending(of: $0) == "xcstrings" })
            case "PBXResourcesBuildPhase":
                // A folder, for instance an asset catalog, represents all files that it contains.
                for path in paths { resources.formUnion(tree.files(under: path)) }
            default: break
            }
        }
        for path in synchronizedFiles(of: object) {
            switch FilePath.ending(of: path) {
            case "swift": sources.insert(path)
            case "m", "mm": objectiveC.insert(path)
            case _ where XcodeProduct.isResource(path): resources.insert(path)
            default: break
            }
        }
        target.sourcePaths = sources.sorted()
        target.objectiveCPaths = objectiveC.sorted()
        target.resourcePaths = resources.sorted()
    }

    /// Returns the files of a target's synchronized folders. Exception sets remove files from a
    /// target that includes the folder, and add files to a target that does not include the folder.
    private func synchronizedFiles(of object: XcodeObject) -> Set<String> {
        let own = Set(object.strings("fileSystemSynchronizedGroups"))
        var files: Set<String> = []
        for group in objects.all("PBXFileSystemSynchronizedRootGroup") {
            guard let folder = references.paths(of: group.id).first else { continue }
            var exceptions: Set<String> = []
            for set in group.list("exceptions") where set["target"] == object.id {
                for path in set.strings("membershipExceptions") {
                    guard let path = FilePath.join(folder, path) else { continue }
                    exceptions.formUnion(tree.files(under: path))
                }
            }
            if own.contains(group.id) {
                files.formUnion(Set(tree.files(under: folder)).subtracting(exceptions))
            } else {
                files.formUnion(exceptions)
            }
        }
        return files
    }

    // MARK: - Dependencies

    private func readDependencies(of object: XcodeObject, into target: inout AppTarget) {
        var names: [String] = []
        for dependency in object.list("dependencies") {
            let name =
                dependency.object("target")?["name"] ?? dependency["name"]
                ?? dependency.object("targetProxy")?["remoteInfo"]
            if let name { names.append(name) }
        }
        var external: [String] = object.list("packageProductDependencies")
            .compactMap { $0["productName"] }
        var embedded: [String] = []
        for phase in object.list("buildPhases") {
            for file in phase.list("files") {
                if let product = file.object("productRef")?["productName"] {
                    external.append(product)
                }
                guard let reference = file["fileRef"] else { continue }
                let made = targetName(makingProduct: reference)
                switch phase.isa {
                case "PBXFrameworksBuildPhase":
                    if let made {
                        names.append(made)
                    } else if let framework = references.paths(of: reference).first {
                        external.append(XcodeProduct.moduleName(of: framework))
                    }
                case "PBXCopyFilesBuildPhase" where XcodeProduct.isInBundle(phase):
                    if let made { embedded.append(made) }
                default: break
                }
            }
        }
        target.dependencies = unique(names)
        target.embeddedTargets = unique(embedded)
        target.externalDependencies = unique(external)
    }

    /// Returns the name of the target whose product a file reference represents, in this or another
    /// project.
    private func targetName(makingProduct reference: String) -> String? {
        if let maker = objects.root.list("targets").first(where: {
            $0["productReference"] == reference
        }) {
            return maker["name"]
        }
        guard let proxy = objects[reference], proxy.isa == "PBXReferenceProxy" else { return nil }
        return proxy.object("remoteRef")?["remoteInfo"]
    }

    private func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }
}
