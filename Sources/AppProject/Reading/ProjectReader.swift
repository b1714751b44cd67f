// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// Reads a checkout. The reader finds the manifests and reads their contents.
///
/// Xcode projects are read first. A manifest is skipped if its folder also contains an Xcode
/// project. Files that cannot be read become entries of ``AppProject/problems``.
package enum ProjectReader {
    /// - Parameter withStrings: whether to read string tables. Reading them takes time, and is
    ///   needed only to check the localization keys of payloads.
    package static func read(_ files: some FileTree, withStrings: Bool = true) -> AppProject {
        var reading = CheckoutReading(files)
        reading.run(withStrings: withStrings)
        return reading.project
    }
}

/// The state of reading one checkout.
struct CheckoutReading {
    private(set) var project = AppProject()
    private let tree: CheckoutFiles
    private var packages = PackageProducts()
    /// The original names of targets that were renamed.
    private var givenNames: [String: String] = [:]
    /// The folders that contain an Xcode project.
    private var projectFolders: Set<String> = []

    init(_ files: some FileTree) {
        var profiles: [ProvisioningProfile] = []
        for path in files.paths
        where ["mobileprovision", "provisionprofile"]
            .contains(FilePath.ending(of: path))
        {
            guard let source = files.source(path) else { continue }
            do throws(PlistError) {
                profiles.append(try ProfileFile.read(source))
            } catch {
                project.problems.append(
                    PlistError("\(error)").diagnostic(in: source, rule: .unreadableProfile))
            }
        }
        tree = CheckoutFiles(files, profiles: profiles)
        project.profiles = profiles
        project.paths = tree.paths
        project.firebase = FirebaseFiles(in: tree)
        project.server = ServerFiles(in: tree)
        project.problems += files.problems
    }

    mutating func run(withStrings: Bool) {
        for path in tree.paths where path.hasSuffix(".xcodeproj/project.pbxproj") {
            readXcodeProject(path)
        }
        for path in tree.paths {
            switch FilePath.name(of: path) {
            case "project.yml", "project.yaml": readXcodeGen(path)
            case "Project.swift": readTuist(path)
            case "Package.swift": readPackage(path)
            case "contents.xcworkspacedata" where path.contains(".xcworkspace/"):
                readWorkspace(path)
            default: break
            }
        }
        for path in tree.paths where FilePath.name(of: path) == "Podfile" { readPodfile(path) }
        packages.join(&project.targets)
        if project.targets.isEmpty { project.targets = FolderTargets(in: tree).targets }
        let swift = SwiftReading(tree, targets: project.targets)
        project.sources = swift.sources
        project.unparsed = swift.unparsed
        project.mentionsNotifications = swift.mentionsNotifications
        project.problems += swift.problems
        project.objectiveC = ObjectiveCFiles(
            Set(project.targets.flatMap(\.objectiveCPaths)).sorted(), in: tree)
        let resources = ResourceReading(tree, targets: project.targets, withStrings: withStrings)
        project.foreignFolders = resources.foreignFolders
        project.stringTables = resources.tables
        project.makesCategoriesElsewhere = resources.makesCategoriesElsewhere
        project.problems += resources.problems
        let problems = MissingFiles.joinedAlike(MissingFiles.joined(unique(project.problems)))
        project.problems = Array(problems.prefix(FileTreeLimits.problemCountMax))
        project.gatherCode()
    }

    // MARK: - Manifests

    private mutating func readXcodeProject(_ path: String) {
        project.manifests.append(path)
        guard let source = tree.source(path) else { return unreadable(path) }
        do throws(PlistError) {
            let read = try XcodeProject(reading: source, in: tree)
            add(read.targets, of: path)
            packages.folders[path] = read.packageFolders
            project.problems += read.problems
            projectFolders.insert(FilePath.folder(of: FilePath.folder(of: path)))
        } catch {
            project.problems.append(error.diagnostic(in: source, rule: .unreadableProject))
        }
    }

    private mutating func readXcodeGen(_ path: String) {
        guard let source = tree.source(path) else { return unreadable(path) }
        guard let manifest = XcodeGenManifest(reading: source, in: tree) else { return }
        guard !usesGeneratedProject(path, from: "XcodeGen", maker: .xcodeGen(manifest: path)) else {
            return
        }
        project.manifests.append(path)
        add(manifest.targets, of: path, maker: .xcodeGen(manifest: path))
        packages.folders[path] = manifest.packageFolders
        project.problems += manifest.problems
    }

    private mutating func readTuist(_ path: String) {
        guard let source = tree.source(path) else { return unreadable(path) }
        guard let manifest = TuistManifest(reading: source, in: tree) else { return }
        guard !usesGeneratedProject(path, from: "Tuist", maker: .tuist(manifest: path)) else {
            return
        }
        project.manifests.append(path)
        add(manifest.targets, of: path, maker: .tuist(manifest: path))
        project.problems += manifest.problems
    }

