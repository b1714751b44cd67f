// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// An app's checkout as far as it concerns notifications: its targets with their settings,
/// declarations and sources.
public struct AppProject: Sendable {
    /// What it was read from: paths of projects, workspaces and manifests.
    public var manifests: [String] = []
    public var targets: [AppTarget] = []
    /// Every Swift file that was read, by path; those of targets and others.
    public var sources: [String: SwiftSource] = [:]
    /// Provisioning profiles that lie in the checkout.
    public var profiles: [ProvisioningProfile] = []
    /// Tables of strings that targets copy into their bundles.
    public var stringTables: [StringTable] = []
    /// Whether code that is not read here, Objective-C or a framework for many platforms, may make
    /// notification categories.
    public var makesCategoriesElsewhere = false
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
    /// that it depends on.
    public func code(of target: AppTarget) -> [SwiftSource] {
        var seen: Set<String> = []
        var queue = [target.name]
        var paths: Set<String> = []
        while let name = queue.popLast() {
            guard seen.insert(name).inserted, let target = self.target(name) else { continue }
            paths.formUnion(target.sourcePaths)
            // An extension's code is its own process.
            queue += target.dependencies.filter {
                self.target($0).map { $0.product == .library } ?? false
            }
        }
        return paths.sorted().compactMap { sources[$0] }
    }
}
