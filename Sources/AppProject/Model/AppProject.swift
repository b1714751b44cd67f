// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// The parts of an app's checkout that matter for notifications: its targets with their settings,
/// declarations and sources.
package struct AppProject: Sendable {
    /// The paths of the projects, workspaces and manifests that were read.
    package var manifests: [String] = []
    package var targets: [AppTarget] = [] { didSet { codeByTarget = [:] } }
    /// All Swift files that were parsed, by path, whether or not they belong to a target.
    package var sources: [String: SwiftSource] = [:] { didSet { codeByTarget = [:] } }
    /// Whether any Swift file contains a term related to notifications.
    package var mentionsNotifications = false
    /// The declarations in app code that was searched, but not parsed.
    var unparsed = SwiftDeclarations()
    /// The names about notifications that occur in Objective-C files.
    var objectiveC = ObjectiveCFiles()
    /// The Swift files of each target, cached by ``gatherCode()``.
    private var codeByTarget: [String: [SwiftSource]] = [:]
    /// The provisioning profiles in the checkout.
    package var profiles: [ProvisioningProfile] = []
    /// The keys of service accounts, and the configurations of Firebase.
    package var firebase = FirebaseFiles()
    /// The files that concern a server.
    package var server = ServerFiles()
    /// The string tables that targets copy into their bundles.
    package var stringTables: [StringTable] = []
    /// Whether unexamined code, in Objective-C or a cross-platform framework, may create
    /// notification categories.
    package var makesCategoriesElsewhere = false
    /// The folders that contain an app written with other languages, such as a Flutter or React
    /// Native project.
    package var foreignFolders: [String] = []
    /// The paths of all files in the checkout.
    package var paths: [String] = []
    /// Findings for files that could not be read and therefore were not examined.
    package var problems: [Diagnostic] = []

    package init() {}

    /// The targets that are apps, including watch apps.
    package var apps: [AppTarget] { targets.filter { $0.product == .application } }

    /// Whether the checkout contains an app or a part of one, as far as it can be read.
    package var hasApp: Bool { !targets.isEmpty || mentionsNotifications }

    /// Returns the first target with the given name.
    package func target(_ name: String) -> AppTarget? { targets.first { $0.name == name } }

    /// Returns the extensions that an app embeds directly.
    package func extensions(of app: AppTarget) -> [AppTarget] {
        app.embeddedTargets.compactMap(target).filter { $0.product == .appExtension }
    }

    /// Returns the Swift files of a target, and of the frameworks and packages in this checkout on
    /// which the target depends. Each file lacks the code that is compiled only for platforms other
    /// than the target's.
    package func code(of target: AppTarget) -> [SwiftSource] {
        if let code = codeByTarget[target.name] { return code }
        let paths = Set(family(of: target).flatMap(\.sourcePaths))
        return paths.sorted().compactMap { sources[$0]?.seen(on: target.platforms) }
    }

    /// Returns the Swift files of a target, without the files of its libraries.
    package func ownCode(of target: AppTarget) -> [SwiftSource] {
        let own = Set(target.sourcePaths)
        return code(of: target).filter { own.contains($0.path) }
    }

    /// Returns a target, and the frameworks and packages in this checkout on which it depends.
    func family(of target: AppTarget) -> [AppTarget] {
        let byName = Dictionary(
            targets.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var seen: Set<String> = [target.name]
        var family = [target]
        var queue = target.dependencies
        while let name = queue.popLast() {
            // Extensions are excluded because their code runs in a separate process.
            guard seen.insert(name).inserted, let library = byName[name],
                library.product == .library
            else { continue }
            family.append(library)
            queue += library.dependencies
        }
        return family
    }

    /// Caches the Swift files of apps and extensions, which many checks need.
    mutating func gatherCode() {
        var gathered: [String: [SwiftSource]] = [:]
        for target in targets
        where target.product == .application || target.product == .appExtension {
            gathered[target.name] = code(of: target)
        }
        codeByTarget = gathered
    }

    /// Returns the index of the declarations and operations in the code of a target.
    package func index(of target: AppTarget) -> CodeIndex {
        CodeIndex(code(of: target), unparsed: unparsed)
    }

    /// Returns the first location at which an Objective-C file of a target or of its libraries uses
    /// one of the given names.
    package func objectiveCUse(of names: [String], in target: AppTarget) -> Diagnostic.Location? {
        let paths = family(of: target).flatMap(\.objectiveCPaths).sorted()
        for path in paths {
            for name in names {
                if let location = objectiveC.location(of: name, in: path) { return location }
            }
        }
        return nil
    }

    /// Returns whether a target or its libraries may contain code that was not examined: because
    /// they have Objective-C files, because the target is inside the folder of an app written in
    /// another language, or because a manifest was not read completely.
    package func mayHaveUnexaminedCode(_ target: AppTarget) -> Bool {
        mayLackCode(target) || family(of: target).contains { !$0.objectiveCPaths.isEmpty }
            || foreignFolders.contains { FilePath.isInside(target.location.file, $0) }
    }

    /// Returns whether ``code(of:)`` may lack files of a target or of its libraries, because code
    /// in a manifest creates dependencies, targets or lists of files.
    package func mayLackCode(_ target: AppTarget) -> Bool {
        let names = Set(targets.map(\.name))
        return family(of: target).contains { part in
            if part.hasUnknownDependencies || part.hasUnknownSources { return true }
            guard case .tuist = part.maker else { return false }
            return !names.isSuperset(of: part.dependencies)
        }
    }
}