    private mutating func readPackage(_ path: String) {
        guard let source = tree.source(path) else { return unreadable(path) }
        guard let manifest = PackageManifest(reading: source, in: tree) else { return }
        project.manifests.append(path)
        let names = add(manifest.targets, of: path, maker: .package)
        packages.folders[path] = manifest.packageFolders
        packages.add(
            manifest.products.mapValues { $0.map { names[$0] ?? $0 } },
            of: FilePath.folder(of: path))
        project.problems += manifest.problems
    }

    private mutating func readWorkspace(_ path: String) {
        guard let source = tree.source(path) else { return unreadable(path) }
        let workspace = WorkspaceFile(reading: source, in: tree)
        // A workspace inside an Xcode project contains only that project.
        if !path.contains(".xcodeproj/") { project.manifests.append(path) }
        project.problems += workspace.problems
    }

    private mutating func readPodfile(_ path: String) {
        guard let source = tree.source(path) else { return unreadable(path) }
        let folder = FilePath.folder(of: path)
        let lock = tree.source(folder.isEmpty ? "Podfile.lock" : folder + "/Podfile.lock")
        let file = Podfile(reading: source, lock: lock.map { PodfileLock(reading: $0) })
        project.manifests.append(path)
        // A checkout with several apps may have several Podfiles, and several targets with the same
        // name.
        for index in project.targets.indices
        where FilePath.isInside(project.targets[index].location.file, folder) {
            let name = givenNames[project.targets[index].name] ?? project.targets[index].name
            let pods = file.pods(of: name)
            let known = Set(project.targets[index].externalDependencies)
            project.targets[index].externalDependencies += pods.filter { !known.contains($0) }
        }
    }

    /// Returns whether the folder of a manifest also contains an Xcode project. If so, builds use
    /// the project instead of the manifest.
    private mutating func usesGeneratedProject(
        _ path: String, from tool: String, maker: AppTarget.Maker
    ) -> Bool {
        let folder = FilePath.folder(of: path)
        guard projectFolders.contains(folder) else { return false }
        for index in project.targets.indices {
            let bundle = FilePath.folder(of: project.targets[index].location.file)
            guard bundle.hasSuffix(".xcodeproj"), FilePath.folder(of: bundle) == folder else {
                continue
            }
            project.targets[index].maker = maker
        }
        project.problems.append(
            Diagnostic(
                rule: ProjectProblem.notExamined.rawValue, severity: .note,
                message: "the Xcode project next to this \(tool) manifest was read instead",
                remedy: "generate the project again if the manifest is newer",
                location: Diagnostic.Location(file: path)))
        return true
    }

    // MARK: - Joining

    /// Adds the targets of a manifest. Targets are identified by name; if another manifest has a
    /// target with the same name, as in a checkout with several apps, the new target's folder is
    /// added to its name.
    ///
    /// - Returns: The new names of the targets, by their names in the manifest.
    @discardableResult
    private mutating func add(
        _ targets: [AppTarget], of manifest: String, maker: AppTarget.Maker = .xcode
    ) -> [String: String] {
        let taken = Set(project.targets.map(\.name))
        let bundle = FilePath.folder(of: manifest)
        let folder = bundle.hasSuffix(".xcodeproj") ? FilePath.folder(of: bundle) : bundle
        var names: [String: String] = [:]
        for name in targets.map(\.name) where taken.contains(name) {
            let new = "\(name) (\(folder.isEmpty ? manifest : folder))"
            names[name] = taken.contains(new) ? "\(name) (\(manifest))" : new
        }
        let room = FileTreeLimits.targetCountMax - project.targets.count
        project.targets += targets.prefix(max(0, room)).map { target in
            var target = target
            target.maker = maker
            packages.manifests[names[target.name] ?? target.name] = manifest
            target.dependencies = target.dependencies.map { names[$0] ?? $0 }
            target.embeddedTargets = target.embeddedTargets.map { names[$0] ?? $0 }
            if let new = names[target.name] {
                givenNames[new] = target.name
                target.name = new
            }
            return target
        }
        return names
    }

    private mutating func unreadable(_ path: String) {
        project.problems.append(
            Diagnostic(
                rule: ProjectProblem.unreadableProject.rawValue, severity: .warning,
                message: "the file is not readable, or is larger than "
                    + "\(FileTreeLimits.fileByteCountMax >> 20) MB",
                location: Diagnostic.Location(file: path)))
    }

    private func unique(_ problems: [Diagnostic]) -> [Diagnostic] {
        var seen: Set<Diagnostic> = []
        return problems.filter { seen.insert($0).inserted }
    }
}
