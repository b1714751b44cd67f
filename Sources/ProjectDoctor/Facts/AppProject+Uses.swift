// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import Diagnostics

extension AppProject {
    /// Returns the first location at which the code of a target uses one of the given names.
    func firstUse(of names: String..., in target: AppTarget) -> Diagnostic.Location? {
        firstUse(of: names, in: code(of: target))
    }

    /// Returns the first location at which the code of an app or of its extensions uses one of the
    /// given names.
    func firstUse(of names: String..., anywhereIn app: AppTarget) -> Diagnostic.Location? {
        firstUse(of: names, in: codeWithExtensions(of: app))
    }

    func firstUse(of names: [String], in code: [SwiftSource]) -> Diagnostic.Location? {
        for source in code {
            for name in names {
                if let use = source.uses(of: name).first { return source.location(of: use) }
            }
        }
        return nil
    }

    /// Returns the Swift files of an app and of the extensions that it embeds.
    func codeWithExtensions(of app: AppTarget) -> [SwiftSource] {
        ([app] + extensions(of: app)).flatMap { attributedCode(of: $0) }
    }

    /// Returns the Swift files whose APIs require declarations in the given target. A watch app is
    /// usually built with libraries for the phone, but runs only a small part of their code. For a
    /// watch app, therefore, the result contains only the app's own files and the files of
    /// libraries that no other app uses.
    func attributedCode(of target: AppTarget) -> [SwiftSource] {
        let code = code(of: target)
        guard target.platforms == ["watchOS"] else { return code }
        let own = Set(target.sourcePaths)
        let others = Set(
            apps.filter { $0.platforms != ["watchOS"] }.flatMap { self.code(of: $0) }.map(\.path))
        return code.filter { own.contains($0.path) || !others.contains($0.path) }
    }

    /// Returns the extensions with the given extension point, whether they are embedded or not.
    func extensions(at point: String) -> [AppTarget] {
        targets.filter { $0.product == .appExtension && $0.extensionPoint == point }
    }

    /// Returns the apps that embed an extension.
    func apps(embedding target: AppTarget) -> [AppTarget] {
        apps.filter { $0.embeddedTargets.contains(target.name) }
    }
}

extension AppTarget {
    /// Returns the configuration that has the same name as the given configuration of another
    /// target; without such a configuration, the first one.
    func configuration(like other: Configuration) -> Configuration? {
        configurations.first { $0.name == other.name } ?? configurations.first
    }

    /// Whether the target is only for the Mac; Mac Catalyst is treated as iOS.
    var isMacOnly: Bool { platforms == ["macOS"] }

    /// Whether the target may run on an iPhone or iPad; `true` if the platform is unknown.
    var mayBeIOS: Bool { platforms.isEmpty || platforms.contains("iOS") }
}
