// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import PushLint

/// The Swift code that runs in one app: the app's own code and the code of its libraries.
struct CodeUnit {
    /// The target's name; `the app` if no target is known.
    let name: String
    let target: AppTarget?
    let code: CodeIndex
    /// Whether this code alone determines how notifications are handled, so that neither a library
    /// nor code that was not examined takes part. If `false`, code that is absent here may exist
    /// elsewhere.
    let isWhole: Bool
    /// The names of the types of which the notification center's delegates may be instances; `nil`
    /// if they may be of any type.
    let centerDelegateTypes: Set<String>?

    /// The oldest system version that any configuration supports.
    var minimumOS: OSVersion? {
        target?.configurations.compactMap(\.deploymentTarget).min()
    }

    /// Whether the code imports BellhopKit, which already does what these checks require.
    var usesKit: Bool { code.imports.contains("BellhopKit") }

    var usesFirebase: Bool {
        !code.imports.isDisjoint(with: ["FirebaseMessaging", "Firebase"])
    }
}

extension AppProject {
    /// The code of each app. In a checkout without an app, the package or the folder of code is
    /// treated as one unit, because its modules may belong to an app in another checkout.
    var codeUnits: [CodeUnit] {
        guard apps.isEmpty else {
            return apps.map { app in
                unit(app.name, app, index(of: app), isPartial: mayHaveUnexaminedCode(app))
            }
        }
        let paths =
            targets.isEmpty
            ? sources.keys.filter { !$0.isTestPath }
            : targets.filter { $0.product != .tests }.flatMap(\.sourcePaths)
        let code = CodeIndex(Set(paths).sorted().compactMap { sources[$0] })
        guard !code.sources.isEmpty else { return [] }
        // Code that is absent in a module may be in the app that uses the module.
        return [
            unit(
                targets.isEmpty ? "the code" : "the package", nil, code,
                isPartial: !code.hasAppEntry
                    || self.paths.contains { $0.hasSuffix(".m") || $0.hasSuffix(".mm") })
        ]
    }

    private func unit(
        _ name: String, _ target: AppTarget?, _ code: CodeIndex, isPartial: Bool
    ) -> CodeUnit {
        let foreignNames = NotificationLibrary.modules.map { $0.lowercased() }
        let dependencies = (target?.externalDependencies ?? []).map { $0.lowercased() }
        let hasLibrary =
            !code.imports.isDisjoint(with: NotificationLibrary.modules)
            || dependencies.contains { name in foreignNames.contains { name.hasPrefix($0) } }
        let isWhole = !isPartial && !hasLibrary && !code.imports.contains("BellhopKit")
        return CodeUnit(
            name: name, target: target, code: code, isWhole: isWhole,
            centerDelegateTypes: isWhole ? code.centerDelegateTypes : nil)
    }
}

extension CodeIndex {
    /// Whether this code contains an app's entry point: an `App` or an app delegate, marked with
    /// `@main` or a similar attribute.
    fileprivate var hasAppEntry: Bool {
        types(.class, .struct, .enum).contains { declaration in
            guard declaration.type.isMain else { return false }
            let parents = ancestors(of: declaration.type.name)
            return parents.contains("App")
                || parents.contains { $0.hasSuffix("ApplicationDelegate") }
        }
    }
}

extension String {
    /// Whether a path belongs to a test, a test fixture or a mock.
    var isTestPath: Bool {
        split(separator: "/").contains { part in
            part.hasSuffix("Tests") || part.hasSuffix("Tests.swift") || part == "Test"
                || part.hasSuffix("Test.swift") || part.hasPrefix("Mock")
                || part == "Fixtures"
        }
    }
}

extension DoctorCheck {
    /// Makes a check that examines the code of each app.
    static func code(
        _ id: String, _ severity: Severity, _ title: String, why: String, remedy: String,
        wrong: RuleExample, right: RuleExample, claim: Claim,
        check: @escaping @Sendable (CodeUnit, inout DoctorReport) -> Void
    ) -> DoctorCheck {
        DoctorCheck(
            id, severity, title, why: why, remedy: remedy, wrong: wrong, right: right,
            claim: claim
        ) { project, report in
            for unit in report.codeUnits(of: project) { check(unit, &report) }
        }
    }
}
