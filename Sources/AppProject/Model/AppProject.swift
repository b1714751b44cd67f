// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// An app's checkout as far as it concerns notifications: its targets with their settings,
/// declarations and sources.
public struct AppProject: Sendable {
    /// What it was read from: paths of projects, workspaces and manifests.
    public var manifests: [String] = []
    public var targets: [AppTarget] = [] { didSet { codeByTarget = [:] } }
    /// Every Swift file that was parsed, by path; those of targets and others.
    public var sources: [String: SwiftSource] = [:] { didSet { codeByTarget = [:] } }
    /// Whether any Swift file has a word that has to do with notifications.
    public var mentionsNotifications = false
    /// What the Swift files of apps declare that were not parsed.
    var unparsed = SwiftDeclarations()
    /// What files in Objective-C mention of notifications.
    var objectiveC = ObjectiveCFiles()
    /// The Swift files of targets, gathered once (``gatherCode()``).
    private var codeByTarget: [String: [SwiftSource]] = [:]
    /// Provisioning profiles that lie in the checkout.
    public var profiles: [ProvisioningProfile] = []
    /// Tables of strings that targets copy into their bundles.
    public var stringTables: [StringTable] = []
    /// Whether code that is not read here, Objective-C or a framework for many platforms, may make
    /// notification categories.
    public var makesCategoriesElsewhere = false
    /// Folders whose code is in another language: of Flutter, React Native and the like.
    public var foreignFolders: [String] = []
    /// Paths of all files.
    public var paths: [String] = []
    /// What could not be read, and therefore was not looked at.
    public var problems: [Diagnostic] = []

    public init() {}

    /// The apps among the targets, watch apps included.
    public var apps: [AppTarget] { targets.filter { $0.product == .application } }

    /// The targets of a name.
    public func target(_ name: String) -> AppTarget? { targets.first { $0.name == name } }

    /// The extensions that an app embeds, directly.
    public func extensions(of app: AppTarget) -> [AppTarget] {
        app.embeddedTargets.compactMap(target).filter { $0.product == .appExtension }
    }

    /// The Swift files of a target, with those of the frameworks and packages of this checkout
    /// that it depends on, as they are compiled for its platforms.
    public func code(of target: AppTarget) -> [SwiftSource] {
        if let code = codeByTarget[target.name] { return code }
        let paths = Set(family(of: target).flatMap(\.sourcePaths))
        return paths.sorted().compactMap { sources[$0]?.seen(on: target.platforms) }
    }

    /// The Swift files of a target itself, without those of libraries.
    public func ownCode(of target: AppTarget) -> [SwiftSource] {
        let own = Set(target.sourcePaths)
        return code(of: target).filter { own.contains($0.path) }
    }

    /// A target with the frameworks and packages of this checkout that it depends on.
    func family(of target: AppTarget) -> [AppTarget] {
        let byName = Dictionary(
            targets.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var seen: Set<String> = [target.name]
        var family = [target]
        var queue = target.dependencies
        while let name = queue.popLast() {
            // An extension's code is its own process.
            guard seen.insert(name).inserted, let library = byName[name],
                library.product == .library
            else { continue }
            family.append(library)
            queue += library.dependencies
        }
        return family
    }

    /// Gathers the code of apps and extensions, for which many checks ask.
    mutating func gatherCode() {
        var gathered: [String: [SwiftSource]] = [:]
        for target in targets
        where target.product == .application || target.product == .appExtension {
            gathered[target.name] = code(of: target)
        }
        codeByTarget = gathered
    }

    /// What the code of a target declares and does.
    public func index(of target: AppTarget) -> CodeIndex {
        CodeIndex(code(of: target), unparsed: unparsed)
    }

    /// Where a file in Objective-C of a target, or of its libraries, mentions one of some words.
    public func objectiveCUse(of words: [String], in target: AppTarget) -> Diagnostic.Location? {
        let paths = family(of: target).flatMap(\.objectiveCPaths).sorted()
        for path in paths {
            for word in words {
                if let place = objectiveC.place(of: word, in: path) { return place }
            }
        }
        return nil
    }

    /// Whether code that is not Swift may be a part of a target: files in Objective-C, or an app
    /// in another language around it.
    public func mayHaveForeignCode(_ target: AppTarget) -> Bool {
        family(of: target).contains { !$0.objectiveCPaths.isEmpty }
            || foreignFolders.contains { FilePath.isInside(target.location.file, $0) }
    }
}
